"""Things that nobody holds, and things by number: arrows side by side on the rack, tallies counted out, bows leaned."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import animate, cast_of
from geometry.motion.bows import bow_nodes, draw_names, draw_of
from geometry.motion.holds import hold_of, load_holds, lying, origin
from geometry.motion.places import resting
from geometry.motion.poses import load_poses
from geometry.motion.quat import rotate
from geometry.motion.rehearsal import LEAD, rehearse
from geometry.motion.tallies import counted_stick, stick, tally_nodes, tally_tracks
from geometry.sampler import Sampler
from geometry.scene import Scene
from rite.gestures import gesture
from rite.model import Flight, StagedSection, ThingActs, ThingKey

View = tuple[Scene, Sampler]
UNIT = 0.231


def test_holds_name_poses() -> None:
    poses = load_poses()
    for kind, hold in load_holds().items():
        assert not hold.pose or hold.pose in poses, kind


def test_arrows_lie_apart_on_the_rack_with_their_nocks_north() -> None:
    rack = ThingActs("arrow-rack", "arrow-rack", (ThingKey(0, None, "", 0.0, -48.0, 0.0, 180.0, "standing"),))
    arrows = {f"a-{n}": ThingActs(f"a-{n}", "arrow", (ThingKey(0, "arrow-rack", f"rack-a-{n}"),)) for n in range(4)}
    section = StagedSection(20, "rack", "", "", "", 1000, (), {}, {"arrow-rack": rack, **arrows})
    nocks = [resting(section, arrow, arrow.keys[0], UNIT) for arrow in arrows.values()]
    across = [float(p[0]) for p, _ in nocks]
    assert len({round(x, 3) for x in across}) == 4
    assert max(across) - min(across) < 0.6
    for place, turn in nocks:
        head = place + rotate(turn, np.array([0.0, 0.0, 0.693]))
        # South is +Z: the head lies south of the nock, the middle over the rack.
        assert head[2] - place[2] == pytest.approx(0.693, abs=1e-6)
        assert (head[2] + place[2]) / 2 == pytest.approx(48 * UNIT, abs=0.01)
        assert place[1] > 0.05


@pytest.mark.parametrize(("high", "away"), [(0.0, 0.25), (3.0, 1 / 3)])
def test_leaned_bow_stands_on_its_tip_and_touches_what_it_leans_on(high: float, away: float) -> None:
    """A bow stands on its lower tip. From the ground it leans on the edge of the platform, 3 尺 high, `away` 尺 off its place; on the
    platform, with its upper tip on a wall so far off."""
    key = ThingKey(0, None, "", -45.25, 4.4, high, 90.0, "leaning", 80.0)
    hold = hold_of("bow", key)
    turn = lying(hold.axis, key.facing, key.lie, key.pitch)
    grip = origin(hold, key.lie, turn, high * UNIT)
    low, tip = (grip + rotate(turn, np.array([0.0, y, -0.165])) for y in (-0.693, 0.693))
    assert low[1] == pytest.approx(0.0, abs=1e-6)
    assert np.degrees(np.arcsin(rotate(turn, np.array([0.0, 1.0, 0.0]))[1])) == pytest.approx(80.0, abs=0.01)
    # It faces east (+X), where that is.
    at = tip[0] if high else np.interp(3 * UNIT, [low[1], tip[1]], [low[0], tip[0]])
    assert -0.03 < at - away * UNIT < 0.01
    assert low[0] < 0.0


def test_bow_has_a_form_for_every_step() -> None:
    names = draw_names()
    draws = [draw_of(n) for n in names if n != "slack"]
    assert draws == sorted(draws)
    assert draws[0] == 0.0
    assert draws[-1] == 1.0
    nodes = bow_nodes("bow-1", dict.fromkeys(names, "mesh"))
    assert [n.name for n in nodes][:2] == ["bow-1", "bow-1-rest"]
    assert sum(max(n.scale) > 0 for n in nodes if n.parent) == 1


def test_tallies_are_seen_by_number() -> None:
    nodes = tally_nodes("tallies-hand", "tally")
    assert len(nodes) == 9
    assert len({n.translation for n in nodes[1:]}) == 8
    keys = (ThingKey(0, "scorer", "left-hand", count=8), ThingKey(1000, "scorer", "left-hand", count=7))
    tracks = {t.node: t for t in tally_tracks(ThingActs("tallies-hand", "tally", keys))}
    assert tracks["tallies-hand-8"].values[:, 0].tolist() == [1.0, 0.0]
    assert tracks["tallies-hand-7"].values[:, 0].tolist() == [1.0]
    assert tally_tracks(ThingActs("tally-1", "tally", keys)) == []
    assert len({stick("tallies-upper", k) for k in range(40)}) == 40
    assert len({stick("tallies-spare", k) for k in range(80)}) == 80
    # 橫委其餘于中西: the spare ones are one pile, which does not grow toward the scorer or the piles of the hits.
    assert {z for _, _, z in (stick("tallies-spare", k) for k in range(80))} == {0.0}


@pytest.mark.parametrize("number", [1, 2, 9, 19, 20, 21, 22, 39, 40])
def test_counted_tallies_lie_as_the_text_has_them(number: int) -> None:
    """十純則縮而委之 每委異之 有餘純則橫於下 奇則又縮諸純下; +z is away from the scorer, whose side is below."""
    lie = [counted_stick(k, number) for k in range(number)]
    heaps, rest = divmod(number // 2, 10)
    assert [across for _, across in lie] == [False] * 20 * heaps + [True] * 2 * rest + [False] * (number % 2)
    assert len({place for place, _ in lie}) == number
    depth = [z for (_, _, z), _ in lie]
    far, crosswise, odd = depth[: 20 * heaps], depth[20 * heaps : 20 * heaps + 2 * rest], depth[number - number % 2 :]
    assert len(set(far)) == heaps
    # Nothing of one heap lies on another: a tally is 32 cm long.
    assert all(a - b >= 0.32 for a, b in itertools.pairwise(sorted(set(far), reverse=True)))
    assert not far or not crosswise or min(far) - 0.16 > max(crosswise)
    assert not odd or not crosswise or min(crosswise) > odd[0] + 0.16
    assert not odd or not far or min(far) - 0.16 > odd[0] + 0.16


def test_a_counted_pile_is_laid_anew_at_once() -> None:
    keys = (ThingKey(0, count=5), ThingKey(1000, count=5, state="counted"), ThingKey(5000, visible=False))
    tracks = {(t.node, t.path): t for t in tally_tracks(ThingActs("tallies-lower", "tally", keys))}
    assert all(t.step for t in tracks.values())
    across = tracks["tallies-lower-1", "rotation"]
    assert across.times.tolist() == [0, 1000, 5000]
    assert [abs(v[1]) > 0.7 for v in across.values] == [False, True, False]
    assert abs(tracks["tallies-lower-5", "rotation"].values[1][1]) < 0.1


def test_arrow_flies_from_the_string_and_stays_where_it_struck(
    seen: Callable[..., View], trace: Callable[..., np.ndarray]
) -> None:
    section = rehearse("draw-shoot")
    loose = LEAD + (gesture("draw-shoot").contact_ms or 0)
    struck = (1.0, -299.9, 10.0)
    points = ((loose, 0.0, -20.0, 6.2, 9.0), (loose + 800, 0.5, -160.0, 22.0, 0.0), (loose + 1550, *struck, -10.0))
    flight = Flight("arrow-1", "archer-1-upper", 1, points, 180.0, "target-center", True)
    keys = (
        ThingKey(0, "archer-1-upper", "string"),
        ThingKey(loose, None, "", 0.0, -20.0, 6.2, 180.0, "flying", 9.0),
        ThingKey(loose + 1550, None, "", *struck, 180.0, "stuck", -10.0),
    )
    things = {**section.things, "arrow-1": ThingActs("arrow-1", "arrow", keys)}
    section = replace(section, things=things, flights=(flight,))
    _, sampler = seen(section, UNIT)
    times = np.arange(loose - 100, loose + 100, 10)
    path = trace(sampler, "arrow-1", times)
    step = np.linalg.norm(np.diff(path, axis=0), axis=1)
    # From rest to some forty metres a second, without a jump to somewhere else.
    assert step[times[1:] < loose].max() < 0.02
    assert step.max() < 0.75
    head = trace(sampler, "arrow-1", np.array([loose + 1550, loose + 1800]), (0, 0, 0.68))
    at = np.array([struck[0] * UNIT, struck[2] * UNIT, -struck[1] * UNIT])
    assert np.abs(head - at).max() < 0.02


def test_things_in_hands_travel_with_them(
    seen: Callable[..., View], trace: Callable[..., np.ndarray], demo: StagedSection
) -> None:
    clip = animate(demo, cast_of([demo]))
    names = {t.node for t in clip.tracks}
    assert "cup-host" in names
    _, sampler = seen(demo, UNIT)
    taken = demo.things["cup-host"].keys[1].t
    times = np.arange(taken + 500, taken + 4000, 250)
    cup = trace(sampler, "cup-host", times, (0, 0.09, 0))
    hands = [trace(sampler, f"host-hand-{side}", times, (0, 0, 0.09)) for side in ("left", "right")]
    assert np.linalg.norm(cup - np.mean(hands, axis=0), axis=1).max() < 0.03


def test_a_switch_leans_with_its_handle_above() -> None:
    """The tip stands at its place, the handle is where a hand reaches it without stooping to the ground."""
    hold = hold_of("switch", ThingKey(0))
    turn = lying(hold.axis, 180.0, "leaning", 70.0)
    at = origin(hold, "leaning", turn)
    tip = at + rotate(turn, np.array([0.0, hold.foot, 0.0]))
    assert np.abs(tip).max() < 1e-9
    assert 0.5 < (at + rotate(turn, np.array(hold.grip)))[1] < 0.7
