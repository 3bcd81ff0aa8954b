"""What each alternative of the pattern means: from the words matched to a value, exact.

Each reader takes the matched words alone, so that its answer can be kept: the same words mean the same wherever they
stand. What depends on the neighbourhood (a direction before, 曰 after) is added by `scan.py`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from layout.errors import InputError
from layout.kept_patterns import kept_pattern
from layout.measures.model import Direction, Kind, Part
from layout.measures.numerals import DIGITS, SHARES, Numeral, parse_numeral
from layout.measures.patterns import HELD, LOOSE, MORE, NUM, UNITS
from layout.measures.quantity import OVER, SIZES, TERM, Term, term_of
from layout.measures.units import Units
from layout.measures.words import words

TWO = Fraction(2)
HALF = Fraction(1, 2)
COMPASS: dict[str, Direction] = {"東": "east", "西": "west", "南": "south", "北": "north"}
NAMED = {
    "笴": "笴",
    "弓": "弓",
    "武": "武",
    "幅": "幅",
    "尋": "尋",
    "仞": "仞",
    "跬": "跬",
    "膚": "膚",
    "握": "握",
    "步": "步",
}


class Found(msgspec.Struct, frozen=True, gc=False):
    """What words mean by themselves. `start` and `end` are relative to the match."""

    start: int
    end: int
    kind: Kind
    value: Fraction | tuple[Fraction, Fraction] | None
    chi: Fraction | None = None
    unit: str | None = None
    parts: tuple[Part, ...] = ()
    relation: str | None = None
    alternatives: tuple[Fraction, ...] = ()
    aspect: str = ""
    terms: int = 0
    direction: Direction | None = None


def numeral_of(words_: str) -> Numeral:
    """A numeral of running text: 參 and 兩 in context, 再 twice, 壹 once."""
    if words_ in ("參", "叁"):
        return Numeral(Fraction(3))
    if words_ == "再":
        return Numeral(TWO)
    return parse_numeral(words_)


class Readers:
    """The readers under one set of units, with their answers kept."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self.memo: dict[tuple[str, str], tuple[Found, ...]] = {}
        self._phrases = {p.word: p for p in words().phrases}
        self._ages = words().ages

    def read(self, name: str, text: str) -> tuple[Found, ...]:
        """What the alternative `name` found in `text`; nothing where it is no measure after all."""
        key = (name, text)
        kept = self.memo.get(key)
        if kept is None:
            try:
                kept = getattr(self, "_" + name)(text)
            except InputError:
                kept = ()
            if len(self.memo) < 200_000:
                self.memo[key] = kept
        return kept

    # -- quantities ------------------------------------------------------------------------------------------

    def _quantity(self, text: str) -> tuple[Found, ...]:
        aspect = kept_pattern(f"[{words().aspects}]?(?:各|皆)?").match(text)
        assert aspect
        at = aspect.end()
        if not aspect[0] or text[0] in "尺丈寸":
            at = 0
        made: list[Found] = []
        run: list[Term] = []
        begun = at
        loose = ""
        end = at
        plain, tight = text, _tight(text)
        while end < len(plain):
            found = TERM.match(tight, end)
            if not found or found.end() == end:
                rest = plain[end:]
                left = kept_pattern(f"[有又]?({LOOSE})|有(奇)").match(rest)
                if left and run:
                    loose = left[1] or left[2]
                    end += left.end()
                    continue
                break
            term = term_of(found)
            if term.unit == "分" and run and run[-1].unit not in "寸尺" and not found["of"]:
                break  # 三十丈三分取一: a share begins
            if len(run) == 1 and not self._descends(run[-1], term) and not found_number(plain[begun:end]):
                run, begun = [], end  # 周尺八尺: the first 尺 is no quantity
            if run and not self._descends(run[-1], term):
                made.append(self._length(run, begun, end, text, at, loose))
                run, begun, loose = [], end + (1 if plain[end] in "有又" else 0), ""
            inner = kept_pattern(LOOSE).search(plain[end : found.end()])
            loose = loose or (inner[0] if inner else "")
            run.append(term)
            end = found.end()
        short = kept_pattern("[一二三四五六七八九]$").match(plain[end:])
        if run and short and run[-1].unit in "丈尺":
            run.append(Term(parse_numeral(short[0]).value, {"丈": "尺", "尺": "寸"}[run[-1].unit]))
            end += 1
        if run:
            made.append(self._length(run, begun, end, text, at, loose))
        if made and aspect[0] and at:
            made[0] = replace(made[0], start=0, aspect=text[0])
        return tuple(made)

    def _descends(self, before: Term, after: Term) -> bool:
        """Whether a term goes on with the quantity before it: smaller, and less than one unit of what it follows.

        一步有六尺四寸 says what a 步 has, and 三尺二寸 is one length.
        """
        if before.value == HALF:
            return False  # 半步三尺 are two
        if before.unit == after.unit:
            return after.value < 1
        if before.unit in "畝頃":
            return after.unit in ("畝", "步") and after.value < 100
        if SIZES.get(before.unit, -1) <= SIZES.get(after.unit, -1):
            return False
        if after.unit in "寸分" and after.value >= 10:
            return False
        return after.value * self.units.chi(after.unit) < self.units.chi(before.unit)

    def _length(self, run: list[Term], start: int, end: int, text: str, at: int, loose: str) -> Found:
        units = self.units
        first = run[0].unit
        area = first in "畝頃"
        # A 步 after 畝 is a square 步, of which 畝 and 頃 count 100 and 10 000.
        chi = sum((t.value * (1 if area and t.unit == "步" else units.chi(t.unit)) for t in run), Fraction(0))
        size = units.chi(first)
        high = next((t.high for t in run if t.high is not None), None)
        kind: Kind = "area" if area else "length"
        value: Fraction | tuple[Fraction, Fraction] = chi / size
        if high is not None:
            low = chi / size
            wide = next(t for t in run if t.high is not None)
            value = (low, low + (high - wide.value) * units.chi(wide.unit) / size)
        others: tuple[Fraction, ...] = ()
        if len(run) == 1 and run[0].other:
            others = run[0].other
        if loose:
            kind = "bound"
        return Found(
            start, end, kind, value, None if kind == "area" or high is not None else chi, first,
            relation=loose or None, alternatives=others, terms=len(run),
        )  # fmt: skip

    def _unit(self, text: str) -> tuple[Found, ...]:
        unit = text[-1]
        chi = self.units.chi(unit)
        if unit == "幅":
            number = HALF if text[0] == "半" else Fraction(1)
            return (Found(0, len(text), "length", number, number * chi, unit),)
        if text.startswith("不"):
            return (Found(0, len(text), "bound", Fraction(1), chi, unit, relation=text[:-1]),)
        return (Found(0, len(text), "length", Fraction(1), chi, unit, aspect=text[0] if len(text) > 1 else ""),)

    def _weighed(self, text: str) -> tuple[Found, ...]:
        if kept_pattern(f"{NUM}合").fullmatch(text):
            return (Found(0, len(text), "count", parse_numeral(text[:-1]).value, None, "合"),)
        whole = len(text)
        text, part = _without_parts(text)
        total = Fraction(0)
        first = ""
        least: Fraction | None = None
        for said in kept_pattern(f"[有又]?(?:({NUM})|({'|'.join(SHARES)})|)([{HELD}兩合])").finditer(text):
            number, share, unit = said.groups()
            size = self.units.chi(unit)
            if least is not None and size >= least and number:
                # 三升三升有半 are two quantities.
                text, whole, part = text[: said.start()], said.start(), None
                break
            least = size
            first = first or unit
            total += (parse_numeral(number).value if number else SHARES.get(share, Fraction(1))) * self.units.chi(unit)
        value = total / self.units.chi(first)
        value += part[0] * self.units.chi(part[1]) / self.units.chi(first) if part else 0
        tail = kept_pattern(f"[有又]?({'|'.join(SHARES)})$").search(text)
        if tail:
            value += SHARES[tail[1]]
        return (Found(0, whole, "count", value, None, first),)

    def _rate(self, text: str) -> tuple[Found, ...]:
        quantity = text[1 : text.index("以為")]
        (found,) = self._quantity(quantity)
        assert found.chi is not None
        return (Found(0, len(text), "ratio", found.chi / self.units.chi("弓"), None, "寸/弓", relation=text),)

    # -- shares and multiples --------------------------------------------------------------------------------

    def _screen(self, text: str) -> tuple[Found, ...]:
        lane = Fraction(50) * self.units.chi("弓")
        share = kept_pattern("之([一二三四五六七八九])").search(text)
        assert share
        along = Part(lane * parse_numeral(share[1]).value / 3, "north")
        side = kept_pattern("([東西])(.+)$").search(text[share.end() :])
        parts = [along]
        if side:
            (found,) = self._quantity(side[2])
            parts.append(Part(found.chi, COMPASS[side[1]]))
        return (
            Found(
                0,
                len(text),
                "offset",
                Fraction(1, 3),
                along.chi,
                "侯道",
                tuple(parts),
                relation="侯道",
                direction="north",
            ),
        )

    def _ratio(self, text: str, value: Fraction) -> tuple[Found, ...]:
        return (Found(0, len(text), "ratio", value, relation=text),)

    def _shared(self, text: str) -> tuple[Found, ...]:
        if text.count("去") == 2 and "以為" in text:
            return self._cut_twice(text)
        under, _, rest = text.partition("分")
        whole = numeral_of(under).value
        over = parse_numeral(rest[-1]).value
        taken = kept_pattern("(居|去|取|得)[其之]?.$").search(rest)
        assert taken
        if whole == 0 or over >= whole:
            return ()
        return self._ratio(text, (whole - over) / whole if taken[1] == "去" else over / whole)

    def _cut_twice(self, text: str) -> tuple[Found, ...]:
        """五分其轂之長，去一以為賢，去三以為軹: two shares of one whole."""
        first, last = text.index("以為"), text.rindex("去")
        whole, over = numeral_of(text.partition("分")[0]).value, parse_numeral(text[-1]).value
        (one,) = self._shared(text[:first])
        if over >= whole:
            return (one,)
        return one, Found(last, len(text), "ratio", (whole - over) / whole, relation=text[last:])

    def _fraction(self, text: str) -> tuple[Found, ...]:
        under, _, over = text.partition("分之")
        whole, part = numeral_of(under).value, numeral_of(over).value
        return self._ratio(text, part / whole) if whole > 1 else ()

    def _mixed(self, text: str) -> tuple[Found, ...]:
        """二柯有參分柯之二: so many of a thing, and parts of one."""
        said = kept_pattern(f"({NUM})([^分])[有又]?([參叁]|{NUM})分.之({NUM})").fullmatch(text)
        if not said:
            return ()
        whole, under, over = numeral_of(said[1]).value, numeral_of(said[3]).value, numeral_of(said[4]).value
        return (Found(0, len(text), "count", whole + over / under, None, said[2]),) if under > over else ()

    def _over(self, text: str) -> tuple[Found, ...]:
        """四而一: divided by four; 三之四而一: three quarters; 二十而三: three of twenty."""
        said = kept_pattern(f"(?:({NUM})之，?)?({NUM})而(.)").fullmatch(text)
        assert said
        under, over = numeral_of(said[2]).value, numeral_of(said[3]).value
        times = numeral_of(said[1]).value if said[1] else Fraction(1)
        return self._ratio(text, times * over / under) if under > over else ()

    def _raised(self, text: str) -> tuple[Found, ...]:
        whole, part = numeral_of(text.partition("分")[0]).value, parse_numeral(text[-1]).value
        if whole <= 1 or part >= whole:
            return ()
        return self._ratio(text, (whole - part if text[-2] == "損" else whole + part) / whole)

    def _called(self, text: str) -> tuple[Found, ...]:
        if text[0] == "倍":
            chi = 2 * self.units.chi(text[1]) if text[1] in self.units else None
            return (Found(0, len(text), "definition", TWO, chi, text[1], relation=text[2:]),)
        if text[0] == "步":
            return (Found(0, len(text), "definition", parse_numeral(text[1:-2]).value, None, "步", relation=text[-2:]),)
        number = kept_pattern(f"{NUM}(?=[^{MORE}](?:以?為|[而成曰]|謂之))").match(text)
        if not number:
            return ()
        unit = text[number.end()]
        return (
            Found(
                0,
                len(text),
                "definition",
                parse_numeral(number[0]).value,
                None,
                unit,
                relation=text[number.end() + 1 :],
            ),
        )

    def _made(self, text: str) -> tuple[Found, ...]:
        under, _, rest = text.partition("分")
        number = kept_pattern("以其?(.)[為之]$").search(rest)
        assert number
        return self._share(text, number[1], under)

    def _part(self, text: str) -> tuple[Found, ...]:
        return self._share(text, text[-1], text.partition("分")[0])

    def _kept(self, text: str) -> tuple[Found, ...]:
        return self._share(text, text[-1], text.partition("分")[0])

    def _laid(self, text: str) -> tuple[Found, ...]:
        under = text.partition("分")[0]
        made: list[Found] = []
        begun = 0
        for place in kept_pattern(".在.").finditer(text):
            for found in self._share(text[begun : place.end()], place[0][0], under):
                made.append(replace(found, start=begun, end=place.end()))
            begun = place.end() + text.startswith("，", place.end())
        return tuple(made)

    def _share(self, text: str, over: str, under: str) -> tuple[Found, ...]:
        whole, part = numeral_of(under).value, parse_numeral(over).value
        if whole <= 1 or part > whole:
            return ()
        return self._ratio(text, part / whole)

    def _divided(self, text: str) -> tuple[Found, ...]:
        whole = numeral_of(text.partition("分")[0]).value
        return self._ratio(text, 1 / whole) if whole > 1 else ()

    def _outof(self, text: str) -> tuple[Found, ...]:
        if text in ("什一", "十一而", "十一"):
            return (Found(0, 2, "ratio", Fraction(1, 10), relation=text[:2]),)
        if text[0] in "去以":
            whole = parse_numeral(text[1]).value
            return self._ratio(text, (whole - 1) / whole if text[0] == "去" else 1 / whole) if whole > 1 else ()
        return self._share(text, text[-1], text[0])

    def _halved(self, text: str) -> tuple[Found, ...]:
        return self._ratio(text, HALF)

    def _half(self, text: str) -> tuple[Found, ...]:
        return self._ratio(text, HALF)

    def _folds(self, text: str) -> tuple[Found, ...]:
        if text[0] == "廣":
            return self._ratio(text, 1 + 1 / parse_numeral(text[1]).value)
        if text[0] == "倍":
            return self._ratio(text, TWO)
        return self._ratio(text, Fraction(10) if text[0] == "什" else numeral_of(text.rstrip("之倍")).value)

    def _product(self, text: str) -> tuple[Found, ...]:
        value = parse_numeral(text[1]).value * parse_numeral(text[2]).value
        return (Found(0, 3, "length", value, value * self.units.chi("步"), "步", aspect=text[0]),)

    def _equal(self, text: str) -> tuple[Found, ...]:
        return self._ratio(text, Fraction(1))

    def _times(self, text: str) -> tuple[Found, ...]:
        product = parse_numeral(text[0]).value * parse_numeral(text[1]).value
        unit = text[-1] if text[-1] in "尺寸丈步" else None
        if unit:
            # 八八六十四寸: what the product counts.
            made = self._times(text[:-1])
            if not made or made[0].end < len(text) - 1:
                return made
            return (replace(made[0], end=len(text), unit=unit, chi=product * self.units.chi(unit)),)
        for end in (len(text), len(text) - 1):
            try:
                agrees = parse_numeral(text[2:end]).value == product
            except InputError:
                continue
            if agrees:
                return (Found(0, end, "claim", product, relation=f"{text[0]}×{text[1]}"),)
        return ()

    # -- counts and times ------------------------------------------------------------------------------------

    def _phrase(self, text: str) -> tuple[Found, ...]:
        phrase = self._phrases[text]
        return (Found(0, len(text), "count", phrase.value, None, phrase.unit),)

    def _count(self, text: str) -> tuple[Found, ...]:
        found = kept_pattern(f"({NUM}|[再參半])({LOOSE}|許)?(.+?)([有又]?半)?$").match(text)
        assert found
        value: Fraction | tuple[Fraction, Fraction]
        if found[1] == "半":
            value, numeral = HALF, Numeral(HALF)
        else:
            numeral = numeral_of(found[1])
            value = (numeral.value, numeral.high) if numeral.high is not None else numeral.value
        if found[4] and not isinstance(value, tuple):
            value += HALF
        unit = {"个": "個"}.get(found[3], found[3])
        kind: Kind = "bound" if found[2] else "count"
        return (Found(0, len(text), kind, value, None, unit, relation=found[2], alternatives=numeral.alternatives),)

    def _noun(self, text: str) -> tuple[Found, ...]:
        """Whatever a number counts at the end of a clause: 幅三袧, 合巹二瓢."""
        numeral = numeral_of(text[:-1])
        if numeral.high is not None or not numeral.value:
            return ()
        return (Found(0, len(text), "count", numeral.value, None, text[-1], alternatives=numeral.alternatives),)

    def _number(self, text: str) -> tuple[Found, ...]:
        words_ = text.rstrip("者作")
        numeral = numeral_of(words_)
        if numeral.high is not None:
            return ()
        return (Found(0, len(words_), "count", numeral.value, None, None, alternatives=numeral.alternatives),)

    def _bare(self, text: str) -> tuple[Found, ...]:
        """A number of two words or more, whatever it counts: 二十有五, 七十二, 十萬; and not 百, 千萬."""
        if (
            len(text) < 2
            or not kept_pattern("[一二三四五六七八九十廿卅卌]").search(text)
            or not kept_pattern("[十百千萬廿卅卌]").search(text)
        ):
            return ()
        found = self._number(text)
        return found if found and isinstance(found[0].value, Fraction) and found[0].value > 10 else ()

    def _time(self, text: str) -> tuple[Found, ...]:
        whole = text
        if text[0] == "年":
            return self._age(text[1:], 0, len(text))
        if "曰" in text:
            return self._age(text[:-2], 0, len(text))
        half = Fraction(0)
        if text[-1] == "半":
            text, half = text[:-1].rstrip("有又"), HALF
        numeral = (
            Numeral(parse_numeral(text[2:-1]).value + 10)
            if text[0] == "旬"
            else parse_numeral(text[:-1].rstrip("有又餘許"))
        )
        low = numeral.value + half
        value = low if numeral.high is None else (low, numeral.high + half)
        end = len(whole)
        return (Found(0, end, "time", value, None, text[-1], alternatives=numeral.alternatives),)

    def _age(self, number: str, start: int, end: int) -> tuple[Found, ...]:
        numeral = parse_numeral(number)
        value = numeral.value if numeral.high is None else (numeral.value, numeral.high)
        return (Found(start, end, "time", value, None, "歲"),)

    # -- places ----------------------------------------------------------------------------------------------

    def _lanes(self, text: str) -> tuple[Found, ...]:
        made = []
        for found in kept_pattern(f"(大侯|[參糝干豻])({NUM})").finditer(text):
            value = parse_numeral(found[2]).value
            made.append(Found(found.start(), found.end(), "length", value, value * self.units.chi("步"), "步"))
        return tuple(made)

    def _legs(self, text: str) -> tuple[Found, ...]:
        parts = []
        values = []
        for found in kept_pattern(f"([東西南北])({NUM})").finditer(text):
            value = parse_numeral(found[2]).value
            values.append(value)
            parts.append(Part(value * self.units.chi("步"), COMPASS[found[1]]))
        return (
            Found(0, len(text), "offset", values[0], parts[0].chi, "步", tuple(parts), direction=parts[0].direction),
        )

    def _like(self, text: str) -> tuple[Found, ...]:
        unit = next((c for c in reversed(text) if c in NAMED), None)
        if unit is None:
            return ()
        kind: Kind = "definition" if unit in "跬膚步" else "relation"
        chi = self.units.chi(unit)
        aspect = text[0] if text[0] in words().aspects else ""
        return (Found(0, len(text), kind, Fraction(1), chi, unit, relation=text.removeprefix(aspect), aspect=aspect),)

    def _level(self, text: str) -> tuple[Found, ...]:
        return (Found(0, len(text), "relation", None, None, None, relation=text),)

    _between = _level


def _tight(text: str) -> str:
    """Loose words inside a numeral (十餘步) blanked, keeping the length: they stand after the number that they loosen."""
    return kept_pattern(f"(?<=[一二三四五六七八九十百千萬]){LOOSE}(?=[{UNITS}半])").sub("_", text)


def _without_parts(text: str) -> tuple[str, tuple[Fraction, str] | None]:
    """二升八十一分升之二十二: the whole units, and the parts of one with its unit."""
    parts = kept_pattern(f"[有又]?({OVER})分(.)之({OVER})$").search(text)
    if not parts:
        return text, None
    return text[: parts.start()], (parse_numeral(parts[3]).value / parse_numeral(parts[1]).value, parts[2])


def found_number(text: str) -> bool:
    """Whether a term has a numeral of its own."""
    return any(c in DIGITS or c in "十百千萬億廿卅卌半少大太" for c in text)


@lru_cache(maxsize=8)
def default_readers() -> Readers:
    """Readers under the default units."""
    return Readers(Units())
