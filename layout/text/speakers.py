"""Who speaks in a text: classic, record, note, subcommentary, editor, modern translation, heading.

Layouts that are understood, alone or mixed: notes in brackets (【…】 〔…〕 〔注 …〕 （…） (…/…)); 注疏 editions ([疏],
○釋曰, ○注…至…) with or without a modern translation between the paragraphs (譯…); 禮書綱目 (右戒賓 記…);
kanripo pages (<pb:…>, ¶, # headers); lines that begin with the name of their speaker (注 …, 疏：…); # and § headings.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from layout.kept_patterns import kept_pattern
from layout.text.known import known_words
from layout.text.model import Layer, Turn
from layout.text.normal import Normal

__all__ = ["Turn", "speakers"]

_NOTE = kept_pattern(r"【([^【】]{0,6000})】|〔([^〔〕]{0,6000})〕|（([^（）\n]{1,6000})）|\(([^()\n]{1,6000})\)")
_COMMENT = kept_pattern(r"^[ \t]*[#§].*", re.M)
_NUMBER = kept_pattern(r"[\s0-9０-９a-zA-Z]*$")
_TELLING = frozenset("注疏案按記记經经譯译 0123456789０１２３４５６７８９")
_LABEL = kept_pattern(r"(注|疏|案|按|記|记|經|经|譯|译)[ \u3000：:]")
_MARKER = kept_pattern(r"[\[【［〔](疏|注|記|记|經|经|譯|译|按|案)[\]】］〕]")
_NAMED = kept_pattern(
    r"\s{0,8}(?:[\[【［〔](注|疏|記|记|經|经|譯|译|按|案|题|題)[\]】］〕]|(?:鄭玄?|郑玄?|賈|贾)?(注|疏|記|记|經|经|譯|译|按|案|題|题)(?:[：:曰\t \u3000]|(?=\n|$)))"
)
_SUB = kept_pattern(r"\s{0,8}(?:○|〇)?(?:釋曰|释曰|[\[【［〔]?疏[\]】］〕]|(?:○|〇)注)")
_SUB_INSIDE = kept_pattern(
    r"[釋释云\[【［](?:(?<=[釋释])曰|(?<=[\[【［])疏[\]】］]|(?<=云)[“「][^”」]{1,60}[”」](?:者|也))"
)
_TRANSLATED = kept_pattern(r"\s{0,8}(?:譯|译)")
_RECORD = kept_pattern(r"\s{0,8}(?:［[記记]］|\[[記记]\]|【[記记]】|[記记][。．\u3000 ：:])")
_RIGHT = kept_pattern(r"(?:^|(?<=】))右[^\s【】。，]{1,12}(?:篇目)?(?=[ \u3000【\n]|$)", re.M)
_HEADING = kept_pattern(
    r"\s*(?:[#§].*|<[^<>\n]*>|.*第\s*[0-9０-９一二三四五六七八九十百]+\s*[页頁葉].*|欽定四庫全書.*|钦定四库全书.*|[^\s，。]{0,12}卷[第之]?[一二三四五六七八九十百上中下]+"
    r"(?:[ \u3000].{0,16}|[^\s，。【（]{0,10})?|.{0,16}[撰著註]|[^\s，。【（]{1,8}第[一二三四五六七八九十百]+|[^\s，。【（]{2,6}[ \u3000][吉凶軍军賓宾嘉][禮礼][一二三四五六七八九十]+)\s*$"
)
_CANON: dict[str, Layer] = {
    "注": "注",
    "疏": "疏",
    "案": "按",
    "按": "按",
    "記": "記",
    "记": "記",
    "經": "經",
    "经": "經",
    "譯": "譯",
    "译": "譯",
    "題": "題",
    "题": "題",
}
_MODERN = kept_pattern(
    "[的了们們这這那吗嗎呢很把给給没沒跟站喝哪怎它她你找拿]|解释说|解釋說|就是|是指|因为|因為|于是(?:为|行)|宾客|賓客|乐工|樂工|笙工|台阶|酒爵|酒觯|两次|兩次|"
    "接受|作揖|面向|面朝|走[上下]|坐下|回到|敬酒|席位|主持人|如果|已经|已經|还有|“[^”]{1,20}”到“"
)
_MODERN_CUE = kept_pattern("[的了们們说說走]|是指|宾客|賓客")
_CLASSICAL_SUB = kept_pattern(r"\s*○(?:釋曰|释曰)")
_MODERN_SUB = kept_pattern(r"\s*(?:[\[【]疏[\]】]|○注).{0,40}”到|\s*○(?:解释|解釋)")
_CUE_FIRST = kept_pattern(r"\s{0,8}[#§<\[【［〔（(○〇譯译疏注記记經经按案題题鄭郑釋释]")
_CUE = kept_pattern(
    r"[卷第撰著註欽钦的了们們疏說说釋释云禮礼](?:(?<=[卷第撰著註欽钦的了们們疏])|(?<=[說说])[\s：，]|(?<=[釋释])曰|(?<=云)[“「]|(?<=[禮礼])[一二三四五六七八九十]+\s*$)"
)
"""What a line must have somewhere for anything but classic and notes to be in it; all other lines are read quickly."""
_SUB_LINE = kept_pattern(r"\s*(?:[\[【]疏[\]】]|○)")


def speakers(text: str, normal: Normal | None = None) -> list[Turn]:
    """The turns of `text` in order, without the white space between them; any string is accepted.

    Spans of notes include their brackets. Text that nothing marks gets the layer None, unless it is the received text
    of 鄉射禮 itself, which is known. `normal` is `normalise(text)`, where the caller has it already.
    """
    notes = _notes(text)
    starts = [note[0] for note in notes]
    marked = (
        len(notes) > 1
        or any(end - start > 8 for start, end, _ in notes)
        or _SUB_INSIDE.search(text) is not None
        or _RIGHT.search(text) is not None
    )
    turns: list[Turn] = []
    base: Layer | None = "經" if marked else None
    told = False  # whether lines say themselves that they are 經
    translating = False
    unfinished = False  # a 疏 that breaks off inside a sentence goes on in the next line that is not a translation
    at, size = 0, len(text)
    near, last = 0, len(notes)  # the first note that does not end before the line
    while at < size:
        end = text.find("\n", at)
        end = size if end < 0 else end
        while near < last and notes[near][1] <= at:
            near += 1
        if near < last and notes[near][0] < at:
            at = min(notes[near][1], end)  # the rest of a note that began on an earlier line
            if at == end:
                at += 1
                continue
            near += 1
        line = text[at:end]
        if not line or line.isspace():
            at = end + 1
            continue
        whole: Layer | None = None
        if not (translating or unfinished or _CUE_FIRST.match(line) or _CUE.search(line)):
            if (near == last or notes[near][0] >= end) and "右" not in line:
                _add(turns, text, at, end, base)
                at = end + 1
                continue
            stop = _mixed_line(text, at, end, notes, starts, base, turns)
            at = end + 1 if stop == end else stop
            continue
        goes_on = unfinished and _goes_on(line)
        if _MARKER.search(line, len(line) - len(line.lstrip()) + 1):
            _marked_line(text, at, end, base, turns)
            at = end + 1
            continue
        if _TRANSLATED.match(line):
            translating, whole = True, "譯"
        elif _SUB_LINE.match(line):
            translating = _block_is_modern(text, at)
            whole = "譯" if translating else "疏"
        elif goes_on:
            translating, whole = False, "疏"
        elif translating or _is_modern(line):
            translating = _MODERN.search(line) is not None
            whole = "譯" if translating else None
        if whole is None:
            whole, now = _line_layer(line, base)
            told = told or (now == "經" and whole is None and _NAMED.match(line) is not None)
            base = now
        if whole is not None:
            if whole == "疏":
                unfinished = line.rstrip()[-1:] not in "。？！」』）.?!"
            _add(turns, text, at, end, whole)
            at = end + 1
            continue
        stop = _mixed_line(text, at, end, notes, starts, base, turns)
        at = end + 1 if stop == end else stop
    return turns if told else known_words(text, turns, normal)


def _notes(text: str) -> list[tuple[int, int, Layer]]:
    notes: list[tuple[int, int, Layer]] = []
    comments = [(found.start(), found.end()) for found in _COMMENT.finditer(text)] if "#" in text else []
    openings = [start for start, _ in comments]
    for found in _NOTE.finditer(text):
        kind = found.lastindex or 1
        inner = found[kind]
        layer: Layer = "注"
        if len(inner) < 6 or inner[0] in _TELLING:
            if _NUMBER.match(inner) or (kind > 2 and len(inner) < 2) or _MARKER.fullmatch(found[0]):
                continue
            label = _LABEL.match(inner)
            if label:
                layer = _CANON[label[1]]
            elif inner[:1] in "案按" and len(inner) > 3:
                layer = "按"
        if comments:
            comment = bisect_right(openings, found.start()) - 1
            if comment >= 0 and found.start() < comments[comment][1]:
                continue
        notes.append((found.start(), found.end(), layer))
    return notes


def _is_modern(line: str, least: float = 0.035) -> bool:
    """Whether a line reads as modern prose: so many of its characters are words that classical prose does not use."""
    line = line[:600]  # a line may be a whole book
    if len(line) < 10 or not _MODERN_CUE.search(line):
        return False
    return len(_MODERN.findall(line)) >= max(2.0, least * len(line))


def _block_is_modern(text: str, at: int) -> bool:
    """Whether the block of a subcommentary that begins with the line at `at` ([疏]…, ○注…, ○釋曰…) is a translation.

    Its heads ([疏]“主人”至“門左”) read alike in both; the line that explains tells.
    """
    for _ in range(4):
        end = text.find("\n", at)
        line = text[at : len(text) if end < 0 else end]
        if _CLASSICAL_SUB.match(line) or _TRANSLATED.match(line):
            return _is_modern(line, 0.06) and not _TRANSLATED.match(line)
        if _MODERN_SUB.match(line) or _is_modern(line):
            return True
        if end < 0 or not (_SUB_LINE.match(line) or not line.strip()):
            return False
        at = end + 1
    return False


def _goes_on(line: str) -> bool:
    """Whether a line continues a broken 疏: a quotation is closed that was opened earlier, or a lemma is explained."""
    first_close = min((i for i in (line.find("”"), line.find("」")) if i >= 0), default=-1)
    first_open = min((i for i in (line.find("“"), line.find("「")) if i >= 0), default=len(line))
    return (
        0 <= first_close < first_open
        or line.startswith(("者，", "者,", "云", "也。"))
        or _SUB_INSIDE.search(line) is not None
    )


def _line_layer(line: str, base: Layer | None) -> tuple[Layer | None, Layer | None]:
    """Layer of a line that has one speaker only (else None), and the base layer from here on."""
    if len(line) < 60 and _HEADING.match(line):
        return "題", base
    if _RECORD.match(line):
        return None, "記"
    if _SUB.match(line) or (_SUB_INSIDE.search(line) and not _NOTE.search(line)):
        return "疏", base
    named = _NAMED.match(line)
    if named:
        layer = _CANON[named[1] or named[2]]
        if layer in ("經", "記"):
            return None, layer
        return layer, base
    return None, base


def _marked_line(text: str, start: int, end: int, base: Layer | None, turns: list[Turn]) -> None:
    """A line in which signs such as 【注】 and 【疏】 say who speaks from there on."""
    at, layer = start, base or "經"
    for marker in _MARKER.finditer(text, start, end):
        _add(turns, text, at, marker.start(), layer)
        at, layer = marker.start(), _CANON[marker[1]]
    _add(turns, text, at, end, layer)


def _mixed_line(
    text: str,
    start: int,
    end: int,
    notes: list[tuple[int, int, Layer]],
    starts: list[int],
    base: Layer | None,
    turns: list[Turn],
) -> int:
    """Add the turns of a line of classic or record with its notes; returns where it stops (a note may run past its end)."""
    at = start
    layer = base
    index = bisect_right(starts, at - 1)
    for right in _RIGHT.finditer(text, start, end) if text.find("右", start, end) >= 0 else ():
        if index < len(notes) and right.start() > notes[index][0]:
            at, index = _with_notes(text, at, right.start(), notes, index, layer, turns)
        else:
            _add(turns, text, at, right.start(), layer)
        _add(turns, text, right.start(), right.end(), "題")
        at = right.end()
        label = kept_pattern(r"[ \u3000]*(?:[記记](?=[ \u3000【〔]|\S))?").match(text, at, end)
        if label and label.end() > at and label[0].strip():
            _add(turns, text, at, label.end(), "題")
            at, layer = label.end(), "記"
    at, index = _with_notes(text, at, end, notes, index, layer, turns)
    return at


def _with_notes(
    text: str,
    at: int,
    end: int,
    notes: list[tuple[int, int, Layer]],
    index: int,
    layer: Layer | None,
    turns: list[Turn],
) -> tuple[int, int]:
    while index < len(notes) and notes[index][0] < end:
        first, last, speaker = notes[index]
        index += 1
        if first < at:
            continue
        if first > at:
            _add(turns, text, at, first, layer)
        turns.append((first, last, speaker))
        at = last
    _add(turns, text, at, end, layer)
    return max(at, end), index


def _add(turns: list[Turn], text: str, start: int, end: int, layer: Layer | None) -> None:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        turns.append((start, end, layer))
