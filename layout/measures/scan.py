"""Every measure of a text: its exact value, where it stands, who says it, and what damage was tolerated in it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from layout.kept_patterns import kept_pattern
from layout.measures.model import Direction, Measure, Part
from layout.measures.numerals import to_words
from layout.measures.patterns import MORE, NUMERIC, fixed, in_code, matchers, plain_count, times, trigger
from layout.measures.readers import COMPASS, Found, Readers, default_readers
from layout.measures.units import Units
from layout.text.normal import DROPPED, Normal, normalise
from layout.text.speakers import Turn, speakers


@dataclass(frozen=True, eq=False)
class Scan:
    """A text made ready: traditional, with only "，" and "。" between its words, and the way back to its characters.

    Between two places of `starts` the words stand in the source as they stand here, `shifts` further on; `put` are the
    pauses that the source does not have.
    """

    text: str
    normal: Normal
    coded: str
    starts: list[int]
    shifts: list[int]
    put: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Span of the source that `text[start:end]` (beginning and ending with words) was read from."""
        return self.place(start), self.normal.end(self.place(end - 1))

    def place(self, at: int) -> int:
        """Where the word at `at` stands in the source."""
        if self.put:
            at -= bisect_left(self.put, at)
        return at + self.shifts[bisect_right(self.starts, at) - 1]


_CONTINUED = kept_pattern(r"\)¶\s*(?:<pb:[^<>\n]*>¶?\s*)?\((?=.)")
_SOFT, _PAUSE, _STOP = tuple(DROPPED)
# Of signs in a row the strongest is kept; a line break or space by itself is none. (A search is many times faster where the
# pattern begins with a set of characters, as it does here and below.)
_SIGNS = kept_pattern(f"[{DROPPED}](?:[{DROPPED}]+|(?<={_SOFT}))")


def prepare(text: str) -> Scan:
    """Normalise a text for scanning. Any string is accepted."""
    normal = normalise(text)
    signs = normal.signs
    if ")¶" in text:
        signs = _continued(text, signs)
    done = len(signs) - len(signs.lstrip(DROPPED))
    last = len(signs.rstrip(DROPPED))
    parts: list[str] = []
    starts, shifts, size = [0], [done], 0
    for found in _SIGNS.finditer(signs, done, max(done, last)):
        start, end = found.span()
        parts.append(signs[done:start])
        size += start - done
        run = found[0]
        sign = _STOP if _STOP in run else _PAUSE if _PAUSE in run else ""
        if sign:
            parts.append(sign)
            size += 1
        starts.append(size)
        shifts.append(end - size)
        done = end
    parts.append(signs[done:last])
    words = "".join(parts).replace(_PAUSE, "，").replace(_STOP, "。").replace("個", "个").replace("厘", "釐")
    put: list[int] = []
    for found in _RUN_TOGETHER.finditer(words):
        if _apart(found):
            put.append(found.end() + len(put))
    for at in put:
        words = words[:at] + "，" + words[at:]
    return Scan(words, normal, in_code(words), starts, shifts, put)


_ONES = "[一二三四五六七八九]"
_RUN_TOGETHER = kept_pattern(f"{_ONES}(?:(?<!{_ONES}.)(?={_ONES}[十百千])|十(?={_ONES}十)|百(?={_ONES}百))")
_ORDER = "一二三四五六七八九"


def _apart(found: re.Match[str]) -> bool:
    """Whether two numerals run together for want of a sign (國三十七十里, 國九七十里); neighbours in order are a range."""
    first, second = found[0][0], found.string[found.end()]
    if second == _ORDER[_ORDER.index(first) + 1 :][:1] or first + second == "三五":
        return False
    product = (_ORDER.index(first) + 1) * (_ORDER.index(second) + 1)
    return not (len(found[0]) == 1 and found.string.startswith(to_words(product), found.end() + 1))  # 二八十六


def _continued(text: str, signs: str) -> str:
    """A note of half lines goes on in the brackets of the next line, as if nothing stood there: …其殺六)¶(分而去一…."""
    parts: list[str] = []
    done = 0
    for found in _CONTINUED.finditer(text):
        start, end = found.span()
        while start > done and signs[start - 1] <= _STOP:
            start -= 1
        while end < len(signs) and signs[end] <= _STOP:
            end += 1
        parts.append(signs[done:start] + _SOFT * (end - start))
        done = end
    return "".join(parts) + signs[done:]


