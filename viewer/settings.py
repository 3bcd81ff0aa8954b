"""What is kept between runs: size of the window, language, last reading and view."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from layout.files import atomic


@dataclass
class Settings:
    """Everything that is remembered."""

    width: int = 1280
    height: int = 720
    lang: str = "zh"
    reading: str = ""
    view: str = ""
    speed: float = 1.0
    names: str = "people"


def settings_path() -> Path:
    """Where the settings lie; SHEGONG_CONFIG names another folder."""
    own = os.environ.get("SHEGONG_CONFIG")
    if own:
        return Path(own) / "window.json"
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", str(Path.home())))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME", str(Path.home() / ".config")))
    return base / "shegong" / "window.json"


def load_settings(path: Path | None = None) -> Settings:
    """The settings kept; the defaults where there are none, or where a value makes no sense."""
    try:
        raw = json.loads((path or settings_path()).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Settings()
    out = Settings()
    if not isinstance(raw, dict):
        return out
    for field in fields(Settings):
        value, default = raw.get(field.name), getattr(out, field.name)
        if isinstance(default, int) and not isinstance(default, bool) and isinstance(value, int):
            setattr(out, field.name, min(max(value, 320), 8192))
        elif isinstance(default, float) and isinstance(value, int | float):
            out.speed = float(min(max(value, 0.25), 64.0))
        elif isinstance(default, str) and isinstance(value, str):
            setattr(out, field.name, value)
    if out.lang not in ("zh", "en"):
        out.lang = "zh"
    return out


def save_settings(settings: Settings, path: Path | None = None) -> bool:
    """Keep the settings; False where the folder cannot be written (that must never stop anyone from leaving)."""
    path = path or settings_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic(path) as temporary:
            temporary.write_text(json.dumps(asdict(settings), ensure_ascii=False, indent=1), encoding="utf-8")
    except OSError:
        return False
    return True
