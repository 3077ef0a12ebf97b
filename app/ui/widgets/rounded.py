"""Rounded corners without a jag: white pictures of them, which any colour tints and any size stretches.

Kivy's own smooth shapes leave pixels out between their fill and their edge, and smoothing the whole window
costs twice the time. A picture of the four corners, stretched in its middle, does neither.
"""

from __future__ import annotations

import math
from functools import cache

from kivy.graphics.texture import Texture

Corners = tuple[int, int, int, int]
"""Radii in pixels: top left, top right, bottom right, bottom left."""


def borders(corners: Corners) -> tuple[int, int, int, int]:
    """Return what must not be stretched, as Kivy's BorderImage counts it: bottom, right, top, left."""
    top_left, top_right, bottom_right, bottom_left = corners
    return (
        max(bottom_left, bottom_right),
        max(top_right, bottom_right),
        max(top_left, top_right),
        max(top_left, bottom_left),
    )


@cache
def rounded(corners: Corners) -> Texture:
    """Return the smallest picture of a white rectangle with these corners."""
    bottom, right, top, left = borders(corners)
    texture = Texture.create(size=(left + 1 + right, bottom + 1 + top), colorfmt="rgba")

    def paint(picture: Texture) -> None:
        picture.blit_buffer(coverage(corners), colorfmt="rgba", bufferfmt="ubyte")

    paint(texture)
    # A tablet that slept may have lost what its screen was showing.
    texture.add_reload_observer(paint)
    return texture


def coverage(corners: Corners) -> bytes:
    """Return the picture's pixels, row by row from the bottom: white, as opaque as the shape covers each."""
    bottom, right, top, left = borders(corners)
    width, height = left + 1 + right, bottom + 1 + top
    alphas = bytearray(b"\xff" * (width * height))
    for index, radius in enumerate(corners):
        at_left, at_top = index in (0, 3), index in (0, 1)
        for row, covered in enumerate(_corner(radius)):
            start = (height - 1 - row if at_top else row) * width + (0 if at_left else width - radius)
            alphas[start : start + radius] = covered if at_left else covered[::-1]
    pixels = bytearray(b"\xff" * (4 * width * height))
    pixels[3::4] = alphas
    return bytes(pixels)


@cache
def _corner(radius: int) -> tuple[bytes, ...]:
    """Return how opaque the pixels of a bottom left corner are, row by row from the bottom; the others mirror it."""

    def alpha(column: int, row: int) -> int:
        distance = math.hypot(radius - column - 0.5, radius - row - 0.5)
        return round(255 * max(0.0, min(1.0, radius + 0.5 - distance)))

    return tuple(bytes(alpha(column, row) for column in range(radius)) for row in range(radius))
