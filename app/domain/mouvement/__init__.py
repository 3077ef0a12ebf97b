"""Who sits where at each position, and the proof that nobody meets twice."""
