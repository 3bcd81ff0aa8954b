"""The main job of `make run`: check the text, draw the plan, build the animated model; says what it made and how to go on."""

from __future__ import annotations

import sys
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from shegong.cli import main as shegong


def run(out: Path) -> int:
    """Make everything in `out`; returns 0, or the first exit code that is not 0."""
    out.mkdir(parents=True, exist_ok=True)
    jobs: list[tuple[str, Path, list[str]]] = [
        ("every claim of the text recomputed", out / "check.txt", ["check"]),
        ("the plan, to scale", out / "plan.svg", ["plan", str(out / "plan.svg")]),
        ("the animated model", out / "rite.glb", ["export", str(out / "rite.glb")]),
        ("a picture", out / "range.png", ["render", str(out / "range.png")]),
    ]
    for what, path, argv in jobs:
        began = time.monotonic()
        text = StringIO()
        with redirect_stdout(text):
            code = shegong(argv)
        if path.suffix == ".txt":
            path.write_text(text.getvalue(), encoding="utf-8")
        # A check that finds a wrong sum in the commentary (exit 1) has done its work.
        if code not in (0, 1) or not path.exists():
            return code or 1
        print(f"{path!s:20} {what} ({time.monotonic() - began:.1f} s)", flush=True)
    print("\nTo walk on the ground:  .venv/bin/shegong view\nTo see all it can do:   .venv/bin/shegong --help")
    return 0


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1] if len(sys.argv) > 1 else "out")))
