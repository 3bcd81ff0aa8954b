"""Regular expressions kept compiled, so that a short command need not spend a tenth of a second on compiling them.

`assets/measures/patterns-*.json` hold the code of each pattern beside the pattern itself, for the versions of Python
that have been at hand. It is used only where the pattern asked for is the very one that was compiled, and by the version of
the engine that made it; everything else is compiled as ever. So the file can save time but never be believed against the source.
After a change of patterns, with each Python that is to start quickly:

    python -m layout.kept_patterns          (or, where the libraries are missing: python -m layout.kept_patterns again)
"""

from __future__ import annotations

import re
import sys
import zlib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import assets

FOLDER = Path(assets.__path__[0]) / "measures"
SHELVES = ("measures", "claims")
_asked: dict[str, dict[tuple[str, int], None]] = {shelf: {} for shelf in SHELVES}


@cache
def kept_pattern(words: str, flags: int = 0, shelf: str = "measures") -> re.Pattern[str]:
    """The pattern `words` compiled, from the file where it is kept there; what only claims need has a file of its own."""
    _asked[shelf][words, flags] = None
    known = _table(shelf).get((words, flags))
    if known is not None:
        try:
            return _assembled(words, known)
        except (AttributeError, LookupError, OverflowError, RuntimeError, TypeError, ValueError, zlib.error):
            pass  # another engine than the one that wrote it
    return re.compile(words, flags)


def _engine() -> Any:
    return import_module("_sre")


@cache
def version() -> str:
    """What the code of a pattern depends on beside the pattern: the engine, and how it writes its numbers."""
    engine = _engine()
    return f"{sys.implementation.name}-{engine.MAGIC}-{8 * engine.CODESIZE}-{sys.byteorder}"


def path(shelf: str) -> Path:
    """The file of a shelf."""
    return FOLDER / f"patterns-{shelf}.json"


def engines(shelf: str) -> list[str]:
    """The versions whose code the file of a shelf holds (they write the same)."""
    return list(_read(shelf).get("engines", []))


def rows(shelf: str) -> list[list[Any]]:
    """What is kept: pattern, flags asked for, flags in force, groups, group names, code as bytes, packed, in base64."""
    return list(_read(shelf).get("patterns", []))


def _read(shelf: str) -> dict[str, Any]:
    import json

    try:
        made = json.loads(path(shelf).read_bytes())
    except (OSError, ValueError):
        return {}
    return made if isinstance(made, dict) else {}


@cache
def _table(shelf: str) -> dict[tuple[str, int], list[Any]]:
    """The rows of a shelf by pattern and flags; nothing where the file is missing, broken or of other versions."""
    try:
        known = _read(shelf)
        return {(row[0], row[1]): row[2:] for row in known["patterns"]} if version() in known["engines"] else {}
    except (TypeError, IndexError, KeyError):
        return {}


def _assembled(words: str, known: list[Any]) -> re.Pattern[str]:
    from array import array
    from binascii import a2b_base64

    flags, groups, names, code = known
    order: list[str | None] = [None] * (groups + 1)
    for name, at in names.items():
        order[at] = name
    made = _engine().compile(
        words, flags, array("I", zlib.decompress(a2b_base64(code))).tolist(), groups, names, tuple(order)
    )
    assert isinstance(made, re.Pattern)
    return made


def _coded(words: str, flags: int) -> list[Any]:
    """The row of a pattern for the file, made by the compiler of this Python."""
    from array import array
    from binascii import b2a_base64

    parser: Any = import_module("re._parser")
    compiler: Any = import_module("re._compiler")
    plain = re.compile(words, flags)
    code = array("I", compiler._code(parser.parse(words, flags), flags))
    text = b2a_base64(zlib.compress(code.tobytes(), 9), newline=False).decode("ascii")
    return [words, flags, plain.flags, plain.groups, dict(plain.groupindex), text]


def main(again: bool = False) -> None:
    """Write the patterns that reading a text asks for, for this version.

    `again` adds this version to those of the file, where its own code is the same; it needs no library to read a text.
    """
    import json

    from layout.files import atomic

    if not again:
        _read_samples()
    for shelf in SHELVES:
        words = sorted((row[0], row[1]) for row in rows(shelf)) if again else sorted(_asked[shelf])
        made = [_coded(*each) for each in words]
        if again and made != rows(shelf):
            raise SystemExit(f"{version()}: other code than {', '.join(engines(shelf))}; nothing written")
        known = sorted({*(engines(shelf) if again else ()), version()})
        with atomic(path(shelf)) as temporary:
            whole = {"engines": known, "patterns": made}
            temporary.write_text(json.dumps(whole, ensure_ascii=False, indent=0) + "\n", "utf-8")


def _read_samples() -> None:
    """Ask for all patterns that are needed to read texts."""
    from layout.measures.claims import check_received
    from layout.measures.scan import read_measures
    from layout.text.received import load_text

    check_received()
    for words in load_text().words("經"), load_text().words("記"), _SAMPLE:
        read_measures(words)


_SAMPLE = (
    "侯道五十弓，弓二寸以為侯中。拜五八四十。【注】乏參侯道，居侯黨之一，西五步。二升八十一分升之二十二。<pb:1>五十步則三十丈。"
    "二柯有參分柯之二。三之四而一。五家為比，五比為閭。三分其長，以其一為之厚。參分，一在前，二在後。大侯九十，參七十，干五十。"
    "西十，北十。十餘步。年十九至。七十二人。旬有一日。五分其轂之長，去一以為賢，去三以為軹。丈二。斗五升半。三百五人。"
)


if __name__ == "__main__":
    from layout import kept_patterns

    kept_patterns.main("again" in sys.argv[1:])
