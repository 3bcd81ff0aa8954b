"""How long it takes to stage the rite, and how the rite grows with the number of pairs.

    python benchmarks/staging.py [--no-audit] [--most] [PAIRS …]

For each number of pairs after the 三耦 (4, 10, 20, 40 and 80; with --most also 200): seconds of processor time from score to acts, the
same for each pair (all of it, and what each pair cost that was added since the row above), footfalls, minutes of the rite, and minutes
by part.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite.audit import audit
from rite.staging import scores_of, stage

SHOOTINGS = {"14–20 請射": range(14, 21), "21–25 再射": range(21, 26), "26–30 三射": range(26, 31)}


def main(pairs: list[int], audited_too: bool = True) -> None:
    """Print one row for each number of pairs."""
    ground = derive(Choices())
    scores_of(lay_out(ground, Company()))
    head = "pairs  guests   stage s  s/pair  s/pair more  audit s  wrong  footfalls   rite min  " + "  ".join(SHOOTINGS)
    print(head)
    seen: list[tuple[int, float, float]] = []
    for number in pairs:
        plan = lay_out(ground, Company(pairs=number))
        start = time.process_time()
        rite = stage(plan)
        staged = time.process_time() - start
        start = time.process_time()
        wrong = str(len(audit(rite, plan).violations)) if audited_too else "–"
        audited = time.process_time() - start
        each = f"{staged / number:.3f}" if number else "–"
        fresh = number - seen[-1][0] if seen else 0
        more_each = f"{(staged - seen[-1][1]) / fresh:.3f}" if fresh > 0 else "–"
        feet = sum(len(p.footfalls) for s in rite.sections for p in s.people.values())
        guests = sum(name.startswith("guest-") for name in rite.sections[0].people)
        parts = [sum(s.duration for s in rite.sections if s.number in span) / 60000 for span in SHOOTINGS.values()]
        print(
            f"{number:5d} {guests:7d} {staged:9.2f} {each:>7s} {more_each:>12s} {audited:8.2f} {wrong:>6s} {feet:10d} {rite.duration / 60000:10.1f}  "
            + "  ".join(f"{p:10.1f}" for p in parts),
            flush=True,
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
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("pairs", nargs="*", type=int, metavar="PAIRS")
    options.add_argument("--no-audit", action="store_true", help="do not look for what is wrong")
    options.add_argument("--most", action="store_true", help="also 200 pairs, the most there may be (many minutes)")
    asked = options.parse_args()
    main((asked.pairs or [4, 10, 20, 40, 80]) + [200] * asked.most, not asked.no_audit)
