"""The language of places: what it reads, and how it complains."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layout.choices import Choices, Company
from layout.errors import DataError, InputError
from layout.evidence import derive
from layout.plan import lay_out
from layout.plan.language import Align, Between, Measured, Offset, PlaceLanguage, Ref, Words
from layout.plan.model import toward
from layout.plan.records import load_records
from layout.plan.resolve import Resolver

NAMES = [
    "賓席",
    "西楹",
    "東楹",
    "西序",
    "洗",
    "楅",
    "東榮",
    "堂",
    "左个",
    "司射",
    "司射之西南",
    "觶",
    "堂深",
    "target",
    "target-north",
]


@pytest.fixture(scope="module")
def language() -> PlaceLanguage:
    return PlaceLanguage(NAMES)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("當西序 · 南當洗", (Align("西序", None), Align("洗", "y"))),
        ("東西當東榮 · 南北以堂深", (Align("東榮", "x"), Measured("y", Ref("堂深")))),
        ("西楹與東楹之間", (Between("西楹", "東楹"),)),
        ("左个之西北三步", (Offset("左个", "西北", (Words("三步"),)),)),
        ("堂前三笴", (Offset("堂", "前", (Words("三笴"),)),)),
        ("司射之西南 [a] [b]", (Offset("司射", "西南", (Ref("a"), Ref("b"))),)),
        ("司射之西南", (Offset("司射之西南", "", ()),)),
        ("觶 · 南 五尺", (Offset("觶", "", ()), Offset(None, "南", (Words("五尺"),)))),
        ("target-north", (Offset("target-north", "", ()),)),
    ],
)
def test_reads(language: PlaceLanguage, text: str, terms: tuple[object, ...]) -> None:
    assert language.place(text) == terms


def test_names_the_nearest(language: PlaceLanguage) -> None:
    with pytest.raises(InputError, match="東榮"):
        language.place("當東")
    with pytest.raises(InputError, match="cannot read"):
        language.place("賓席之東 [a")


LANGUAGE = PlaceLanguage(NAMES)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from([*"當南北東西之前與間以·[] +-*/()12三步尺半堂洗楅序席賓", "mat.length", "target"]), max_size=14
    )
)
def test_anything_else_is_one_clear_error(pieces: list[str]) -> None:
    text = "".join(pieces)
    for read in (LANGUAGE.place, LANGUAGE.amount):
        message = ""
        try:
            read(text)
        except InputError as bad:
            message = str(bad)
        assert "\n" not in message


def test_amounts_and_directions() -> None:
    resolver = Resolver(derive(Choices()), Company(), load_records())
    assert resolver.amount("三步") == 18
    assert resolver.amount("一尺半") == Fraction(3, 2)
    assert resolver.amount("mat.length / 2 + 2 * body.foot") == 4 + Fraction(12, 5)
    assert resolver.expression("堂前三笴", "hall") == (0, -9)
    x, y = resolver.expression("左个之西北三步", "tray-place")
    left = resolver.anchor("左个")
    assert left.x is not None
    assert left.y is not None
    assert (left.x - x, y - left.y) == (Fraction(90, 7), Fraction(90, 7)), "方五斜七"
    assert toward(Fraction(225)) == (Fraction(-5, 7), Fraction(-5, 7))
    with pytest.raises(InputError, match="nearest"):
        resolver.amount("mat.lenght")


BASE = """
[[line]]
id = "axis"
name = "中軸"
english = "axis"
x = "0"

[[place]]
id = "here"
name = "此"
english = "here"
at = "AT"
FACING
"""


@pytest.mark.parametrize(
    ("at", "facing", "message"),
    [
        ("當中軸", "", r"things.toml:8: here.at: .*north–south coordinate open"),
        ("當中軐 · 南北以[1]", "", r"things.toml:8: here.at: cannot read"),
        ("此 · 南 五尺", "", r"placed by itself"),
        ("當中軸 · 南北以[hall.dept]", "", r"nearest: hall.depth"),
        ("當中軸 · 南北以[1]", 'facing = "北西面"', r"things.toml:8: here.facing: unknown facing"),
        ("當中軸 · 南北以[1]", 'facng = "北面"', r"things.toml:\d+: place\[0\].facng: unknown key; nearest: facing"),
    ],
)
def test_errors_name_file_line_and_key(tmp_path: Path, at: str, facing: str, message: str) -> None:
    (tmp_path / "things.toml").write_text(BASE.replace("AT", at).replace("FACING", facing), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        lay_out(derive(Choices()), Company(), load_records(tmp_path))


def test_one_word_names_one_place(tmp_path: Path) -> None:
    text = BASE.replace("AT", "當中軸 · 南北以[1]").replace("FACING", 'words = ["中軸"]')
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="already names 'axis'"):
        load_records(tmp_path)


def test_switches_of_places_move_what_they_say() -> None:
    """A switch with an effect on places is read by the places."""
    usual = lay_out(derive())
    goblet = lay_out(derive(Choices(sets=("mid-court=east-stairs",))))
    assert goblet.place("goblet-court-place").x == usual.ground.chi("stairs.x")
    assert goblet.place("goblet-court-place").y == usual.place("goblet-court-place").y
    legs = lay_out(derive(Choices(sets=("three-paces=legs",))))
    arm, tray = legs.place("arm-left"), legs.place("tray-place")
    assert (arm.x - tray.x, tray.y - arm.y) == (18, 18)
