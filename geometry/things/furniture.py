"""Furniture: mats 席, stand of the jars 斯禁, baskets 篚, meat-stands 俎 with their joints."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Body, Solid, beam, bevelled, box, curve, ellipsoid, join, loft, tube
from layout.evidence.model import Ground


def build_mat(ground: Ground, lod: int = 0, length: str = "mat.length", layers: int = 1) -> list[Solid]:
    """A rush mat 蒲筵 bordered with black (緇布純): long side along X, sitters face +Z; `layers` lie one upon the other."""
    size = Sizes(ground)
    long, wide, edge, thick = size(length), size("mat.width"), size("mat.border"), size("mat.thickness")
    count = 26 if lod == 0 else 6
    parts: list[Solid] = []
    weave: list[Body] = []
    dark: list[Body] = []
    border: list[Body] = []
    for layer in range(layers):
        low = thick * layer
        # Layers are the same size; the upper lies a hair within, as cloth does, so that faces do not coincide.
        inset = 0.002 * layer
        x0, x1 = -long / 2 + edge + inset, long / 2 - edge - inset
        z0, z1 = -wide / 2 + edge + inset, wide / 2 - edge - inset
        cuts = np.linspace(x0, x1, count + 1)
        for k in range(count):
            slat = box(
                (float(cuts[k]), float(cuts[k + 1])),
                (low, low + thick * (0.86 if k % 2 else 0.80)),
                (z0, z1),
                "mat",
                length,
            )
            (dark if k % 2 else weave).append(slat)
        a, b = long / 2 - inset, wide / 2 - inset
        for x, z in (((-a, a), (-b, z0)), ((-a, a), (z1, b)), ((-a, x0), (z0, z1)), ((x1, a), (z0, z1))):
            border.append(bevelled(x, (low, low + thick), z, thick * 0.3, "mat border"))
    dims = (length, "mat.width", "mat.border")
    parts.append(Solid("weave", join(weave), "rush", dims, "things"))
    parts.append(Solid("weave-dark", join(dark), "rush-dark", dims, "things"))
    parts.append(Solid("border", join(border), "border", dims, "things"))
    return parts


def build_wine_stand(ground: Ground, lod: int = 0) -> list[Solid]:
    """斯禁: a low lacquered stand without feet (禁切地無足者): a board with a raised edge on a closed, panelled base."""
    size = Sizes(ground)
    a, b, high = size("wine-stand.length") / 2, size("wine-stand.width") / 2, size("wine-stand.height")
    rim = 0.018
    base = box((-a + 0.012, a - 0.012), (0.0, high - 0.03), (-b + 0.012, b - 0.012), "wine-stand", "wine-stand.height")
    board = box((-a, a), (high - 0.034, high - 0.012), (-b, b), "wine-stand", "wine-stand.length")
    edges = [
        bevelled((-a, a), (high - 0.012, high), (-b, -b + rim), 0.004), bevelled((-a, a), (high - 0.012, high), (b - rim, b), 0.004),
        bevelled((-a, -a + rim), (high - 0.012, high), (-b + rim, b - rim), 0.004), bevelled((a - rim, a), (high - 0.012, high), (-b + rim, b - rim), 0.004),
    ]  # fmt: skip
    lines: list[Body] = []
    for z in (-b + 0.011, b - 0.013):
        for x in np.linspace(-a, a, 5)[:-1]:
            x0, x1 = float(x) + 0.04, float(x) + a / 2 - 0.04
            for y0, y1 in ((0.016, 0.021), (high - 0.056, high - 0.051)):
                lines.append(box((x0, x1), (y0, y1), (z, z + 0.002)))
            for u in (x0, x1 - 0.005):
                lines.append(box((u, u + 0.005), (0.021, high - 0.056), (z, z + 0.002)))
    for z in (-b - 0.0005, b - 0.0015):
        lines.append(box((-a + 0.004, a - 0.004), (high - 0.026, high - 0.020), (z, z + 0.002)))
    lines = (
        [line for line in lines if abs(line.bounds[1][2]) <= b + 1e-9 and abs(line.bounds[0][2]) <= b + 1e-9]
        if lod == 0
        else lines[:0]
    )
    parts = [
        Solid(
            "stand",
            join([base, board, *edges]),
            "lacquer-dark",
            ("wine-stand.length", "wine-stand.width", "wine-stand.height"),
            "things",
            None,
            {"top": (0.0, high - 0.012, 0.0)},
        )
    ]
    if lines:
        parts.append(Solid("lines", join(lines), "lacquer-line", (), "things"))
    return parts


def build_basket(ground: Ground, lod: int = 0) -> list[Solid]:
    """篚: an open oblong basket of bamboo strakes on four feet; long side along X. Point: inside (where cups stand)."""
    size = Sizes(ground)
    a, b = size("basket.length") / 2, size("basket.width") / 2
    foot, high = size("basket.foot"), size("basket.height")
    wall = 0.012
    rows = max(3, round(high / size("basket.strake"))) if lod == 0 else 2
    light: list[Body] = []
    dark: list[Body] = []
    step = high / rows
    for k in range(rows):
        y0, y1 = foot + step * k + (0.003 if k else 0.0), foot + step * (k + 1)
        into = light if k % 2 == 0 else dark
        for z0, z1 in ((-b, -b + wall), (b - wall, b)):
            into.append(_strake((-a, a), (y0, y1), (z0, z1)))
        for x0, x1 in ((-a, -a + wall), (a - wall, a)):
            into.append(_strake((x0, x1), (y0, y1), (-b + wall, b - wall)))
    floor = box(
        (-a + wall * 0.5, a - wall * 0.5),
        (foot + 0.002, foot + 0.014),
        (-b + wall * 0.5, b - wall * 0.5),
        "basket",
        "basket.length",
    )
    light.append(floor)
    stays: list[Body] = []
    count = 9 if lod == 0 else 3
    for x in np.linspace(-a + 0.02, a - 0.02, count):
        for z in (-b + wall * 0.5, b - wall * 0.5):
            stays.append(
                tube(
                    [(float(x), foot + 0.004, z), (float(x), foot + high - 0.004, z)],
                    0.0058,
                    5 if lod == 0 else 4,
                    name="basket",
                )
            )
    for x in (-a + 0.018, a - 0.018):
        for z in (-b + 0.018, b - 0.018):
            stays.append(
                tube([(x, 0.0, z), (x, foot + high * 0.95, z)], 0.013, 7 if lod == 0 else 5, name="basket foot")
            )
    for z in (-b + 0.018, b - 0.018):
        stays.append(beam((-a + 0.018, foot * 0.45, z), (a - 0.018, foot * 0.45, z), 0.012, 0.016))
    dims = ("basket.length", "basket.width", "basket.height", "basket.foot")
    return [
        Solid("strakes", join(light), "bamboo", dims, "things", None, {"inside": (0.0, foot + 0.014, 0.0)}),
        Solid("strakes-dark", join(dark), "bamboo-dark", dims, "things"),
        Solid("frame", join(stays), "bamboo-dark", dims, "things"),
    ]


def _strake(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Body:
    """A split cane: flat inside, its upper and lower edge rounded off; its extent is exactly the box."""
    edge = (y[1] - y[0]) * 0.22
    thin = min(x[1] - x[0], z[1] - z[0]) * 0.32
    along_x = (x[1] - x[0]) > (z[1] - z[0])
    rings = []
    for level, back in ((y[0], thin), (y[0] + edge, 0.0), (y[1] - edge, 0.0), (y[1], thin)):
        dx, dz = (0.0, back) if along_x else (back, 0.0)
        rings.append(
            [
                (x[0] + dx, level, z[0] + dz),
                (x[1] - dx, level, z[0] + dz),
                (x[1] - dx, level, z[1] - dz),
                (x[0] + dx, level, z[1] - dz),
            ]
        )
    return loft(rings, "basket")


def _stand(size: Sizes, lod: int) -> list[Solid]:
    a, b, high = size("meat-stand.length") / 2, size("meat-stand.width") / 2, size("meat-stand.height")
    thick = size("meat-stand.top")
    # The board hollows a little toward the middle and its ends turn up, so that nothing slides off.
    rings = []
    for t in np.linspace(-1, 1, 13 if lod == 0 else 7):
        top = high - thick * 0.55 * (1 - abs(t) ** 3)
        low = top - thick * (0.75 if abs(t) < 0.99 else 0.7)
        x = a * float(t)
        rings.append([(x, low, -b), (x, low, b), (x, top, b), (x, top, -b)])
    board = loft(rings, "meat-stand", "meat-stand.length")
    legs: list[Body] = []
    for sx in (-1, 1):
        for sz in (-1, 1):
            path = curve(
                [
                    (sx * a * 0.80, high - thick * 1.1, sz * b * 0.72),
                    (sx * a * 0.80, high * 0.55, sz * b * 0.74),
                    (sx * a * 0.83, high * 0.14, sz * b * 0.80),
                    (sx * a * 0.86, 0.0, sz * b * 0.84),
                ],
                6 if lod == 0 else 4,
            )
            legs.append(_leg(path))
        # 橫距: a rail joins the legs at each end.
        legs.append(beam((sx * a * 0.81, high * 0.30, -b * 0.76), (sx * a * 0.81, high * 0.30, b * 0.76), 0.018, 0.026))
    line = [
        beam((-a * 0.8, high * 0.66, s * b * 0.74), (a * 0.8, high * 0.66, s * b * 0.74), 0.014, 0.022) for s in (-1, 1)
    ]
    dims = ("meat-stand.length", "meat-stand.width", "meat-stand.height")
    return [
        Solid(
            "board",
            board,
            "lacquer-dark",
            dims,
            "things",
            None,
            {"end-left": (a, high * 0.9, 0.0), "end-right": (-a, high * 0.9, 0.0)},
            30,
        ),
        Solid("legs", join([*legs, *line]), "lacquer", dims, "things"),
    ]


def _leg(path: np.ndarray) -> Body:
    rings = []
    for k, (x, y, z) in enumerate(path):
        half = 0.017 - 0.004 * math.sin(math.pi * k / (len(path) - 1))
        rings.append(
            [(x - half, y, z - half), (x + half, y, z - half), (x + half, y, z + half), (x - half, y, z + half)]
        )
    return loft(rings, "meat-stand leg", "meat-stand.height")


def build_meat_stand_empty(ground: Ground, lod: int = 0) -> list[Solid]:
    """俎 without meat: a board on four legs, railed at both ends; long side along X."""
    return _stand(Sizes(ground), lod)


def build_meat_stand(ground: Ground, lod: int = 0) -> list[Solid]:
    """俎 with the joints of the guest's stand (脊 脅 肩 肺): chine, ribs, shoulder, lung."""
    size = Sizes(ground)
    parts = _stand(size, lod)
    a, b, high = size("meat-stand.length") / 2, size("meat-stand.width") / 2, size("meat-stand.height")
    top = high - size("meat-stand.top") * 0.55
    fine = lod == 0
    meat: list[Body] = []
    bone: list[Body] = []
    # Shoulder: a joint thick at one end, the shank bone standing out at the other.
    n = 9 if fine else 5
    path = curve(
        [
            (-a * 0.72, top + 0.034, -b * 0.30),
            (-a * 0.52, top + 0.042, -b * 0.10),
            (-a * 0.30, top + 0.030, b * 0.18),
            (-a * 0.18, top + 0.022, b * 0.34),
        ],
        n,
    )
    radii = np.interp(np.linspace(0, 1, n), [0, 0.12, 0.4, 0.8, 1], [0.022, 0.040, 0.044, 0.022, 0.015])
    meat.append(tube(path, radii, 10 if fine else 6, flat=0.86, name="shoulder"))
    end = path[-1]
    way = (path[-1] - path[-2]) / np.linalg.norm(path[-1] - path[-2])
    bone.append(tube([end - way * 0.01, end + way * 0.045], [0.008, 0.007], 6))
    bone.append(ellipsoid(tuple(end + way * 0.05), (0.012, 0.010, 0.010), 7, 4))
    # Ribs: curved bones in a sheet of meat.
    for k in range(5 if fine else 3):
        x = -a * 0.06 + 0.026 * k
        rib = curve(
            [
                (x, top + 0.012, -b * 0.66),
                (x + 0.004, top + 0.030, -b * 0.2),
                (x, top + 0.026, b * 0.30),
                (x - 0.002, top + 0.010, b * 0.62),
            ],
            6 if fine else 4,
        )
        bone.append(tube(rib, 0.0065, 5 if fine else 4, flat=0.7))
        meat.append(
            tube(rib * np.array([1, 1, 0.86]) + np.array([0.010, -0.004, 0.0]), 0.013, 5 if fine else 3, flat=0.55)
        )
    # Chine: a row of vertebrae.
    for k in range(6 if fine else 3):
        z = -b * 0.60 + k * b * (0.24 if fine else 0.5)
        meat.append(ellipsoid((a * 0.40, top + 0.018, z), (0.024, 0.020, 0.020), 7 if fine else 5, 5 if fine else 4))
        bone.append(tube([(a * 0.40, top + 0.030, z), (a * 0.40, top + 0.054, z + 0.006)], [0.007, 0.004], 5))
    # Lung: two soft lobes, a nick cut in (離肺).
    for s in (-1, 1):
        meat.append(
            ellipsoid(
                (a * 0.66, top + 0.022, s * b * 0.24), (a * 0.12, 0.024, b * 0.30), 12 if fine else 7, 7 if fine else 5
            )
        )
    parts.append(Solid("meat", join(meat), "meat", (), "things", None, {}, 60))
    parts.append(Solid("bones", join(bone), "fat", (), "things", None, {}, 60))
    return parts
