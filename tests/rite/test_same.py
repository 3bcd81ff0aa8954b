"""Same seed, same bytes, whatever the hash seed; another seed, another rite."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache


@cache
def printed(*options: str, hashes: str = "1") -> bytes:
    """What `shegong rite --format json` writes in a process of its own."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from shegong.cli import main; main()",
            "rite",
            "--format",
            "json",
            "--sections",
            "18",
            "--pairs",
            "2",
            *options,
        ],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": hashes},
    )
    return done.stdout


def test_same_seed_same_bytes() -> None:
    assert printed(hashes="1") == printed(hashes="2")
    assert len(printed()) > 10_000


def test_another_seed_differs() -> None:
    assert printed(hashes="1") != printed("--seed", "5", hashes="1")
