"""A Firefox driven by its own protocol (Marionette): what a test of the page needs, and no more.

It is shown on a screen of its own (Xvfb) where there is one, since without any screen it has no WebGL.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

PATIENCE = 120
"""Seconds: a busy machine may take long; only what never comes fails."""
SETTINGS = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
    "webgl.force-enabled": True,
}


class Firefox:
    """An opened Firefox with a profile of its own in `folder`; closed at the end of the `with`."""

    def __init__(self, program: str, folder: Path) -> None:
        self.profile = folder / "profile"
        self.profile.mkdir()
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in SETTINGS.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        self.screen, display = _screen()
        where = {**os.environ, "DISPLAY": display} if display else dict(os.environ)
        command = [program, "--marionette", "--no-remote", "--profile", str(self.profile)]
        command += [] if display else ["--headless"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=where)
        self.number = 0
        try:
            self.line = socket.create_connection(("127.0.0.1", self._port()), timeout=PATIENCE)
            self._hear()
            self._ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": False}}})
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Firefox:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()
        self._end()

    def open(self, address: str) -> None:
        """Go to an address and wait until it is loaded."""
        self._ask("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page (it may `return` what JSON can say)."""
        given = {"script": script, "args": list(arguments), "sandbox": None, "newSandbox": False}
        return self._ask("WebDriver:ExecuteScript", given)["value"]

    def press(self, key: str) -> None:
        """Press a key on the keyboard."""
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._ask("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": strokes}]})

    def until(self, script: str) -> None:
        """Wait until a script returns something true."""
        end = time.monotonic() + PATIENCE
        while not self.run(script):
            assert time.monotonic() < end, f"never came true: {script}"
            time.sleep(0.05)

    def _port(self) -> int:
        told = self.profile / "MarionetteActivePort"
        end = time.monotonic() + PATIENCE
        while not (told.exists() and told.read_text().strip()):
            assert self.process.poll() is None, "Firefox has ended"
            assert time.monotonic() < end, "Firefox does not start"
            time.sleep(0.05)
        return int(told.read_text())

    def _ask(self, command: str, given: dict[str, Any]) -> Any:
        self.number += 1
        text = json.dumps([0, self.number, command, given]).encode()
        self.line.sendall(str(len(text)).encode() + b":" + text)
        _, _, bad, found = self._hear()
        assert bad is None, f"{bad.get('error')}: {bad.get('message')}"
        return found

    def _hear(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._some(1)
        return json.loads(self._some(int(size[:-1])))

    def _some(self, count: int) -> bytes:
        out = b""
        while len(out) < count:
            part = self.line.recv(count - len(out))
            assert part, "Firefox has hung up"
            out += part
        return out

    def _end(self) -> None:
        for process in (self.process, self.screen):
            if process is None:
                continue
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _screen() -> tuple[subprocess.Popen[bytes] | None, str]:
    """A screen that nobody sees, and its name; the name is empty where there is none."""
    program = shutil.which("Xvfb")
    if program is None:
        return None, ""
    read, write = os.pipe()
    command = [program, "-displayfd", str(write), "-screen", "0", "1300x900x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    return process, f":{number}" if number else ""
