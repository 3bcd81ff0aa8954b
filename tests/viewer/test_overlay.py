"""What is laid over pictures: captions painted once, and lines of sight."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.scene import Node, Scene
from viewer import text as letters
from viewer.annotate import BRIEF, FOOT, LEGEND, caption, foot_of, inset, scale_of
from viewer.camera import Camera
from viewer.canvas import Canvas
from viewer.light import GRADES
from viewer.model import Model
from viewer.offscreen import sampler
from viewer.overlay import Captions, sight
from viewer.pack import pack, rest_matrices
from viewer.presets import FIXED
from viewer.words import words

LINES = [("上射揖進", 20), ("The upper archer bows and goes forward.", 14)]


def noise(height: int = 360, width: int = 640) -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, (height, width, 3)).astype(np.uint8)


def test_a_caption_laid_on_is_the_caption_painted() -> None:
    image = noise()
    laid = Captions().lay(image, LINES)
    painted = caption(image, LINES)
    assert np.abs(laid.astype(int) - painted).max() <= 2
    assert (laid != image).any(axis=2).sum() > 3000
    assert (laid[:200] == image[:200]).all()


def test_each_text_is_painted_once_and_the_oldest_are_forgotten() -> None:
    captions = Captions(most=2)
    for text in ("一", "二", "一", "三"):
        captions.lay(noise(), [(text, 20)])
    assert [key[1][0][0] for key in captions._known] == ["二", "三"]  # type: ignore[index]


def test_without_words_the_picture_stays() -> None:
    image = noise()
    assert Captions().lay(image, [("", 20)]) is image


def test_in_a_narrow_picture_the_clause_stands_in_the_strip_that_names_leave_free() -> None:
    blank = np.zeros((400, 390, 3), np.uint8)
    laid = caption(blank, [("上射既發，挾弓矢，而后下射射，拾發，以將乘矢。", 20), ("so by turns they shoot " * 6, 14)])
    rows = np.flatnonzero(laid.max(axis=(1, 2)))
    scale = scale_of(400)
    foot = foot_of(Canvas(390 / scale, 400 / scale)) * scale
    assert 0 < 400 - rows[0] <= foot
    assert foot_of(Canvas(1280, 720)) == FOOT
    # Where there is room for little the clause stands alone.
    small = caption(
        np.zeros((160, 240, 3), np.uint8), [("上射既發，挾弓矢，而后下射射。", 20), ("so by turns " * 12, 14)]
    )
    assert (small.max(axis=2) > 0).mean() < 0.5


def test_the_small_plan_shows_the_lane_and_names_its_ends(model: Model) -> None:
    packed, world = pack(model.scene), rest_matrices(model.scene.nodes)
    blank = np.full((720, 1280, 3), 128, np.uint8)
    laid = inset(blank, packed, world).astype(int)
    red = (laid[..., 0] > laid[..., 2] + 60).sum(axis=0)
    has = {n.name for n in model.scene.nodes} & {"mark-upper", "mark-lower"}
    assert bool(has) is bool(red.max() > 20)
    assert (inset(blank, packed, world, "en") != laid).any()


def test_a_small_picture_has_a_brief_legend_and_words_stay_within_both() -> None:
    say = words("en")
    for grade in (*GRADES, "neutral"):
        assert 50 + letters.width(say[f"certainty.{grade}"], 15) <= BRIEF[0] - 10
        left = 50 + max(letters.width(say[f"certainty.{grade}"], 15) + 10, 92)
        assert left + letters.width(say[f"certainty.{grade}.by"], 12) <= LEGEND[0] - 10


def test_lines_of_sight_go_from_the_mark_to_each_target() -> None:
    nodes = (Node("mark-upper", translation=(-4.0, 0, 0)), Node("mark-lower"), Node("target-near", translation=(4.0, 1.5, 0)))  # fmt: skip
    scene = Scene({}, {}, nodes)
    camera = Camera((0.0, 1.5, 12.0), (0.0, 1.5, 0.0), 40.0)
    image = np.full((360, 640, 3), 128, np.uint8)
    drawn = sight(image, scene, rest_matrices(nodes), camera)
    red = (drawn[:, :, 0].astype(int) - drawn[:, :, 2]) > 60
    rows, columns = np.nonzero(red)
    # A level line at the height of the eyes, through the middle of the picture, from the one to the other.
    assert abs(rows.mean() - 180) < 4
    half = 4.0 / (12.0 * camera.half_height) * 180
    assert abs(columns.min() - (320 - half)) < 8
    assert abs(columns.max() - (320 + half)) < 8


def test_names_of_a_film_are_those_of_its_pictures_and_are_looked_for_now_and_then(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    import viewer.annotate as annotate

    packed, moments, camera = pack(model.scene), sampler(model.scene), FIXED["court"]
    asked: list[int] = []
    whole = annotate.seen_names
    monkeypatch.setattr(annotate, "seen_names", lambda *a: asked.append(len(a[3])) or whole(*a))
    labels = annotate.Labels(packed, "both")
    blank = np.full((360, 640, 3), 128, np.uint8)
    for n in range(annotate.LASTING + 1):
        world = moments.world(0, n * 40)
        laid = labels.lay(blank, world, camera, stage=0)
        if n in (0, annotate.LASTING):
            assert (laid == annotate.label_picture(blank, packed, world, camera, "both")).all()
            assert asked[-1] == asked[0] > 2
    assert (laid != blank).any()
    # Between the two only those were looked at that came into the picture anew.
    assert len(asked) == annotate.LASTING + 3
    assert sum(asked[2 : annotate.LASTING + 1]) < asked[0]
    # Another section begins anew.
    labels.lay(blank, moments.world(0, 0), camera, stage=1)
    assert labels._age == 1
