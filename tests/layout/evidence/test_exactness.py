"""Two ways of computing a dimension agree as Fractions, whatever the premises."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from layout.choices import Choices
from layout.evidence import derive
from layout.evidence.formula import evaluate, parse_formula

bows = st.integers(20, 120)
sizes = st.fractions(min_value=Fraction(1, 2), max_value=90, max_denominator=40)


def ground(*sets, says=()):
    return derive(Choices(sets=sets, says=says))


@settings(max_examples=25, deadline=None)
@given(bows)
def test_target_from_the_lane_by_hand(n):
    g = ground(f"lane.length={6 * n}")
    center = Fraction(n, 5)
    assert g.chi("target.center") == center
    assert g.chi("target.tongue-lower") == center * 3
    assert g.chi("target.cloth") == 5 * center + center * (center / 2 - 5) + 2 * 2 * center + 4 * center + 3 * center
    assert g.chi("screen.north") * 3 == g.chi("lane.length")
    assert g.chi("screen.y") == g.chi("target.y") * Fraction(2, 3)


@settings(max_examples=25, deadline=None)
@given(sizes, sizes)
def test_words_and_numbers_agree(depth, center):
    g = ground(f"hall.depth={depth}", f"target.center={center}")
    assert g.chi("hall.ridge-y") == depth / 2 == 2 * g.chi("hall.bay")
    assert g.chi("basin.y") == -depth
    assert g.chi("target.top") - g.chi("target.bottom") == center + 8
    assert g.chi("target.bullseye") * 3 == center
    middle = (g.chi("target.bullseye-top") + g.chi("target.bullseye-bottom")) / 2
    assert middle == (g.chi("target.top") + g.chi("target.bottom")) / 2


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 99), st.integers(1, 9))
def test_a_clause_says_what_a_number_sets(zhang, chi):
    digits = "〇一二三四五六七八九"
    tens = ("" if zhang < 20 else digits[zhang // 10]) + "十" if zhang >= 10 else ""
    words = f"{tens}{digits[zhang % 10] if zhang % 10 else ''}丈{digits[chi]}尺"
    value = 10 * zhang + chi
    assert ground(says=(f"堂深{words}",)).chi("hall.depth") == value
    assert ground(f"hall.depth={words}").chi("hall.bay") == ground(f"hall.depth={value}").chi("hall.bay")


@settings(max_examples=15, deadline=None)
@given(st.fractions(min_value=Fraction(12), max_value=Fraction(38), max_denominator=20))
def test_the_foot_changes_no_number_of_chi(cm):
    g, plain = ground(f"foot={float(cm)}cm"), ground()
    same = [n for n in plain.dimensions if n not in ("foot.cm", "arrow.release-height")]
    assert all(g.chi(n) == plain.chi(n) for n in same)
    assert abs(g.metres("lane.length") - 3 * float(cm)) < 1e-9


@given(st.recursive(st.fractions(max_denominator=9, min_value=-9, max_value=9).map(lambda f: (f"({f})".replace("-", "0 - "), f)),
    lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(
        lambda t: (f"({t[0][0]} {t[1]} {t[2][0]})", {"+": t[0][1] + t[2][1], "-": t[0][1] - t[2][1], "*": t[0][1] * t[2][1]}[t[1]])),
    max_leaves=6))  # fmt: skip
def test_formulas_are_exact(pair):
    text, value = pair
    assert evaluate(parse_formula(text), {}.__getitem__) == value


def test_formula_grammar():
    value = {"a.b-c": Fraction(5), "d.e": Fraction(2)}.__getitem__
    assert evaluate(parse_formula("a.b-c - d.e * 3"), value) == -1
    assert evaluate(parse_formula("a.b-c / d.e / 2"), value) == Fraction(5, 4)
    assert evaluate(parse_formula("min(a.b-c, d.e, 7) + ceil(a.b-c / d.e)"), value) == 5
    assert evaluate(parse_formula("-a.b-c + floor(5/2) + abs(0 - 1.5)"), value) == Fraction(-3, 2)
