"""Which key does what: `assets/labels/keys.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from layout.data import asset, load_toml

HELD = ("forward", "back", "left", "right", "up", "down")
SHOWN = {
    "space": "Space", "period": ".", "comma": ",", "bracketright": "]", "bracketleft": "[", "pagedown": "PgDn",
    "pageup": "PgUp", "backspace": "Bksp", "equal": "=", "plus": "+", "minus": "−", "num_add": "", "num_subtract": "",
    "home": "Home", "tab": "Tab", "slash": "/", "question": "?", "escape": "Esc", "apostrophe": "'", "semicolon": ";",
    "backslash": "\\", "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip

NAMED = ("period", "comma", "apostrophe", "semicolon", "backslash", "slash", "minus")
"""Keys whose marks are too small to be told apart."""


@cache
def groups() -> Mapping[str, Mapping[str, str]]:
    """Actions with their keys, by group, in the order of the help."""
    table: dict[str, dict[str, str]] = load_toml(asset("labels", "keys.toml"), dict[str, dict[str, str]])
    return table


@cache
def bindings() -> Mapping[str, str]:
    """Action of each key; modifiers stand before it (`shift+f12`)."""
    return {key: action for keys in groups().values() for action, names in keys.items() for key in names.split()}


def action_of(key: str, ctrl: bool = False, shift: bool = False) -> str | None:
    """The action of a key pressed, or None."""
    key = key.lower().lstrip("_")
    table = bindings()
    if ctrl:
        return table.get(f"ctrl+{key}")
    if shift and f"shift+{key}" in table:
        return table[f"shift+{key}"]
    if shift and key == "slash":
        return table.get("question")
    return table.get(key)


def shown(action: str) -> str:
    """How the keys of an action are written for a person.

    >>> shown("play")
    'Space'
    """
    for keys in groups().values():
        if action in keys:
            return " ".join(s for s in (_shown(k) for k in keys[action].split()) if s)
    return ""


def caps(action: str) -> tuple[str, ...]:
    """The keys of an action, each as it is written on its cap; marks that are hardly seen bear their names.

    >>> caps("next-clause"), caps("next-section")
    (('. period',), (']', 'PgDn'))
    """
    keys = next((keys[action] for keys in groups().values() if action in keys), "")
    found = ((_shown(k), k.rpartition("+")[2]) for k in keys.split())
    return tuple(f"{text} {key}" if key in NAMED else text for text, key in found if text)


def _shown(key: str) -> str:
    *mods, last = key.split("+")
    name = SHOWN.get(last, last.upper())
    return "+".join([*(m.capitalize() for m in mods), name]) if name else ""
