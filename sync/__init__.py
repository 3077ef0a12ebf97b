"""What travels between table, arbiter, desk and hall."""
