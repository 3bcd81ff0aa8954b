"""Data files: where they lie and how they are read, checked against a schema (msgspec), with file, line and key in errors."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import assets
from layout.errors import DataError, nearest

T = TypeVar("T")

ASSETS = Path(assets.__path__[0])


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every record of a data file: frozen, keyword only, unknown keys are errors."""


def asset(*parts: str) -> Path:
    """Path of a data file below `assets/`."""
    return ASSETS.joinpath(*parts)


def _decode(kind: type, value: Any) -> Any:
    if kind is Fraction:
        try:
            return Fraction(value if isinstance(value, str) else str(value))
        except (ValueError, ZeroDivisionError):
            raise ValueError(f'expected an exact number such as "158/15", got {value!r}') from None
    raise NotImplementedError(kind)


def load_toml(path: str | Path, schema: type[T]) -> T:
    """Read a TOML file into `schema` (a `Record` or a dict of them).

    Raises DataError naming file, line and key when the file is missing, not TOML, or breaks the schema.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(_short(path), None, "", "no such file") from None
    except UnicodeDecodeError as bad:
        raise DataError(_short(path), None, "", f"not UTF-8 at byte {bad.start}") from None
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        found = re.search(r"line (\d+)", str(bad))
        raise DataError(_short(path), int(found[1]) if found else None, "", f"not valid TOML: {bad}") from None
    try:
        return msgspec.convert(raw, schema, dec_hook=_decode, strict=True)
    except msgspec.ValidationError as bad:
        raise _explain(path, text, schema, str(bad)) from None


def _explain(path: Path, text: str, schema: type, message: str) -> DataError:
    problem, _, where = message.partition(" - at `$")
    where = where.rstrip("`")
    keys: list[str | int] = []
    for name, index in re.findall(r"\.?([^.\[\]]+)|\[(\d+|\.\.\.)\]", where):
        if name:
            keys.append(name)
        elif index.isdigit():
            keys.append(int(index))
    unknown = re.search(r"unknown field `([^`]+)`", problem)
    if unknown:
        keys.append(unknown[1])
        near = nearest(unknown[1], _field_names(schema))
        problem = f"unknown key{'; nearest: ' + ', '.join(near) if near else ''}"
    label = "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in keys).lstrip(".")
    return DataError(_short(path), line_of(text, keys), label, problem)


def _field_names(schema: Any) -> set[str]:
    """All field names reachable from a schema, for suggesting the nearest."""
    found: set[str] = set()
    seen: set[int] = set()

    def walk(kind: Any) -> None:
        if id(kind) in seen:
            return
        seen.add(id(kind))
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            for field in msgspec.structs.fields(kind):
                found.add(field.encode_name)
                walk(field.type)
        for inner in getattr(kind, "__args__", ()):
            walk(inner)

    walk(schema)
    return found


def line_of(text: str, keys: list[str | int]) -> int | None:
    """Line (from 1) of a TOML text on which the value at `keys` stands, as near as its headers tell.

    `keys` is a path such as ["dimension", 3, "chi"]. Falls back to the line of the nearest enclosing table.
    """
    lines = text.splitlines()
    best: int | None = None
    start, end = 0, len(lines)
    for depth, key in enumerate(keys):
        if isinstance(key, int):
            continue
        count = keys[depth + 1] if depth + 1 < len(keys) and isinstance(keys[depth + 1], int) else None
        prefix = ".".join(str(k) for k in keys[: depth + 1] if isinstance(k, str))
        header = re.compile(rf"^\s*\[\[?\s*{re.escape(prefix)}\s*\]\]?")
        hits = [n for n in range(start, end) if header.match(lines[n])]
        if hits:
            start = hits[min(int(count or 0), len(hits) - 1)]
            best = start + 1
            following = [n for n in range(start + 1, end) if re.match(r"^\s*\[\[", lines[n])]
            end = following[0] if following else end
            continue
        pattern = re.compile(rf"^\s*[\"']?{re.escape(str(key))}[\"']?\s*=|[{{,]\s*{re.escape(str(key))}\s*=")
        for n in range(start, end):
            if pattern.search(lines[n]):
                best, start = n + 1, n
                break
    return best


def _short(path: Path) -> str:
    try:
        return "assets/" + str(path.relative_to(ASSETS))
    except ValueError:
        return str(path)
