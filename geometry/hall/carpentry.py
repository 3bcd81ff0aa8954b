"""The timber of the hall: pillars on their stones, five purlins on cross-frames, rafters; every end rests on something.

The text names two free pillars only, under the front lintel. So each cross-frame over them is one long beam 梁 at the
height of 庪, tenoned through the pillar and reaching forward to carry the front purlin, back to the post of the rear
wall; on it stand a dwarf post 梲 under the rear lintel, a collar, and the king post under the ridge.
"""

from __future__ import annotations

import numpy as np

from geometry.hall.frame import Frame, at, measure
from geometry.sizes import Sizes
from geometry.solids import Body, Solid, beam, box, copies, frame, join, lathe, log, tube
from layout.evidence.model import Ground

SEAT = 0.008
"""How deep a rafter is let into the purlins that it lies on, in m."""
_HEIGHTS = ("hall.eave-purlin-height", "hall.roof-pitch", "purlin.diameter")


def build_pillar(ground: Ground, lod: int = 0) -> list[Solid]:
    """A free pillar 楹: origin on the floor of the hall below its middle; stone, shaft, block and corbel under the lintel."""
    size, hall = Sizes(ground), measure(ground)
    sides = 20 if lod == 0 else 12
    top = hall.under(hall.pillar_y) - hall.floor
    radius, taper = size("hall.pillar-diameter") / 2, size.number("pillar.taper")
    base, foot = size("pillar.base-size") / 2, size("pillar.base-height")
    block = size("bracket.height")
    arm = size("bracket.length") / 2
    stone = lathe([(0, 0), (base, 0), (base, foot * 0.45), (base * 0.86, foot), (0, foot)], sides, "pillar base")
    shaft_top = top - block
    # Entasis: the trunk keeps its full width for a third of its height.
    levels = np.linspace(0, 1, 7 if lod == 0 else 4)
    outline = [
        (radius * (1 - (1 - taper) * max(0.0, (t - 0.33) / 0.67) ** 1.4), foot + (shaft_top - foot) * t) for t in levels
    ]
    shaft = lathe([(0, foot), *outline, (0, shaft_top)], sides, "pillar", "hall.pillar-diameter")
    head = radius * taper
    cap = lathe(
        [(0, shaft_top), (head * 0.95, shaft_top), (head * 1.35, shaft_top + block * 0.45), (head * 1.35, shaft_top + block * 0.62), (0, shaft_top + block * 0.62)],
        4 if lod else 8, "pillar block",
    )  # fmt: skip
    half = hall.purlin_radius * 0.8
    corbel_low, corbel_high = shaft_top + block * 0.5, top + hall.purlin_radius * 0.12
    corbel = _corbel(arm, half, corbel_low, corbel_high)
    return [
        Solid("base", stone, "stone", ("pillar.base-size", "pillar.base-height"), "hall"),
        Solid("shaft", shaft, "pillar", ("hall.pillar-diameter",), "hall"),
        Solid("block", join([cap, corbel]), "timber", ("bracket.height", "bracket.length"), "hall", crease=25),
    ]


def _corbel(arm: float, half: float, low: float, high: float) -> Body:
    """A boat-shaped bearer 替木 along the lintel."""
    from geometry.solids import prism

    ring = [(-arm, high), (-arm, high - (high - low) * 0.4), (-arm * 0.6, low), (arm * 0.6, low),
            (arm, high - (high - low) * 0.4), (arm, high)]  # fmt: skip
    return prism(ring, -half, half, axis="z", name="corbel", dimension="bracket.length")


def purlin_ends(hall: Frame, k: int) -> float:
    """Half the length of a purlin: to the boards of the roof ends, or on a hipped roof to where the hips meet it."""
    if not hall.hipped:
        # Let a little into the board that closes the roof end.
        return hall.width - 0.045
    eave = hall.purlins[0] - hall.overhang
    steep = (hall.width - hall.ridge_half) / (hall.ridge - eave)
    return hall.width - steep * (hall.purlins[min(k, 4 - k)] - eave) - hall.purlin_radius


def build_purlin(ground: Ground, k: int, lod: int = 0) -> list[Solid]:
    """The k-th purlin from the front (0 庪, 1 楣, 2 棟, 3 rear 楣, 4 rear 庪) in the frame of the scene."""
    hall = measure(ground)
    y, end = hall.purlins[k], purlin_ends(hall, k)
    # The log keeps its radius exactly on the plumb line: the height of its middle is a dimension.
    trunk = tube([at(-end, y, hall.height(y)), at(end, y, hall.height(y))], hall.purlin_radius, 12 if lod == 0 else 8,
                 name=("eave-purlin", "lintel", "ridge", "lintel-rear", "eave-purlin-rear")[k], dimension="purlin.diameter")  # fmt: skip
    names = (
        ("hall.eave-purlin-y",),
        ("hall.lintel-y",),
        ("hall.ridge-y", "hall.ridge-height"),
        ("hall.lintel-y",),
        (),
    )[k]
    have = tuple(n for n in names if n in ground.dimensions)
    return [Solid("log", trunk, "timber", (*have, *_HEIGHTS), "hall")]


