"""How long a survey takes and how much memory it needs, for growing numbers of combinations.

    python benchmarks/survey.py

Three kinds of survey: every open choice at once (each dimension spans only its own choices), all the choices that one
dimension has multiplied out into one table, and the same beyond the size of a chunk.
"""

from __future__ import annotations

import resource
import sys
import time

from layout.evidence import derive
from layout.evidence.survey import survey

STEPS = {10**5: "1", 10**6: "0.5", 10**7: "0.2", 10**8: "0.1"}


def report(label: str, start: float, combinations: int, cells: int) -> None:
    """One line: what, how many combinations, exact numbers worked out, seconds, greatest memory so far."""
    seconds = time.perf_counter() - start
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // scale
    print(f"{label:28} {combinations:>18,} {cells:>12,} {seconds:8.2f} s {memory:>6} MB")


def main() -> None:
    """Run all and print a table."""
    start = time.perf_counter()
    derive()
    report("one derivation, cold", start, 1, 0)
    start = time.perf_counter()
    for _ in range(10):
        derive()
    report("ten derivations, warm", start, 10, 0)
    start = time.perf_counter()
    found = survey()
    report("every open choice", start, found.combinations, found.cells)
    for least, step in STEPS.items():
        vary = [f"target.center=8..28/{step}", f"target.body=10..80/{step}", f"target.tongue-upper=20..100/{step}"]
        start = time.perf_counter()
        found = survey(over=["range"], vary=vary)
        report(f"one table, over {least:,}", start, found.combinations, found.cells)


if __name__ == "__main__":
    main()
