"""Two pixels a cell, in as few pens as it may."""

from __future__ import annotations

import pytest
from PIL import Image

from svc_tui.pictures.blocks import Blocks, Color, drawn, fitted
from svc_tui.pictures.decode import Picture, decoded, of_image
from tests.pictures.samples import photo, saved

RED, BLUE = (255, 0, 0), (0, 0, 255)


def picture(image: Image.Image) -> Picture:
    return of_image(image, image.size, "PNG")


def pixels(blocks: Blocks) -> list[list[Color]]:
    """What is seen of a drawing, read back from its cells."""
    seen: list[list[Color]] = []
    for row in blocks.rows:
        upper: list[Color] = []
        lower: list[Color] = []
        for text, color, ground in row:
            for sign in text:
                upper.append(color if sign in "▀█" else ground)
                lower.append(color if sign in "▄█" else ground)
        seen += [upper, lower]
    return seen


def test_each_cell_shows_two_pixels():
    image = Image.new("RGB", (2, 2), RED)
    image.putpixel((1, 0), BLUE)
    blocks = drawn(picture(image), (2, 1))
    assert pixels(blocks) == [[RED, BLUE], [RED, RED]]


@pytest.mark.parametrize("depth", ["all", "256", "16"])
def test_the_cells_show_what_the_pixels_are(depth):
    blocks = drawn(decoded(saved(photo())), (20, 10), depth=depth)
    seen = pixels(blocks)
    assert len(seen) == 2 * blocks.height
    assert {len(row) for row in seen} == {blocks.width}
    assert seen[0][-1][0] != seen[0][0][0]  # red changes across


@pytest.mark.parametrize(
    ("of", "room", "cells"),
    [
        ((100, 100), (20, 20), (20, 10)),
        ((200, 100), (20, 20), (20, 5)),
        ((100, 400), (20, 10), (5, 10)),
        ((4, 4), (20, 20), (4, 2)),
        ((10000, 1), (20, 20), (20, 1)),
        ((1, 10000), (20, 20), (1, 20)),
    ],
)
def test_a_picture_keeps_its_shape(of, room, cells):
    assert fitted(of, room) == cells


def test_without_contain_the_box_is_filled():
    blocks = drawn(decoded(saved(photo())), (10, 10), contain=False)
    assert (blocks.width, blocks.height) == (10, 10)


def test_one_colour_is_one_pen():
    blocks = drawn(picture(Image.new("RGB", (40, 40), RED)), (20, 10))
    assert all(len(row) == 1 and row[0][0].isspace() for row in blocks.rows)


def test_what_is_transparent_shows_the_ground():
    image = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
    assert pixels(drawn(picture(image), (4, 2), ground=(1, 2, 3)))[0][0] == (1, 2, 3)


def test_few_colours_mean_few_pens():
    whole = decoded(saved(photo()))
    many, few = (drawn(whole, (40, 20), colors=count) for count in (256, 16))
    assert sum(map(len, few.rows)) < sum(map(len, many.rows)) / 2