def find(text: str, readers: Readers, coded_text: str | None = None) -> list[tuple[str, int, Found]]:
    """Matches in a prepared text: name of the alternative, where it begins, what it says (spans relative to that)."""
    table, known, product = matchers(), fixed(), times()
    coded_text = in_code(text) if coded_text is None else coded_text
    read, memo, at, counted = readers.read, readers.memo, 0, plain_count().match
    made: list[tuple[str, int, Found]] = []
    for begin in trigger().finditer(text):
        start = begin.start()
        if start < at:
            continue
        char = text[start]
        if char in "卷第":
            listed = _LISTED.match(text, start)
            if listed:
                at = listed.end()  # 卷十二, 第四
                continue
        words = known.get(char)
        if words is not None and text.startswith(words[0], start):
            word = _fixed(text, start, words[1])
            if word is not None:
                at = start + len(word[0])
                if word[1]:
                    made.append(("phrase", start, read("phrase", word[0])[0]))
                continue
        if text[start + 1 : start + 2] in _PRODUCT:
            matched = product.match(text, start)
            said = read("times", matched[0]) if matched else ()
            if said:
                at = start + said[0].end
                made.append(("times", start, said[0]))
                continue
        if char in _NUMERIC:
            if text[start + _LONGEST : start + _LONGEST + 1] in _MORE:
                run = _RUN.match(text, start)
                if run and run.end() - start > _LONGEST:
                    at = run.end()  # a table of digits, or rubbish: no number of the language is so long
                    continue
            matched = counted(text, start)
            if matched is not None:
                key = ("count", matched[0])
                said = memo[key] if key in memo else read(*key)
                # Two numerals may have run together (朱極三二大夫): what is no number is looked at again from its next digit.
                at = matched.end() if said else start + 1
                made += [("count", start, found) for found in said]
                continue
        pattern = table.get(char)
        matched = pattern.match(coded_text, start) if pattern is not None else None
        if matched is None:
            continue
        name = matched.lastgroup
        assert name is not None
        key = (name, text[start : matched.end()])
        said = memo[key] if key in memo else read(name, key[1])
        # The words after a quantity may begin another (三十丈三分取一).
        at = start + said[-1].end if said and name in ("quantity", "weighed") else matched.end()
        if not said and char in _NUMERIC:
            at = start + 1
        for found in said:
            made.append((name, start, found))
    return made


_PRODUCT = frozenset("二三四五六七八九")
_NUMERIC = frozenset(NUMERIC)
_MORE = frozenset("一二三四五六七八九十百千萬億廿卅卌〇零0123456789")
_RUN = kept_pattern(f"[{MORE}]+")
_LONGEST = 40
"""Signs that a run of numerals may have."""


def _fixed(text: str, start: int, known: Sequence[tuple[str, bool, re.Pattern[str] | None]]) -> tuple[str, bool] | None:
    """The fixed word that stands at `start`, and whether it says a number."""
    for word, number, after in known:
        if text.startswith(word, start) and (after is None or after.match(text, start + len(word))):
            return word, number
    return None


def read_measures(
    text: str,
    turns: Sequence[Turn] | None = None,
    units: Units | None = None,
    offset: int = 0,
    passage: str | None = None,
) -> list[Measure]:
    """All measures of `text` in order; any string is accepted, what cannot be read is left out.

    `turns` tells who speaks (default: found out from the layout of the text); `offset` is added to all positions, for a
    text that is read piece by piece; `passage` is the reference that the measures carry.
    """
    readers = default_readers() if units is None else Readers(units)
    scan = prepare(text)
    words = scan.text
    finds: list[tuple[int, int, Found]] = []
    for name, at, found in find(words, readers, scan.coded):
        start, end = at + found.start, at + found.end
        if name in _CONTEXT:
            if words[start] == "尺" and found.terms > 1 and _BESIDE.search(words, max(0, start - 7), start):
                start += 1  # 短於太府尺九分: the 尺 of the treasury, nine 分
                found = (*readers.read(name, words[start:end]), found)[0]
            fitted = _fit(words, start, end, found)
            if fitted is None:
                continue
            finds.append(fitted)
        else:
            finds.append((start, end, found))
    if not finds:
        return []
    turns = speakers(text, scan.normal) if turns is None else turns
    firsts, lasts, layers = _places(scan, finds, turns)
    made: list[Measure] = []
    for (start, end, found), first, last, layer in zip(finds, firsts, lasts, layers, strict=True):
        normal = words[start:end]
        if "，" in normal:
            normal = normal.replace("，", "")
        damage: tuple[str, ...] = ()
        if last - first > len(normal):
            damage = tuple(dict.fromkeys(d.kind for d in scan.normal.damage_between(first, last)))
        parts = found.parts
        if found.direction and not parts:
            parts = (Part(found.chi, found.direction),)
        made.append(
            Measure(
                first + offset,
                last + offset,
                text[first:last],
                normal,
                found.kind,
                found.value,
                found.chi,
                found.unit,
                found.direction,
                parts,
                _subject(words, start) if found.chi is not None else None,
                found.relation,
                found.alternatives,
                damage,
                layer,
                passage,
            )
        )
    return made


