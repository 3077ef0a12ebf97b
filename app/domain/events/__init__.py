"""Every fact is an event: appended, chained, authenticated, never changed."""
