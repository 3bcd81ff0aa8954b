"""A long text read by two processes, each taking every second piece; what they make comes out in order.

The second process is a copy of the first (`os.fork`), so that nothing is started or loaded twice. Neither runs ahead of the
other by more than a piece: the memory needed does not grow with the text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from layout.measures.files import PIECE, pieces

_FOLLOWING = bytes(range(0x80, 0xC0))  # the bytes of UTF-8 that begin no character
_PIPE = 1 << 20


def possible() -> bool:
    """Whether this machine can copy a process and has a second processor for it."""
    return hasattr(os, "fork") and hasattr(os, "pread") and (os.cpu_count() or 1) > 1


def by_two(stream: BinaryIO, work: Callable[[int, str], bytes]) -> Iterator[bytes]:
    """`work(offset, text)` on every piece of a file, in order. What raises in either process raises here.

    `stream` must be a file with a descriptor, checked to be UTF-8; its own position is left alone.
    """
    source = stream.fileno()
    size = even(_Apart(source))
    get, put = os.pipe()
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(put, fcntl.F_SETPIPE_SZ, _PIPE)  # so that a piece can be handed over before it is asked for
    child = os.fork()
    if not child:
        _second(source, size, work, get, put)
    os.close(put)
    try:
        with open(get, "rb") as come:
            for number, (offset, text) in enumerate(pieces(_Apart(source), size)):
                block = _handed(come) if number % 2 else None
                # Where the other process failed, its piece is worked on here and fails here.
                yield work(offset, text) if block is None else block
    finally:
        os.waitpid(child, 0)


def even(stream: _Apart) -> int:
    """Characters to a piece, so that an even number of pieces of nearly the same size makes up the text."""
    count = 0
    while block := stream.read(_PIPE):
        count += len(block.translate(None, _FOLLOWING))
    pairs = -(-count // (2 * PIECE))
    return count // max(1, 2 * pairs) + 2000  # a piece ends a little before its size, after a line


def _second(source: int, size: int, work: Callable[[int, str], bytes], get: int, put: int) -> None:
    """What the copy of the process does, to its end."""
    code = 1
    try:
        os.close(get)
        with open(put, "wb") as out:
            for number, (offset, text) in enumerate(pieces(_Apart(source), size)):
                if number % 2:
                    block = work(offset, text)
                    out.write(len(block).to_bytes(8, "little"))
                    out.write(block)
                    out.flush()
        code = 0
    except BaseException:  # the first process finds the same fault and tells of it
        pass
    finally:
        os._exit(code)


def _handed(come: BinaryIO) -> bytes | None:
    """The next block from the other process; None where it has ended."""
    head = come.read(8)
    if len(head) < 8:
        return None
    size = int.from_bytes(head, "little")
    block = come.read(size)
    return block if len(block) == size else None


class _Apart:
    """A file read from its beginning without moving the position that two processes share."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.at = 0

    def read(self, size: int) -> bytes:
        block = os.pread(self.descriptor, size, self.at)
        self.at += len(block)
        return block