_CONTEXT = frozenset(("quantity", "unit", "count", "product", "weighed", "number", "bare", "noun"))
_MULTIPLIED = frozenset("之其得" + NUMERIC)


def _places(
    scan: Scan, finds: list[tuple[int, int, Found]], turns: Sequence[Turn]
) -> tuple[list[int], list[int], list[str | None]]:
    """Starts and ends of the finds in the source, and who speaks there."""
    place, end_of = scan.place, scan.normal.end
    firsts = [place(find[0]) for find in finds]
    lasts = [end_of(place(find[1] - 1)) for find in finds]
    if not turns:
        return firsts, lasts, [None] * len(finds)
    begins = [turn[0] for turn in turns]
    layers: list[str | None] = []
    for first in firsts:
        turn = turns[bisect_right(begins, first) - 1]
        layers.append(turn[2] if turn[0] <= first < turn[1] else None)
    return firsts, lasts, layers


_DIAGONAL: dict[str, Direction] = {"西北": "northwest", "東北": "northeast", "西南": "southwest", "東南": "southeast"}
_AXIS = ("東西", "南北", "西東", "北南")
_AWAY = kept_pattern("各?去[其此]?([^。，一二三四五六七八九十百千去]{1,2}?)([東西南北]?)$")
_FRONT = kept_pattern("([堂階侯門物楹庭洗])([前後])$")
_NAMED_AFTER = kept_pattern(
    "，?(?:曰|謂之|而?為一?|成)([步仞軔尋常武跬雉筵膚扶尺丈引里寸升斗斛豆鍾釜石鈞斤畝夫井頃枚墨端匹疋咫籔溢鎰兩銖絫龠合釐毫豪分爵觚觶角散鬴釜區庾秉]|一[^。，](?=[。，]|$))"
)
_BESIDE = kept_pattern("[於于比較][^。，一二三四五六七八九十百千尺寸丈]{1,6}$")
_EACH_ASPECT = kept_pattern("[長廣厚深高徑闊][俱皆各均亦]$")
_FINGERS = kept_pattern("(?:曰|謂之|為)([扶膚握])")
_VAGUE_BEFORE = kept_pattern("(?:^|[^其之有])數$|幾$|若干$")
_LISTED = kept_pattern(f"[卷第][{MORE}]+")
_LISTED_BEFORE = kept_pattern("[卷第][一二三四五六七八九十百千]*$")
_BOOK_BEFORE = kept_pattern(
    "(?:御覽|類聚|初學記|通解續?|書鈔|玉海|[親郡居職兵禮樂服器]部|通典|文選)[一二三四五六七八九十百千]*$"
)
_CALLED_AFTER = kept_pattern(
    "(?:為|曰|成|謂之)([純奇耦井邑丘甸成同里屋朋鄰閭通終肆堵卒旅伍](?![之有人])|兩(?=[。，十]))"
)
_DEFINED_BEFORE = kept_pattern("(武[迹跡]也|之[迹跡]|雉長|雉高|笴矢[幹干]也|步者?)$")
_LIMIT_BEFORE = kept_pattern("不[過及盈足滿]$")
_LIMIT_AFTER = kept_pattern("[以已][上下內]")
_IN_FEET = kept_pattern(f"，?[{NUMERIC}]+[丈尺]")
_VILLAGE = kept_pattern("為[邑酇黨鄰]|里[門宰尹]")


