"""How fast people are posed and sampled: 500 figures a frame, a section turned into tracks, its size; and how well the staged rite
keeps to what a body can do.

python benchmarks/figures.py [--people 500] [--section] [--staged] [--pierce]
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from geometry.animate import animate, body_tracks, cast_of, posed, thinned
from geometry.motion.poses import apply, blank
from geometry.motion.rehearsal import rehearse
from geometry.motion.solve import solve
from geometry.scene import Clip, Track


def track_bytes(tracks: tuple[Track, ...]) -> int:
    """What the keys of tracks take in a glTF file: float32 times, int16 quaternions, float32 vectors."""
    return sum(len(t.times) * (4 + (8 if t.path == "rotation" else 12)) for t in tracks)


def solve_time(people: int, rounds: int = 60) -> tuple[float, float]:
    """Seconds of processor time to solve one frame of so many people in mid-gesture: the best round and the middle one."""
    poses = [
        apply(name, blank("stand"), "stand").row for name in ("salute", "full-draw", "hold-cup", "wash-a", "stand")
    ]
    rows = np.array([poses[n % len(poses)] for n in range(people)])
    solve(rows)
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        solve(rows)
        spent.append(time.process_time() - start)
    return min(spent), sorted(spent)[rounds // 2]


def staged_strain() -> None:
    """The whole rite of the usual company: fastest bones and hands, hands and what they hold."""
    from geometry.motion.equipment import equipped
    from geometry.motion.ladles import ladles_of
    from geometry.motion.strain import holding, strain
    from layout.choices import Choices, Company
    from layout.evidence import derive
    from layout.plan import lay_out
    from rite.staging import stage

    plan = lay_out(derive(Choices()), Company())
    ladles = ladles_of(plan)
    bones, hands, gaps = [], [], []
    for section in stage(plan).sections:
        section = equipped(section, ladles)
        bodies = posed(section, cast_of([section]))
        for id, body in bodies.items():
            if body.still is None:
                found = strain(body)
                bones.append((found.turning, section.number, id, found.bone, found.at))
                hands.append((found.pace, section.number, id, found.paced))
        gaps += [
            (held.gap, section.number, held.thing, held.holder, held.t) for held in holding(section, bodies, 0.231)
        ]
    print(f"{len(bones)} bodies in motion; fastest bone {max(bones)}; fastest hand {max(hands)}")
    print(f"{len(gaps)} moments of holding; farthest from the grip {max(gaps)}")


def pierced_most() -> None:
    """Every gesture at every sample, five heights: how deep sleeves sink into their wearer at most."""
    from dataclasses import replace

    from geometry.figure.figure import wardrobe
    from geometry.motion.pierce import pierced
    from rite.gestures import load_gestures

    worst: list[tuple[float, str, str, str]] = []
    for tall in (0.9, 0.95, 1.0, 1.05, 1.1):
        for name in load_gestures():
            section = rehearse(name)
            people = {id: replace(who, scale=who.scale * tall) for id, who in cast_of([section]).items()}
            for id, body in posed(section, people).items():
                deep = pierced(body, wardrobe(id), range(len(body.times)))
                worst += [(p.depth, f"{name} ×{tall}", p.sleeve, p.part) for p in deep]
    for row in sorted(worst)[-5:]:
        print(row)


def hour_bytes(clip: Clip) -> float:
    """Bytes an hour of a clip at its own density."""
    return track_bytes(clip.tracks) * 3_600_000 / clip.duration


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--section", action="store_true", help="stage section 18 and turn it into tracks as well")
    parser.add_argument("--staged", action="store_true", help="speeds and grips over the whole staged rite")
    parser.add_argument(
        "--pierce", action="store_true", help="how deep sleeves sink into their wearer, every gesture and sample"
    )
    given = parser.parse_args()
    best, middle = solve_time(given.people)
    print(
        f"solve {given.people} people, one frame: {1000 * best:.2f} ms (median {1000 * middle:.2f}) of processor time"
    )
    if given.staged:
        staged_strain()
    if given.pierce:
        pierced_most()
    section = rehearse("draw-shoot")
    people = cast_of([section])
    start = time.perf_counter()
    bodies = posed(section, people)
    tracks = [t for body in bodies.values() for t in body_tracks(body)]
    kept = thinned(tracks)
    print(
        f"one shot: {time.perf_counter() - start:.3f} s, {sum(len(t.times) for t in kept)} keys of {sum(len(t.times) for t in tracks)}"
    )
    if given.section:
        from layout.choices import Choices, Company
        from layout.evidence import derive
        from layout.plan import lay_out
        from rite.staging import stage

        rite = stage(lay_out(derive(Choices()), Company()), (18,))
        cast = cast_of(rite.sections)
        for staged in rite.sections:
            start = time.perf_counter()
            clip = animate(staged, cast)
            print(
                f"section {staged.number}: {len(staged.people)} people, {staged.duration / 60000:.1f} min, "
                f"{time.perf_counter() - start:.1f} s, {track_bytes(clip.tracks) / 1e6:.2f} MB, {hour_bytes(clip) / 1e6:.2f} MB an hour"
            )


if __name__ == "__main__":
    main()