def build_frames(ground: Ground, lod: int = 0) -> list[Solid]:
    """The cross-frames: beams, collars, dwarf posts and braces, posts of the walls; scene frame."""
    hall, size = measure(ground), Sizes(ground)
    width, height = size("beam.width"), size("beam.height")
    tail, strut = size("beam.tail"), size("strut.diameter") / 2
    post = size("post.diameter") / 2
    front, lintel, ridge, rear_lintel, _ = hall.purlins
    rear = hall.rear_y
    sides = 12 if lod == 0 else 8
    main_top, collar_top = hall.under(front) + 0.03, hall.under(lintel) + 0.03
    squared: list[Body] = []
    round_: list[Body] = []
    plinth: list[Body] = []
    for x in hall.frames:
        free = abs(x) == hall.pillar_x
        wall_top = main_top - height / 2
        squared.append(
            beam(at(x, front - tail, wall_top), at(x, rear + hall.wall * 0.3, wall_top), width, height,
                 name="beam", dimension="beam.height")
        )  # fmt: skip
        gable = abs(x) == hall.gable_x
        if gable and hall.hipped:
            # Where the hips come down, posts carry the beam that takes the feet of the rafters.
            for y in (post * 1.9, lintel, ridge, rear_lintel, rear):
                round_.append(
                    log(at(x, y, hall.floor), at(x, y, main_top - height + 0.04), post, sides=sides, name="post")
                )
                plinth.append(_plinth(x, y, hall.floor, post))
            continue
        if free:
            ends = (lintel - hall.purlin_radius * 1.6, rear_lintel + hall.purlin_radius * 1.6)
            squared.append(
                beam(
                    at(x, ends[0], collar_top - height * 0.4),
                    at(x, ends[1], collar_top - height * 0.4),
                    width * 0.85,
                    height * 0.8,
                    name="collar",
                )
            )
            round_.append(
                log(
                    at(x, rear_lintel, main_top - 0.04),
                    at(x, rear_lintel, collar_top - height * 0.7),
                    strut,
                    sides=sides,
                    name="strut",
                )
            )
            round_.append(
                log(
                    at(x, ridge, collar_top - 0.04),
                    at(x, ridge, hall.under(ridge) + 0.03),
                    strut,
                    sides=sides,
                    name="strut",
                )
            )
            squared.append(_brace(hall, x, lintel - post * 0.6, main_top - height, width, height))
            if not hall.chamber:
                round_.append(
                    log(at(x, rear, hall.floor), at(x, rear, main_top - height + 0.04), post, sides=sides, name="post")
                )
                plinth.append(_plinth(x, rear, hall.floor, post))
            else:
                round_.append(
                    log(
                        at(x, rear_lintel, hall.floor),
                        at(x, rear_lintel, main_top - 0.04),
                        post,
                        sides=sides,
                        name="post",
                    )
                )
                round_.append(
                    log(at(x, rear, hall.floor), at(x, rear, main_top - height + 0.04), post, sides=sides, name="post")
                )
            continue
        # Frames in walls: posts stand under every purlin, the first a little behind the edge of the platform.
        stand = max(front, post * 1.9) if gable else max(hall.wall_south + post, post * 1.9)
        rows = (stand, *(p for p in (lintel, ridge, rear_lintel, rear) if stand + post * 3 < p <= rear))
        for y in rows:
            up = main_top - height + 0.04 if y in (stand, rear) and y != lintel else hall.under(y) + 0.03
            up = min(up, hall.cover(x, y) - 0.05)
            round_.append(log(at(x, y, hall.floor), at(x, y, up), post, sides=sides, name="post"))
            plinth.append(_plinth(x, y, hall.floor, post))
        if lintel not in rows:
            round_.append(
                log(
                    at(x, lintel, main_top - 0.04),
                    at(x, lintel, hall.under(lintel) + 0.03),
                    strut,
                    sides=sides,
                    name="strut",
                )
            )
        if not gable:
            squared.append(_brace(hall, x, stand - post * 0.6, main_top - height, width, height))
        if hall.cover(x, lintel) < collar_top + 0.3:
            continue
        squared.append(
            beam(
                at(x, lintel, collar_top - height * 0.35),
                at(x, rear_lintel, collar_top - height * 0.35),
                width * 0.7,
                height * 0.6,
                name="tie",
            )
        )
    parts = [
        Solid("beams", join(squared), "timber", ("beam.height", "beam.width"), "hall"),
        Solid("posts", join(round_), "pillar", ("post.diameter", "strut.diameter"), "hall"),
    ]
    if plinth:
        parts.append(Solid("plinths", join(plinth), "stone", ("pillar.base-height",), "hall"))
    return parts


