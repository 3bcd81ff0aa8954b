"""Readings: inheritance, the named ones, a user's own file, the disputes all present."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from layout.choices import Choices
from layout.data import ASSETS
from layout.errors import DataError, InputError
from layout.evidence import derive
from layout.evidence.schema import load_rules
from layout.evidence.show import option_rows, reading_rows


def chi(reading, name):
    return derive(Choices(reading=reading)).chi(name)


def test_named_readings():
    assert {"zhou-xu", "xiang-xiang", "ao", "dashe", "kaogong-foot", "wang-zhi-pace"} <= set(load_rules().readings)
    assert chi("xiang-xiang", "platform.height") == 5
    assert chi("xiang-xiang", "mark.y") == derive(Choices(reading="xiang-xiang")).chi("hall.lintel-y")
    assert chi("ao", "banner.pole") == 24
    assert chi("ao", "screen.x") == -50
    assert chi("dashe", "platform.height") == 7
    assert (chi("dashe", "screen.north"), chi("dashe", "screen.west")) == (60, 60)
    assert chi("dashe", "court.depth") == 600
    assert chi("wang-zhi-pace", "lane.length") == 320
    assert chi("wang-zhi-pace", "target.center") == 10  # fifty 弓 all the same
    assert chi("wang-zhi-pace", "target-great.center") == 18
    ratio = Fraction("19.7") / Fraction("23.1")
    assert chi("kaogong-foot", "target.center") == 10 * ratio
    assert chi("kaogong-foot", "bow.length") == 6 * ratio
    assert chi("kaogong-foot", "lane.length") == 300


def test_dashe_is_not_scored():
    assert not derive(Choices(reading="dashe")).scored
    assert derive().scored


def test_readings_state_only_what_differs():
    for row in reading_rows(load_rules()):
        assert set(row["states"]) <= {*row["differs"], "rooms", "walls"}, row["id"]
    assert next(r for r in reading_rows(load_rules()) if r["id"] == "zhou-xu")["differs"] == {}


def test_every_dispute_is_a_switch():
    have = {o.dispute for o in load_rules().options.values()}
    wanted = {f"A{n}" for n in range(1, 11)} | {f"B{n}" for n in range(1, 10)} | {f"C{n}" for n in range(1, 12)}
    wanted |= {f"D{n}" for n in range(1, 11)} | {"E"}
    assert wanted <= have, wanted - have


def test_a_switch_without_effect_says_why():
    rules = load_rules()
    used = {k for r in rules.dimensions.values() for w in r.when for k in w.choices}
    for option in rules.options.values():
        assert option.noted or option.effect or option.key in used or option.number, option.key
        if option.noted:
            assert option.key not in used, option.key
        for choice in option.choice:
            assert choice.id
            assert choice.name


def test_option_rows_show_the_one_who_holds():
    rows = {r["key"]: r for r in option_rows(load_rules(), derive(Choices(reading="ao")).options)}
    assert rows["lane-origin"]["chosen"] == "mark"
    assert "敖繼公" in rows["lane-origin"]["held"]
    assert not rows["word"]["modelled"]


def own(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return Choices(reading="mine", reading_file=str(path))


def test_a_file_of_ones_own(tmp_path):
    g = derive(
        own(
            tmp_path,
            'name = "我"\nbase = "xiang-xiang"\nsay = ["侯道七十弓"]\n[choose]\nren = "8"\n[set]\n"gate.width" = "九尺"\n',
        )
    )
    assert (g.reading, g.chi("lane.length"), g.chi("banner.pole"), g.chi("gate.width")) == ("mine", 420, 24, 9)
    assert g.restated == ("侯道七十弓",)
    assert g.chi("platform.height") == 5


def test_without_a_base_it_stands_on_the_default(tmp_path):
    assert derive(own(tmp_path, 'name = "我"\n')).chi("hall.depth") == 48


@pytest.mark.parametrize(
    ("text", "line", "near"),
    [
        ('name = "我"\n[choose]\nhal = "xiang"\n', ":3", "hall"),
        ('name = "我"\n[choose]\nhall = "xing"\n', ":3", "xiang"),
        ('name = "我"\n[set]\n"hall.dept" = "3"\n', ":3", "hall.depth"),
        ('name = "我"\nchose = 1\n', ":2", "choose"),
        ('name = "我"\nbase = "zhou-xy"\n', ":2", "zhou-xu"),
        ("name = 3\n", ":1", "name"),
        ('name = "我\n', ":1", "TOML"),
    ],
)
def test_a_mistake_names_file_line_and_key(tmp_path, text, line, near):
    with pytest.raises(DataError) as bad:
        derive(own(tmp_path, text))
    assert "mine.toml" in str(bad.value)
    assert line in str(bad.value)
    assert near in str(bad.value)


def test_missing_file():
    with pytest.raises(DataError, match="no such file"):
        derive(Choices(reading="none", reading_file="/nowhere/none.toml"))


def test_a_reading_cannot_inherit_from_itself(tmp_path):
    path = tmp_path / "ao.toml"
    path.write_text('name = "我"\nbase = "ao"\n', encoding="utf-8")
    g = derive(Choices(reading="ao", reading_file=str(path)))  # stands on ours of the same name
    assert g.option("ren") == "8"
    assert InputError


def test_every_switch_is_documented():
    page = (ASSETS.parent / "docs" / "readings.md").read_text(encoding="utf-8")
    for key, option in load_rules().options.items():
        assert f"`{key}`" in page, key
        assert all(f"`{c.id}` {c.name}, {c.english}" in page for c in option.choice if c.english), key
        assert all(f"`{c.id}`" in page for c in option.choice), key
    assert all(f"`{name}`" in page for name in load_rules().readings)


def test_a_switch_that_nothing_reads_says_so():
    """An option has `noted`, or a dimension, a place, the figures or the rite ask for it."""
    root = ASSETS.parent
    code = "".join(
        p.read_text(encoding="utf-8") for d in ("geometry", "rite", "layout") for p in (root / d).rglob("*.py")
    )
    data = "".join(p.read_text(encoding="utf-8") for d in ("dimensions", "places") for p in (ASSETS / d).glob("*.toml"))
    follows = {k for o in load_rules().options.values() for f in o.follows for k in f.choices}
    for key, option in load_rules().options.items():
        read = re.search(rf'(?:options\.get|option)\("{key}"', code) or re.search(
            rf'option = "{key}"|\b{key} = "', data
        )
        assert (
            len(option.choice) == 1 or option.noted or option.number or read or key in follows or f'"{key}"' in data
        ), key
