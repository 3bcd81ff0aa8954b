"""How long it takes to stage the rite, and how the rite grows with the number of pairs.

    python benchmarks/staging.py [PAIRS …]

For each number of pairs after the 三耦: seconds from score to acts, footfalls, minutes of the rite, and minutes by part.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite.audit import audit
from rite.staging import scores_of, stage

SHOOTINGS = {"14–20 請射": range(14, 21), "21–25 再射": range(21, 26), "26–30 三射": range(26, 31)}


def main(pairs: list[int]) -> None:
    """Print one row for each number of pairs."""
    ground = derive(Choices())
    scores_of(lay_out(ground, Company()))
    head = "pairs  guests   stage s  audit s  wrong  footfalls   rite min  " + "  ".join(SHOOTINGS)
    print(head)
    seen: list[tuple[int, float, float]] = []
    for number in pairs:
        plan = lay_out(ground, Company(pairs=number))
        start = time.process_time()
        rite = stage(plan)
        staged = time.process_time() - start
        start = time.process_time()
        wrong = len(audit(rite, plan).violations)
        audited = time.process_time() - start
        feet = sum(len(p.footfalls) for s in rite.sections for p in s.people.values())
        guests = sum(name.startswith("guest-") for name in rite.sections[0].people)
        parts = [sum(s.duration for s in rite.sections if s.number in span) / 60000 for span in SHOOTINGS.values()]
        print(
            f"{number:5d} {guests:7d} {staged:9.2f} {audited:8.2f} {wrong:6d} {feet:10d} {rite.duration / 60000:10.1f}  "
            + "  ".join(f"{p:10.1f}" for p in parts)
        )
        seen.append((number, staged, rite.duration / 60000))
    # Up to four pairs those who come in are invited already; every further pair brings two guests more.
    more = [row for row in seen if row[0] >= 4]
    if len(more) > 2:
        for name, column in (("stage s", 1), ("rite min", 2)):
            slope, start = np.polyfit([row[0] for row in more], [row[column] for row in more], 1)
            off = max(abs(row[column] - start - slope * row[0]) / row[column] for row in more)
            print(f"{name} = {start:.2f} + {slope:.3f} a pair, from four pairs on (farthest off: {100 * off:.0f} %)")


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or [0, 4, 10, 20, 40])
