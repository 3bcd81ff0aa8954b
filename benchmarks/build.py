"""How long the built ground takes, part by part, how many triangles it draws, and how it grows with the company.

Run: python benchmarks/build.py [--combinations N]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import tomllib
from collections.abc import Callable
from typing import Any

from geometry import court, hall
from geometry import range as the_range
from geometry.budget import section_triangles
from geometry.catalogue import CATALOGUE
from geometry.finish import open_edges, to_mesh, triangles
from geometry.ground import build_ground
from geometry.overlap import overlaps
from layout.choices import Choices, Company
from layout.data import asset
from layout.errors import ShegongError
from layout.evidence import derive
from layout.plan import lay_out
from rite import stage


def clock(make: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """Best of a few runs, in milliseconds of the processor, and the last result."""
    best, result = float("inf"), None
    for _ in range(times):
        start = time.process_time()
        result = make()
        best = min(best, (time.process_time() - start) * 1000)
    return best, result


def drawn(nodes: Any, meshes: Any) -> int:
    """Triangles on the screen: shared meshes count as often as they are shown."""
    return sum(triangles(meshes[n.mesh]) for n in nodes if n.mesh)


def parts() -> None:
    """Each part of the ground at both levels of detail."""
    ground = derive(Choices())
    makers: dict[str, Callable[[int], Any]] = {
        "court surface": lambda lod: court.build_surface(ground, (), lod),
        "gate": lambda lod: [s for p in court.build_gate(ground, lod).values() for s in p],
        "tree": lambda lod: court.build_tree(1, lod),
        "platform": lambda lod: hall.build_platform(ground, lod),
        "frames": lambda lod: hall.build_frames(ground, lod),
        "rafters": lambda lod: hall.build_rafters(ground, lod),
        "roof": lambda lod: hall.build_roof(ground, lod),
        "target": lambda lod: the_range.build_target(ground, lod),
        "all things": lambda lod: [s for kind in CATALOGUE.values() for s in kind(ground, lod)],
    }
    print(f"{'part':16}{'fine ms':>10}{'coarse ms':>11}{'fine tri':>10}{'coarse tri':>12}")
    for name, make in makers.items():
        row = []
        for lod in (0, 1):
            spent, solids = clock(lambda lod=lod, make=make: make(lod))
            row.append((spent, triangles(to_mesh(solids, name))))
        print(f"{name:16}{row[0][0]:10.1f}{row[1][0]:11.1f}{row[0][1]:10}{row[1][1]:12}")


def companies() -> None:
    """The whole ground for companies of growing size."""
    print(f"\n{'company':24}{'level':>7}{'ms':>9}{'nodes':>7}{'triangles':>11}")
    for guests, grandees, pairs in ((3, 0, 0), (7, 1, 4), (20, 3, 12)):
        plan = lay_out(derive(Choices()), Company(guests=guests, grandees=grandees, pairs=pairs))
        for lod in (0, 1):
            spent, (nodes, meshes) = clock(lambda plan=plan, lod=lod: build_ground(plan, lod))
            name = f"{guests} guests, {pairs} pairs"
            print(f"{name:24}{lod:7}{spent:9.0f}{len(nodes):7}{drawn(nodes, meshes):11}")


def readings() -> None:
    """Named readings at full detail."""
    print(f"\n{'reading':16}{'ms':>8}{'triangles':>11}{'whole scene':>13}")
    most = sections()
    for name in ("zhou-xu", "xiang-xiang", "ao", "dashe", "kaogong-foot", "wang-zhi-pace"):
        plan = lay_out(derive(Choices(reading=name)), Company())
        spent, (nodes, meshes) = clock(lambda plan=plan: build_ground(plan, 0), 1)
        print(f"{name:16}{spent:8.0f}{drawn(nodes, meshes):11}{most.get(name, 0) or '':>13}")


def sections() -> dict[str, int]:
    """Reading → triangles of its fullest section with everyone in it, at full detail."""
    return {
        name: max(sum(c.values()) for c in section_triangles(plan, stage(plan), 0).values())
        for name in ("zhou-xu", "xiang-xiang")
        for plan in [lay_out(derive(Choices(reading=name)), Company())]
    }


def combinations(count: int) -> int:
    """Seeded combinations of the switches: every one must build, closed, with nothing in the way of anything else."""
    table = {
        row["key"]: [c["id"] for c in row["choice"]]
        for row in tomllib.loads(asset("readings", "options.toml").read_text(encoding="utf-8"))["option"]
    }
    rng = random.Random(1)
    built = refused = faults = 0
    start = time.process_time()
    for _ in range(count):
        sets = tuple(f"{key}={rng.choice(table[key])}" for key in rng.sample(sorted(table), 7))
        try:
            plan = lay_out(derive(Choices(sets=sets)), Company())
        except ShegongError:
            refused += 1
            continue
        nodes, meshes = build_ground(plan, 1)
        torn = [name for name, mesh in meshes.items() if open_edges(mesh)]
        crossed = overlaps(nodes, meshes)
        if torn or crossed:
            faults += 1
            print(f"  {' '.join(sets)}: open {torn}, in the way {crossed}")
        built += 1
    spent = time.process_time() - start
    print(
        f"\n{count} combinations: {built} built, {refused} refused by the plan itself, {faults} faulty, {spent:.0f} s"
    )
    return faults


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--combinations", type=int, default=200)
    given = options.parse_args()
    parts()
    companies()
    readings()
    sys.exit(1 if combinations(given.combinations) else 0)
