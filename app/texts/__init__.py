"""Words and figures as people read them, in French and in English."""
