"""Rounded corners without a jag: white pictures of them, which any colour tints and any size stretches.

Kivy's own smooth shapes leave pixels out between their fill and their edge, and smoothing the whole window
costs twice the time. A picture of the four corners, stretched in its middle, does neither.
"""

from __future__ import annotations

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
    top_left, top_right, bottom_right, bottom_left = corners
    centres = (
        (top_left, top_left, height - top_left),
        (top_right, width - top_right, height - top_right),
        (bottom_right, width - bottom_right, bottom_right),
        (bottom_left, bottom_left, bottom_left),
    )
    pixels = bytearray(b"\xff" * (4 * width * height))
    for index, (radius, centre_x, centre_y) in enumerate(centres):
        at_left, at_top = index in (0, 3), index in (0, 1)
        for row in range(height - radius, height) if at_top else range(radius):
            for column in range(radius) if at_left else range(width - radius, width):
                distance = ((column + 0.5 - centre_x) ** 2 + (row + 0.5 - centre_y) ** 2) ** 0.5
                alpha = max(0.0, min(1.0, radius + 0.5 - distance))
                pixels[4 * (row * width + column) + 3] = round(255 * alpha)
    return bytes(pixels)
