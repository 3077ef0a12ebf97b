"""Layout of the windows; mirrors app.ui."""
