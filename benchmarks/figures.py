"""How fast people are posed and sampled: 500 figures a frame, a section turned into tracks, its size.

python benchmarks/figures.py [--people 500] [--section]
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


def solve_time(people: int, rounds: int = 30) -> float:
    """Seconds to solve one frame of so many people in mid-gesture."""
    poses = [
        apply(name, blank("stand"), "stand").row for name in ("salute", "full-draw", "hold-cup", "wash-a", "stand")
    ]
    rows = np.array([poses[n % len(poses)] for n in range(people)])
    solve(rows)
    best = 1e9
    for _ in range(rounds):
        start = time.perf_counter()
        solve(rows)
        best = min(best, time.perf_counter() - start)
    return best


def hour_bytes(clip: Clip) -> float:
    """Bytes an hour of a clip at its own density."""
    return track_bytes(clip.tracks) * 3_600_000 / clip.duration


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--section", action="store_true", help="stage section 18 and turn it into tracks as well")
    given = parser.parse_args()
    print(f"solve {given.people} people, one frame: {1000 * solve_time(given.people):.2f} ms")
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
