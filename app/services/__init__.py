"""One use case a file, on ports; knows the law, not the disk nor the screen."""
