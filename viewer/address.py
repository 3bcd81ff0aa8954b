"""The address of a place in the page (`file:///…/rite.html#section=18&t=42&view=archers&on=labels`) as options of a picture."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from layout.errors import InputError
from viewer.camera import Camera
from viewer.viewstring import View, write_view

LENS = 34.0
"""Degrees that the page opens its lens where an address does not say."""
KNOWN = ("section", "t", "view", "follow", "on")


def is_address(text: str) -> bool:
    """Whether a text is an address of the page, whole or from its `#` on, rather than a string copied from the window."""
    head = text.strip().partition("#")[2] or text.strip()
    return not text.strip().startswith("v1") and head.partition("=")[0] in KNOWN


def options_of(text: str) -> dict[str, Any]:
    """What an address asks for, by the names of the options of `render`: `at`, `camera` or `view_string`, `certainty`, `inset`, `hide`,
    `labels`. What it does not say is not among them. InputError where its numbers cannot be read.

    >>> options_of("page.html#section=18&t=42&view=archers&on=labels.plan&lang=en")
    {'at': '18+42', 'camera': 'archers', 'inset': True, 'labels': 'en'}
    >>> options_of("#view=1,2,3,0,1,0,30")
    {'view_string': 'v1;eye=1.000,2.000,3.000;at=0.000,1.000,0.000;fov=30'}
    """
    told = {key: values[-1] for key, values in parse_qs(text.strip().partition("#")[2] or text.strip()).items()}
    found: dict[str, Any] = {}
    if "section" in told:
        found["at"] = told["section"] + (f"+{told['t']}" if "t" in told else "")
    view = told.get("view", "")
    if "follow" in told:
        found["camera"] = told["follow"] + (":eyes" if told.get("eyes") == "1" else "")
    elif "," in view:
        found["view_string"] = write_view(View(_camera(view)))
    elif view:
        found["camera"] = view
    on = told.get("on", "").split(".")
    for name, option, what in (("certainty", "certainty", True), ("plan", "inset", True), ("roof", "hide", ("roof",))):
        if name in on:
            found[option] = what
    if "labels" in on:
        found["labels"] = "en" if told.get("lang") == "en" else "zh"
    return found


def _camera(text: str) -> Camera:
    try:
        x, y, z, x2, y2, z2, *lens = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"--view: view={text}: expected a name or six numbers, eye and what it looks at") from None
    return Camera((x, y, z), (x2, y2, z2), lens[0] if lens else LENS)