def _brace(hall: Frame, x: float, y: float, under: float, width: float, height: float) -> Body:
    """The brace takes the forward arm of a beam back to the post or pillar at y, well above heads."""
    reach = (y - hall.purlins[0]) * 0.55
    drop = min(reach * 0.55, under - hall.floor - 2.1)
    return beam(at(x, y, under - drop), at(x, y - reach, under + 0.05), width * 0.5, height * 0.42, name="brace")


def _plinth(x: float, y: float, floor: float, post: float) -> Body:
    edge = post * 1.55
    return box((x - edge, x + edge), (floor - 0.02, floor + 0.05), (-y - edge, -y + edge), "plinth", "post.diameter")


def build_rafters(ground: Ground, lod: int = 0) -> list[Solid]:
    """Poles 椽 from eave to ridge, lying on the purlins, and reed battens across them (at the finer level)."""
    hall, size = measure(ground), Sizes(ground)
    radius, step = size("rafter.diameter") / 2, size("rafter.step") * (1.0 if lod == 0 else 2.0)
    lift = (radius - SEAT) * float(np.hypot(1.0, hall.slope))
    south = hall.purlins[0] - hall.overhang
    north = 2 * hall.ridge - south
    sides = 5 if lod == 0 else 3
    reach = hall.width - 0.12
    bodies: list[Body] = []
    for low in (south, north):
        path = [at(0, low, hall.roof(low) + lift), at(0, hall.ridge, hall.roof(hall.ridge) + lift)]
        if not hall.hipped:
            count = round(2 * reach / step) + 1
            xs = np.linspace(-reach, reach, count)
            bodies.append(
                copies(
                    tube(path, radius / float(np.cos(np.pi / sides)), sides, name="rafter"),
                    np.array([frame((float(x), 0, 0)) for x in xs]),
                )
            )
        else:
            reach = purlin_ends(hall, 0) - 0.1
            for x in np.linspace(-reach, reach, round(2 * reach / step) + 1):
                top = _hip_top(hall, float(x), low)
                ends = [at(float(x), low, hall.roof(low) + lift), at(float(x), top, hall.roof(top) + lift)]
                bodies.append(tube(ends, radius / float(np.cos(np.pi / sides)), sides, name="rafter"))
    if hall.hipped:
        bodies += _end_rafters(hall, south, lift, radius / float(np.cos(np.pi / sides)), step, sides)
    return [Solid("rafters", join(bodies), "timber-dark", ("rafter.diameter", "rafter.step"), "roof")]


def _end_rafters(hall: Frame, south: float, lift: float, radius: float, step: float, sides: int) -> list[Body]:
    """The rafters of the two end slopes of a hipped roof, from the eave to the hips, and the hips' own rafters 角梁."""
    bodies = []
    eave, run = hall.roof(south) + lift, hall.ridge - south
    steep = (hall.roof(hall.ridge) + lift - eave) / (hall.width - hall.ridge_half)
    for side in (1.0, -1.0):
        for y in np.linspace(hall.purlins[0] + 0.2, hall.purlins[4] - 0.2, round(2 * run / step)):
            part = 1 - abs(float(y) - hall.ridge) / run
            into = max((hall.width - hall.ridge_half) * part, 1.2)
            ends = [at(side * hall.width, y, eave), at(side * (hall.width - into), y, eave + steep * into)]
            bodies.append(tube(ends, radius, sides, name="rafter"))
        for low in (south, 2 * hall.ridge - south):
            foot, head = (
                at(side * hall.width, low, eave),
                at(side * hall.ridge_half, hall.ridge, hall.roof(hall.ridge) + lift),
            )
            bodies.append(tube([foot, head], radius * 1.5, sides + 2, name="hip rafter"))
    return bodies


def end_purlins(hall: Frame, east: bool, lod: int = 0) -> list[Body]:
    """The purlins under an end slope of a hipped roof: over the gable beam, and between the front and rear lintel; the latter is
    propped by an arm from the frame of the side wall."""
    side, r, sides = 1.0 if east else -1.0, hall.purlin_radius, 12 if lod == 0 else 8
    bodies = []
    for k in (0, 1):
        x, height = side * (purlin_ends(hall, k) + r * 0.8), hall.height(hall.purlins[k])
        bodies.append(
            tube(
                [at(x, hall.purlins[k] - r, height), at(x, hall.purlins[4 - k] + r, height)],
                r,
                sides,
                name="end purlin",
            )
        )
    x, height = side * (purlin_ends(hall, 1) + r), hall.under(hall.purlins[1]) - 0.07
    bodies.append(
        beam(at(side * hall.side_wall_x, hall.ridge, height), at(x, hall.ridge, height), 0.16, 0.18, name="arm")
    )
    return bodies


def _hip_top(hall: Frame, x: float, low: float) -> float:
    """y at which a rafter of a hipped roof ends: at the ridge, or against the hip."""
    part = min(1.0, (hall.width - abs(x)) / (hall.width - hall.ridge_half))
    return low + (hall.ridge - low) * max(part, 0.06)
