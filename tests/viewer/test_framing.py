"""A view of whoever acts: all of them are in it and are seen, and it is of a moment in which they are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from viewer.camera import Camera
from viewer.framing import HEIGHTS, framed, seen_points, shown, telling
from viewer.model import Model
from viewer.offscreen import Studio
from viewer.presets import people
from viewer.quality import FAST


@pytest.fixture(scope="module")
def scout(model: Model) -> Iterator[Studio]:
    with Studio(model.scene, replace(FAST, shadows=False, ink=False), bake=False) as studio:
        yield studio


def test_who_acts_is_seen(scout: Studio) -> None:
    found = shown(scout, 0, 16 / 9)
    assert found is not None
    t, camera = found
    steps = scout.scene.clips[0].extras["steps"]
    step = next(s for s in steps if s["start"] <= t < s["end"])
    world = scout.world(0, t)
    known = people(scout.scene)
    points = np.array([world[known[name]][:3, 3] + (0.0, HEIGHTS[1], 0.0) for name in step["who"] if name in known])
    assert len(points)
    assert seen_points(scout, camera, 0, t, points, world).all()


def test_what_is_hidden_is_told(scout: Studio) -> None:
    world = scout.world(0, 0)
    spot = world[people(scout.scene)["guest"]][:3, 3].astype(float) + np.array([0.0, 1.0, 0.0])
    camera = Camera(tuple(spot + np.array([0.0, 0.3, 6.0])), tuple(spot))
    points = np.array([spot, spot - (0.0, 0.0, 40.0), spot - (0.0, 30.0, 0.0)])
    seen = seen_points(scout, camera, 0, 0, points, world)
    assert not seen[1:].any()


def test_nobody_gives_no_view(scout: Studio) -> None:
    assert framed(scout, 0, 0, ("nobody",), 1.5) is None
    assert list(telling([], 1000)) == []
    steps = [{"start": 0, "end": 10, "who": ["a"]}, {"start": 40, "end": 60, "who": []}, {"start": 40, "end": 80, "who": ["b"]}]  # fmt: skip
    assert [who for _, who in telling(steps, 100)] == [("b",), ("a",)]


def test_pictures_lie_side_by_side_with_their_names() -> None:
    from PIL import Image

    from viewer.framing import GAP, HEAD, SHEET, grid

    def page(about: tuple[str, ...] = (), names: tuple[str, str] = ("", "")) -> Image.Image:
        return grid([Image.new("RGB", (80, 40), (n, 0, 0)) for n in range(7)], [names] * 7, about, 3)

    bare = page()
    assert bare.size == (3 * (80 + GAP) + GAP, 3 * (40 + HEAD + GAP) + GAP)
    corners = [(GAP + (80 + GAP) * (n % 3), GAP + (40 + HEAD + GAP) * (n // 3)) for n in range(7)]
    assert [bare.getpixel(at) for at in corners] == [(n, 0, 0) for n in range(7)]
    # Nothing is white where nothing is: it is the page.
    assert bare.getpixel((bare.width - 1, bare.height - 1)) == SHEET
    assert page(names=("射", "shooting")).crop((GAP, GAP + 40, 90, GAP + 40 + HEAD)).getcolors() != [(80 * HEAD, SHEET)]
    room = (GAP + 80 + GAP, corners[6][1], bare.width, bare.height)
    assert bare.crop(room).getcolors() == [((room[2] - room[0]) * (room[3] - room[1]), SHEET)]
    assert page(about=("鄉射禮",)).crop(room).tobytes() != bare.crop(room).tobytes()
