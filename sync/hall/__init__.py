"""The hall's web pages: read by anyone in the room, changed by nobody."""
