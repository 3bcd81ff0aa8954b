"""Texts of any size, read piece by piece: what is no text is refused with the place and a likely encoding."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from layout.errors import InputError
from layout.measures.model import Measure

PIECE = 400_000
"""Characters read at once; a piece ends where a line, a sentence or at least no measure is under way."""
_BLOCK = 1 << 20
_ENCODINGS = ("gb18030", "big5", "euc-jp", "shift_jis")
_WITHIN = frozenset(
    "一二三四五六七八九十百千萬万億亿兩两廿卅卌半有又參参叁分寸尺丈步歩弓尋寻常仞武里倍餘余以為为之其居去"
)


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, at most so many; none at the end."""
        ...


def open_text(path: str | Path | None) -> BinaryIO:
    """A file, or standard input (None) kept in a temporary file, checked to be UTF-8 text from end to end.

    Raises InputError naming the byte and the likely encoding, or that the file is binary; OSError where it cannot be read.
    """
    if path is None:
        import shutil
        import sys
        import tempfile

        stream: BinaryIO = tempfile.SpooledTemporaryFile(8 << 20)  # type: ignore[assignment]  # noqa: SIM115
        shutil.copyfileobj(sys.stdin.buffer, stream)
        stream.seek(0)
    else:
        stream = open(path, "rb")  # noqa: SIM115 (handed to the caller, who closes it)
    try:
        _check(stream, "standard input" if path is None else str(path))
    except BaseException:
        stream.close()
        raise
    stream.seek(0)
    return stream


def _check(stream: BinaryIO, name: str) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    at = 0
    pending = b""
    while True:
        block = stream.read(_BLOCK)
        if at == 0 and block[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            raise InputError(
                f"{name}: not UTF-8 at byte 0; it looks like UTF-16: convert it, e.g. iconv -f UTF-16 -t UTF-8"
            )
        zero = block.find(b"\0")
        if zero >= 0:
            raise InputError(f"{name}: a binary file (a zero byte at {at + zero}); expected UTF-8 text")
        try:
            decoder.decode(block, final=not block)
        except UnicodeDecodeError as bad:
            place = at - len(pending) + bad.start
            raise InputError(f"{name}: not UTF-8 at byte {place}{_likely(pending + block, bad.start)}") from None
        if not block:
            return
        pending = decoder.getstate()[0]
        at += len(block)


def _likely(block: bytes, at: int) -> str:
    """The encoding in which the bytes around the fault read as Chinese, if one is likely."""
    sample = block[max(0, at - 4000) & ~1 : at + 20000]
    best, name = 0.0, ""
    for encoding in _ENCODINGS:
        text = sample.decode(encoding, "replace")
        common = sum(c in _COMMON for c in text)
        score = common / max(len(text), 1) - 3 * text.count("\ufffd") / max(len(text), 1)
        if score > best:
            best, name = score, encoding
    if best < 0.02:
        return "; expected UTF-8 text"
    return f"; it looks like {name}: convert it, e.g. iconv -f {name} -t UTF-8"


_COMMON = frozenset(
    "之也以者而不其為为於于曰人有一二三十五子大上下中主賓宾射禮礼司拜升降東东西南北面矢弓侯尺寸，。的是在"
)


def pieces(stream: Readable, size: int = PIECE) -> Iterator[tuple[int, str]]:
    """The text of a checked stream in pieces, each with the offset of its first character in the whole."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset, held = 0, ""
    while True:
        block = stream.read(_BLOCK)
        held += decoder.decode(block, final=not block)
        while len(held) > size or (held and not block):
            cut = len(held) if len(held) <= size else _cut(held, size)
            yield offset, held[:cut]
            offset += cut
            held = held[cut:]
        if not block:
            return


def _cut(text: str, size: int) -> int:
    """Where to end a piece of at most `size` characters: after a line, a sentence, or where no measure is under way."""
    for sign in ("\n", "】", "〕", "。", "，", "　"):
        at = text.rfind(sign, size // 2, size)
        if at >= 0:
            return at + 1
    at = size
    while at > size // 2 and (text[at - 1] in _WITHIN or text[at] in _WITHIN):
        at -= 1
    return at if at > size // 2 else size


def read_file(path: str | Path | None) -> Iterator[Measure]:
    """The measures of a file (None: standard input), one after another, in bounded memory.

    Offsets count code points of the whole file. Raises InputError as `open_text` does, before the first measure.
    """
    from layout.measures.scan import read_measures

    with open_text(path) as stream:
        for offset, text in pieces(stream):
            yield from read_measures(text, offset=offset)
