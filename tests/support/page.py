"""A page opened in a browser for tests: what it asks for and complains of is noted, and states are waited for, never times."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")
FLAGS = [
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 120_000
"""Milliseconds: a busy machine may take long; only what never comes fails."""


class Watched:
    """An opened page; `close` asserts that it asked for nothing and complained of nothing."""

    def __init__(
        self, browser: Any, file: Path, address: str = "", size: tuple[int, int] = (1100, 700), **options: Any
    ):
        self.file = file
        self.page = browser.new_page(
            viewport={"width": size[0], "height": size[1]}, **{"reduced_motion": "reduce", **options}
        )
        self.page.set_default_timeout(PATIENCE)
        self.trouble: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda e: self.trouble.append(str(e)))
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.goto(file.as_uri() + address)
        self.page.wait_for_selector("body.ready")

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning") and "GPU stall" not in message.text:
            self.trouble.append(message.text)

    def close(self) -> None:
        self.page.close()
        assert self.trouble == []
        assert {u.split("#")[0] for u in self.requests if not u.startswith(("data:", "blob:"))} == {self.file.as_uri()}


def until(page: Any, condition: str) -> None:
    """Wait for a condition; playwright's own way would need `eval`, which the page forbids."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if page.evaluate(condition):
            return
        page.wait_for_timeout(30)
    raise AssertionError(f"never came true: {condition}")


def shared(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder filled by `make` once, for all processes that run tests together."""
    base = factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        base = base.parent
    folder, ready = base / name, base / f"{name}.ready"
    try:
        folder.mkdir()
    except FileExistsError:
        end = time.monotonic() + PATIENCE / 1000
        while not ready.exists():
            assert time.monotonic() < end, f"{name} is not made in the other process"
            time.sleep(0.1)
        return folder
    make(folder)
    ready.touch()
    return folder
