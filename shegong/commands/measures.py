"""shegong measures: every measure phrase of a text, with its exact value."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import click

# Name and width of the columns of the table; widths are fixed so that a table of any length prints as it is found.
COLUMNS = {"start": 9, "text": 26, "kind": 11, "value": 12, "unit": 5, "chi": 12, "direction": 10, "speaker": 4}
KEYS = (
    "file", "start", "end", "text", "normal", "kind", "value", "chi", "unit", "direction", "parts", "subject", "relation",
    "alternatives", "damage", "speaker", "passage",
)  # fmt: skip
LARGE = 3_000_000
"""Bytes from which a file is shared between two processes."""


@click.command(epilog="Example:  echo 侯道五十弓，弓二寸以為侯中 | shegong measures --format json")
@click.argument("files", nargs=-1, metavar="[FILE…|-]", type=click.Path())
@click.option(
    "--format",
    "fmt",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="json is the stable interface",
)
@click.option("--kind", "kinds", multiple=True, help="only this kind (length, count, ratio …); repeatable")
def command(files: tuple[str, ...], fmt: str, kinds: tuple[str, ...]) -> None:
    """Find every measure in texts: span, exact value, unit, kind, who speaks.

    Reads UTF-8 files, or standard input with - or no FILE. Offsets count characters (code points) of the file.
    """
    # Arrays are only looked up here; starting the threads of linear algebra costs more than the reading of a chapter.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import gc

    from layout.measures.files import open_text

    gc.disable()  # nothing here makes cycles, and the collector would look at every find again and again
    _check_kinds(kinds)
    names = files or ("-",)
    streams = [(name, open_text(None if name == "-" else name)) for name in names]
    write = sys.stdout.write
    write(_head(fmt))
    begun = False
    for name, stream in streams:
        with stream:
            for block in _blocks(name, stream, fmt, kinds):
                if block:
                    write(",\n" if begun and fmt == "json" else "")
                    write(block)
                    begun = True
    if fmt == "json":
        write("\n]\n" if begun else "]\n")


def _check_kinds(kinds: tuple[str, ...]) -> None:
    from typing import get_args

    from layout.errors import UnknownNameError
    from layout.measures.model import Kind

    for kind in kinds:
        if kind not in get_args(Kind):
            raise UnknownNameError("kind", kind, get_args(Kind))


def _blocks(name: str, stream: BinaryIO, fmt: str, kinds: tuple[str, ...]) -> Iterator[str]:
    """The rows of a file, printed, piece by piece and in order; large files by two processes."""
    from layout.measures.files import pieces

    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    jobs = ((name, offset, text, fmt, kinds) for offset, text in pieces(stream))
    if size < LARGE or (os.cpu_count() or 1) < 2:
        yield from map(_block, jobs)
        return
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor

    import layout.measures.scan  # noqa: F401 (read once, before there are two)

    with ProcessPoolExecutor(2) as pool:
        waiting: deque[Future[str]] = deque()
        for job in jobs:
            waiting.append(pool.submit(_block, job))
            if len(waiting) > 3:  # so that no more than a few pieces are in memory
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _block(job: tuple[str, int, str, str, tuple[str, ...]]) -> str:
    """The rows of one piece as text of the format."""
    from layout.measures.export import measure_row
    from layout.measures.scan import read_measures

    name, offset, text, fmt, kinds = job
    rows = (measure_row(m, name) for m in read_measures(text, offset=offset) if not kinds or m.kind in kinds)
    if fmt == "json":
        import msgspec

        encode = msgspec.json.encode
        return ",\n".join([encode(row).decode("utf-8") for row in rows])
    if fmt == "csv":
        return _csv([_flat(row[key]) for key in KEYS] for row in rows)
    return "".join(_line(_flat(row[key]) for key in COLUMNS) for row in rows)


def _head(fmt: str) -> str:
    if fmt == "json":
        return "[\n"
    return _csv([KEYS]) if fmt == "csv" else _line(COLUMNS)


def _csv(rows: Iterable[Iterable[str]]) -> str:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _line(cells: Iterable[str]) -> str:
    return " ".join(map(_pad, cells, COLUMNS.values())).rstrip() + "\n"


def _pad(text: str, width: int) -> str:
    text = "".join(text.split())
    return text + " " * max(0, width - len(text) - sum(ord(c) > 0x2E7F for c in text))


def _flat(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return "; ".join(map(_flat, value))
    if isinstance(value, dict):
        return " ".join(map(_flat, value.values()))
    return str(value)
