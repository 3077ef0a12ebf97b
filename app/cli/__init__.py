"""The program's commands, for scripts and for hands without a window."""
