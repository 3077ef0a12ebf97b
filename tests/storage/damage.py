"""What a bad disk does to a file."""

from pathlib import Path


def flip(path: Path, place: int, bit: int = 0) -> None:
    """Change one bit of one byte."""
    with path.open("rb+") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ (1 << bit)]))
