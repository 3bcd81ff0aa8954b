"""Exact values in classical words: 158/15 尺 → 一丈五寸少半寸, for showing a working in the manner of a 術."""

from __future__ import annotations

from fractions import Fraction

from layout.measures.numerals import to_words

_SHARES = {Fraction(1, 3): "少半寸", Fraction(2, 3): "大半寸", Fraction(1, 2): "半寸"}


def say_length(chi: Fraction) -> str:
    """A length in 丈, 尺, 寸 and a share of a 寸. Lengths from nothing upward; below zero with 負."""
    if chi < 0:
        return "負" + say_length(-chi)
    if chi == 0:
        return "無"
    zhang, rest = divmod(chi, 10)
    whole, rest = divmod(rest, 1)
    cun, share = divmod(rest * 10, 1)
    words = [to_words(n) + unit for n, unit in ((zhang, "丈"), (whole, "尺"), (cun, "寸")) if n]
    if share:
        if share == Fraction(1, 2) and cun:
            words.append("半")  # 一寸半
            return "".join(words)
        words.append(_SHARES.get(share) or f"{to_words(share.denominator)}分寸之{to_words(share.numerator)}")
    return "".join(words)


def say_as(chi: Fraction, unit: str | None, size: Fraction) -> str:
    """A length in the unit that the words compared have, where that is no unit of the decimal row: 十七步半."""
    number = chi / size if size else chi
    if unit is None or unit in "丈尺寸分" or number.denominator > 2 or number < 1:
        return say_length(chi)
    return to_words(int(number)) + unit + ("半" if number.denominator == 2 else "")


def say_paces(chi: Fraction, pace: Fraction) -> str:
    """A length in 里, 步 of `pace` 尺, and what is left in 尺 寸 分."""
    steps, rest = divmod(chi / pace, 1)
    miles, steps = divmod(steps, 300)
    left = rest * pace
    words = (to_words(miles) + "里" if miles else "") + (to_words(steps) + "步" if steps else "")
    return words + (say_length(left) if left else "") or "無"


def say_fields(mu: Fraction) -> str:
    """An area in 畝 and 步 (a hundred square 步 to the 畝)."""
    whole, rest = divmod(mu, 1)
    steps = rest * 100
    words = to_words(whole) + "畝" if whole else ""
    return words + (to_words(steps) + "步" if steps else "") or "無"


def say(number: Fraction) -> str:
    """A bare number in words."""
    return to_words(number) if number >= 0 else "負" + to_words(-number)