def _fit(words: str, start: int, end: int, found: Found) -> tuple[int, int, Found] | None:
    """The find in its surroundings: directions and 去侯 before it, 曰尋 after it; None where it is no measure there."""
    if words[start] in "十百千萬" and _VAGUE_BEFORE.search(words, max(0, start - 2), start):
        return None  # 數十步 is no ten paces
    if found.kind == "count":
        if found.unit is None and _LISTED_BEFORE.search(words, max(0, start - 6), start):
            return None
        if _BOOK_BEFORE.search(words, max(0, start - 9), start):
            return None  # 御覽百五十七州郡部
        if found.unit == "乘" and words[end : end + 1] in _MULTIPLIED:
            return None  # 以三乘之
        called = _CALLED_AFTER.match(words, end) or (
            (found.unit or "-") in "龠合升斗斛銖兩斤鈞絫黍粟忽絲縷" and _NAMED_AFTER.match(words, end)
        )
        if not called and found.unit == "指":
            called = _FINGERS.match(words, end)
        if called and called[1] != found.unit:
            return start, called.end(), replace(found, kind="definition")
        return start, end, found
    unit = found.unit or ""
    before = words[max(0, start - 6) : start].rpartition("。")[2].rpartition("，")[2]
    single = found.terms == 1 and not found.aspect
    if single and found.kind in ("length", "bound"):
        if unit == "分" and (before.endswith("刻") or not _is_tenth(words, start, end, before, found)):
            return None
        if unit in "常引" or (unit == "里" and _VILLAGE.match(words, end)):
            return None
        if unit == "弓" and _IN_FEET.match(words, end):
            return start, end, found  # 一弓六尺
        if unit == "弓" and words.startswith("，每弓", end):
            return start, end, replace(found, kind="count", chi=None)
        if unit in "弓幅" and not before.endswith(("道", "去", "容")) and not words.startswith("之侯", end):
            value = found.value
            if unit == "幅" or not isinstance(value, Fraction) or value < 10:
                return start, end, replace(found, kind="count", chi=None)
    if found.kind == "length":
        named = _NAMED_AFTER.match(words, end)
        if named and named[1] != unit:
            return start, named.end(), replace(found, kind="definition", relation=words[end : named.end()])
        if before.endswith(("用布", "用布各", "用布亦")):
            # Cloth is told by the length of one strip of it; what a whole 侯 takes is worked out.
            return start, end, replace(found, kind="claim" if "侯用布" in before else "area")
        if _DEFINED_BEFORE.search(before):
            found = replace(found, kind="definition")
        limited = _LIMIT_BEFORE.search(before) or _LIMIT_AFTER.match(words, end)
        if limited and found.kind == "length":
            first = start - len(limited[0]) if limited.string is before else start
            last = end if limited.string is before else limited.end()
            return first, last, replace(found, kind="bound", relation=limited[0])
    if found.aspect and before.endswith("雉") and found.kind == "length":
        return start, end, replace(found, kind="definition")
    if found.aspect or found.kind not in ("length", "definition"):
        return start, end, found
    return _placed(words, start, end, found, before)


def _is_tenth(words: str, start: int, end: int, before: str, found: Found) -> bool:
    """Whether 分 is a tenth of a 寸 and no share."""
    if words[max(0, start - 2) : start] == "寸，" or words.startswith("，十分為", end):
        return True
    measured = (
        before.endswith(("短", "減", "大", "細", "尺"))
        or _EACH_ASPECT.search(before)
        or words[end : end + 1] in ("釐", "半", "強", "弱", "餘")
    )
    return bool(measured) or bool(_NAMED_AFTER.match(words, end)) or _above_ten(found)


def _above_ten(found: Found) -> bool:
    return isinstance(found.value, Fraction) and found.value > 10


def _placed(words: str, start: int, end: int, found: Found, before: str) -> tuple[int, int, Found]:
    """A length told from something: 去侯北十丈, 西三丈, 堂前三笴, 左个之西北三步."""
    if not before or before[-1] not in "東西南北前後地堂侯物階庭門楹碑洗牖此其":
        return start, end, found
    if before[-2:] in _AXIS:
        return start, end, found
    away = _AWAY.search(before)
    if before[-2:] in _DIAGONAL and len(before) > 2:
        return start - 2, end, replace(found, kind="offset", direction=_DIAGONAL[before[-2:]])
    if before[-1] in COMPASS and not away:
        if before[-2:-1] in ("自", "從", "以", "於", "于", "方"):
            return start, end, found
        return start - 1, end, replace(found, kind="offset", direction=COMPASS[before[-1]])
    if away:
        direction = COMPASS.get(away[2]) or ("up" if away[1] == "地" else None)
        begin = start - (len(before) - away.start())
        return begin, end, replace(found, kind="offset", direction=direction, relation=words[begin:start])
    front = _FRONT.search(before)
    if front:
        direction = "south" if front[2] == "前" else "north"
        return start - 2, end, replace(found, kind="offset", direction=direction, relation=front[0])
    return start, end, found


_SUBJECT = kept_pattern("[^。，一二三四五六七八九十百千半尺寸丈步弓尋也曰云者以為而則其皆各去及]{1,5}$")


def _subject(words: str, start: int) -> str | None:
    """The name right before a measure, as far as a clause reaches."""
    found = _SUBJECT.search(words, max(0, start - 5), start)
    return found[0] if found else None
