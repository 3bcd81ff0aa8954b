"""What was built once is kept in the user's cache folder, so that a window opens at once the next time.

A cache may only save time: an entry is found under the digest of everything that decided it (the data, the code, the versions,
the question), is checked whole when it is read, is written in one step, and may be missing, damaged or forbidden without anyone
noticing. Nothing in it is executed: entries are MessagePack, read into the types asked for.
"""

from __future__ import annotations

import hashlib
import os
import sys
import zlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from layout.files import atomic

T = TypeVar("T")
FORM = b"shegong-1"
PACKAGES = ("assets", "layout", "rite", "geometry", "viewer")
MOST = 192 * 1024 * 1024
"""Bytes that the folder may hold; what was not asked for the longest goes first."""
OFF = ("off", "no", "0")


def folder() -> Path | None:
    """Where entries lie; None where nothing is to be kept. SHEGONG_CACHE names another folder, or is "off"."""
    own = os.environ.get("SHEGONG_CACHE")
    if own is not None:
        return None if own.lower() in OFF or not own else Path(own)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(home))) / "shegong" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "shegong"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "shegong"


@cache
def stamp() -> str:
    """Digest of the data and the code that anything is built from: names, sizes and times of all their files, and versions."""
    told = hashlib.sha256(FORM)
    told.update(f"{sys.version}|{np.__version__}|{sys.byteorder}".encode())
    for package in PACKAGES:
        # Found, not imported: that would take longer than what is kept saves.
        spec = find_spec(package)
        for root in (spec.submodule_search_locations or ()) if spec else ():
            for path, size, time in sorted(_files(root)):
                told.update(f"{path}|{size}|{time}\n".encode())
    return told.hexdigest()


def _files(root: str) -> Iterable[tuple[str, int, int]]:
    for entry in os.scandir(root):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(entry.path)
        elif not entry.name.endswith(".pyc"):
            at = entry.stat()
            yield entry.path, at.st_size, at.st_mtime_ns


def _path(question: object) -> Path | None:
    where = folder()
    if where is None:
        return None
    return where / f"{hashlib.sha256(f'{stamp()}|{question!r}'.encode()).hexdigest()[:40]}.kept"


def find(question: object, kind: type[T]) -> T | None:
    """What was kept under a question (anything whose `repr` tells all of it), or None."""
    try:
        path = _path(question)
        if path is None:
            return None
        raw = path.read_bytes()
    except OSError:
        return None
    try:
        form, _, body = raw.partition(b"\n")
        if form != FORM:
            raise ValueError("of another form")
        found: T = msgspec.msgpack.decode(zlib.decompress(body), type=kind, dec_hook=_decode)
    except (ValueError, TypeError, LookupError, zlib.error, msgspec.MsgspecError):
        with suppress(OSError):
            path.unlink()
        return None
    with suppress(OSError):
        os.utime(path)
    return found


def known(question: object) -> bool:
    """Whether something is kept under a question, whole or not."""
    try:
        path = _path(question)
        return path is not None and path.exists()
    except OSError:
        return False


def keep(question: object, what: object) -> bool:
    """Keep something under a question; False where that cannot be."""
    try:
        path = _path(question)
        if path is None:
            return False
        body = zlib.compress(msgspec.msgpack.encode(what, enc_hook=_encode), 1)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with atomic(path) as temporary:
            temporary.write_bytes(FORM + b"\n" + body)
        _make_room(path.parent)
    except (OSError, TypeError, ValueError, msgspec.MsgspecError):
        return False
    return True


def _make_room(where: Path) -> None:
    """Entries that were not asked for the longest go, until the folder is no larger than it may be."""
    known = []
    for path in where.glob("*.kept"):
        with suppress(OSError):
            at = path.stat()
            known.append((at.st_mtime_ns, at.st_size, path))
    total = sum(size for _, size, _ in known)
    for _, size, path in sorted(known):
        if total <= MOST:
            return
        with suppress(OSError):
            path.unlink()
        total -= size


def _encode(what: Any) -> Any:
    if isinstance(what, np.ndarray):
        flat = np.ascontiguousarray(what)
        return (flat.dtype.str, flat.shape, flat.tobytes())
    if isinstance(what, np.generic):
        return what.item()
    raise TypeError(f"cannot keep {type(what).__name__}")


def _decode(kind: Any, what: Any) -> Any:
    if getattr(kind, "__origin__", kind) is np.ndarray:
        code, shape, body = what
        if np.dtype(code).hasobject:
            raise ValueError("not numbers")
        return np.frombuffer(body, np.dtype(code)).reshape(shape)
    raise NotImplementedError(kind)
