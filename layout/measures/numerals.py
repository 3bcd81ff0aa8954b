"""Numerals: words to exact numbers and back.

Reads 一 … 億 with an omitted 一 (十二, 百二十), 有/又 (百有二十), 廿卅卌, 〇零, 壹貳…, 兩, Arabic and full-width digits,
neighbouring digits as a range (二三, 八九十), 半 少半 大半 and N分之M. What can be read in two ways (二百五: 205, or 250 with
the unit left out) carries the other reading; what cannot be read raises InputError naming the place.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec

from layout.errors import InputError
from layout.kept_patterns import kept_pattern

ONE = Fraction(1)
HALF = Fraction(1, 2)
ARABIC = {c: n for n, c in enumerate("0123456789")} | {c: n for n, c in enumerate("０１２３４５６７８９")}
PLAIN = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "兩": 2, "两": 2}
FORMAL = {"壹": 1, "弌": 1, "貳": 2, "贰": 2, "弍": 2, "參": 3, "叁": 3, "叄": 3, "参": 3, "弎": 3, "肆": 4}
FORMAL |= {"伍": 5, "陸": 6, "陆": 6, "柒": 7, "捌": 8, "玖": 9}
ZERO = {"〇": 0, "零": 0}
DIGITS = ARABIC | PLAIN | FORMAL | ZERO
TENS = {"廿": 20, "卄": 20, "卅": 30, "丗": 30, "卌": 40}
LEVELS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
MYRIADS = {"萬": 10**4, "万": 10**4, "億": 10**8, "亿": 10**8}
JOINERS = "有又"
WORDS = "〇一二三四五六七八九"
SHARES = {"半": HALF, "少半": Fraction(1, 3), "大半": Fraction(2, 3), "太半": Fraction(2, 3)}
OLD_HUNDRED_THOUSAND = 10**5
"""The 億 of the classics: 十萬 (鄭玄 on 王制: 億，今十萬)."""


class Numeral(msgspec.Struct, frozen=True, gc=False):
    """A number read from words. `high` closes a range (二三 = 2 to 3); `alternatives` are other readings of the words."""

    value: Fraction
    high: Fraction | None = None
    alternatives: tuple[Fraction, ...] = ()


def parse_number(text: str) -> Fraction:
    """The exact number that `text` says, e.g. 萬有一千五百二十 → 11520, 三分之二 → 2/3.

    Raises InputError for what is no number, and for a range (二三), which is not one number.
    """
    numeral = parse_numeral(text)
    if numeral.high is not None:
        raise InputError(f"{text!r} names a range, {numeral.value} to {numeral.high}, not one number")
    return numeral.value


@lru_cache(maxsize=65536)
def parse_numeral(text: str) -> Numeral:
    """The number that `text` says with its range and its other readings; InputError where it says none."""
    if not text:
        raise InputError("an empty text names no number")
    if text in SHARES:
        return Numeral(SHARES[text])
    if kept_pattern(r"[0-9０-９]+[.．][0-9０-９]+").fullmatch(text):
        return Numeral(Fraction("".join("." if c in ".．" else str(ARABIC[c]) for c in text)))
    if kept_pattern(r"[0-9０-９]{1,3}([,，][0-9０-９]{3})+").fullmatch(text):
        return Numeral(Fraction("".join(str(ARABIC[c]) for c in text if c in ARABIC)))
    share = kept_pattern(r"(?:(.+)又)?(.+?)分之(.+)").fullmatch(text)
    if share:
        whole, under, over = share.groups()
        divisor = _integer(under)
        if not divisor.value:
            raise InputError(f"{text!r}: no number has zero parts")
        part = _integer(over).value / divisor.value
        return Numeral(part + (_integer(whole).value if whole else 0))
    for word, size in sorted(SHARES.items(), key=lambda item: -len(item[0])):
        if text.endswith(word) and len(text) > len(word):
            head = text[: -len(word)].rstrip(JOINERS)
            if not head:
                raise InputError(f"{text!r} is not a number: nothing stands before {word}")
            base = _integer(head)
            return Numeral(base.value + size, None, tuple(other + size for other in base.alternatives))
    return _integer(text)


_PAIR = kept_pattern("|".join(a + b for a, b in zip("一二三四五六七八", "二三四五六七八九", strict=True)))


def _integer(text: str) -> Numeral:
    """A whole number, or a range of them."""
    if all(c in ARABIC for c in text):
        return Numeral(Fraction(int("".join(str(ARABIC[c]) for c in text))))
    if len(text) > 1 and all(c in DIGITS for c in text) and any(c in ZERO or c in ARABIC for c in text):
        return Numeral(Fraction(int("".join(str(DIGITS[c]) for c in text))))
    decades = kept_pattern(r"([一二三四五六七八]?)十([一二三四五六七八九])十").fullmatch(text)
    if decades and DIGITS[decades[2]] == DIGITS.get(decades[1] or "一", 0) + 1:
        return Numeral(Fraction(10 * DIGITS[decades[1] or "一"]), Fraction(10 * DIGITS[decades[2]]))
    pair = _PAIR.search(text)
    if pair and not any(c in "有又" for c in text[pair.start() : pair.end()]):
        low, _ = _sum(text[: pair.start() + 1] + text[pair.end() :], text)
        high, _ = _sum(text[: pair.start()] + text[pair.start() + 1 :], text)
        return Numeral(Fraction(low), Fraction(high))
    value, others = _sum(text, text)
    return Numeral(Fraction(value), None, tuple(Fraction(n) for n in others))


def _sum(text: str, whole: str) -> tuple[int, tuple[int, ...]]:
    """A number built of digits and levels, with what it says when the last level is left out or 億 is the old one."""
    grand, total, section, digit = 0, 0, 0, None
    last_level, last_myriad, last_grand = 10**5, 0, 0
    tail = 0  # size of the level right before a final digit, when the digit could belong one level below it
    fresh = True  # nothing read since the last 萬 or 億
    for at, char in enumerate(text):
        if char in DIGITS:
            if digit is not None and digit != 0:
                raise _unreadable(whole, at, "two digits stand side by side")
            digit = DIGITS[char]
            tail = 0 if char in ZERO else tail
        elif char in LEVELS:
            level = LEVELS[char]
            if level >= last_level:
                raise _unreadable(whole, at, f"{char} cannot follow a smaller or equal level")
            section += (digit or 1) * level
            digit, last_level, tail, fresh = None, level, level, False
        elif char in TENS:
            if last_level <= 10 or digit:
                raise _unreadable(whole, at, f"{char} cannot stand here")
            section, digit, last_level, tail, fresh = section + TENS[char], None, 10, 0, False
        elif char in MYRIADS:
            level = MYRIADS[char]
            section += digit or 0
            if level == 10**4:
                if last_myriad == level:
                    raise _unreadable(whole, at, f"{char} cannot follow a smaller or equal level")
                total += (section or 1) * level
            else:
                amount = (total + section) or 1
                if grand and amount >= last_grand:
                    raise _unreadable(whole, at, f"{char} cannot follow a smaller or equal level")
                grand, last_grand, total = grand + amount * level, amount, 0
            section, digit, last_level, last_myriad, tail, fresh = 0, None, 10**5, level, level, True
        elif char in JOINERS:
            if at == 0 or at == len(text) - 1 or (not fresh and section == 0) or digit is not None:
                raise _unreadable(whole, at, f"{char} joins nothing here")
            tail = 0
        else:
            raise _unreadable(whole, at, f"{char!r} is no numeral")
    value = grand + total + section + (digit or 0)
    others: list[int] = []
    if digit and tail >= 100:
        others.append(value - digit + digit * tail // 10)
    if "億" in text or "亿" in text:
        old = _old_hundred_thousands(text.replace("亿", "億"))
        if old is not None and old != value:
            others.append(old)
    return value, tuple(others)


def _old_hundred_thousands(text: str) -> int | None:
    """The number with the 億 of the classics, 十萬, and 萬億 = 萬萬 (鄭玄 on 王制)."""
    total = 0
    for piece, myriad in kept_pattern(r"([^億]*?)(萬?億)").findall(text):
        try:
            many = _sum(piece, piece)[0] if piece else 1
        except InputError:
            return None
        total += many * (10**8 if myriad == "萬億" else OLD_HUNDRED_THOUSAND)
    rest = text.rpartition("億")[2].lstrip(JOINERS)
    try:
        return total + (_sum(rest, rest)[0] if rest else 0)
    except InputError:
        return None


def _unreadable(text: str, at: int, why: str) -> InputError:
    return InputError(f"{text!r} is not a number: at character {at + 1}, {why}")


def to_words(number: int | Fraction) -> str:
    """Classical words for a number: 12 → 十二, 120 → 一百二十, 205 → 二百有五, 2/3 → 三分之二.

    有 stands wherever a level is skipped, so that the words have one reading. Raises InputError below zero and from 10¹² on.
    """
    number = Fraction(number)
    if number < 0 or number >= 10**12:
        raise InputError(f"{number} has no words here; expected a number from 0 to 10¹²")
    whole, rest = divmod(number, 1)
    if rest:
        share = f"{to_words(rest.denominator)}分之{to_words(rest.numerator)}"
        return f"{to_words(whole)}又{share}" if whole else share
    return _words(int(whole))


def _words(n: int) -> str:
    if n == 0:
        return "零"
    for size, name in ((10**8, "億"), (10**4, "萬")):
        if n >= size:
            many, rest = divmod(n, size)
            gap = "有" if rest and rest < size // 10 else ""
            return _words(many) + name + gap + (_under(rest) if size == 10**4 else _words(rest) if rest else "")
    return _under(n)


def _under(n: int) -> str:
    """Words for a number below 10⁴; "" for 0. 十二 at the head, 一十 nowhere else left out."""
    parts: list[str] = []
    gap, begun = False, False
    for size, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, n = divmod(n, size)
        if not digit:
            gap = begun
            continue
        if gap:
            parts.append("有")
            gap = False
        parts.append(("" if digit == 1 and size == 10 and not begun else WORDS[digit]) + name)
        begun = True
    return "".join(parts)
