"""The data files: every quotation stands in its passage; mistakes are found when they are loaded."""

from __future__ import annotations

import shutil

import pytest

from layout.choices import Choices
from layout.data import ASSETS
from layout.errors import DataError, GroundError
from layout.evidence import derive
from layout.evidence.checks import constraints
from layout.evidence.passages import locate
from layout.evidence.schema import load_rules


def quotations():
    for record in load_rules().dimensions.values():
        if record.id.startswith("unit."):
            continue
        for row in (record, *record.when, *record.also):
            quoted = row.clause or row.gloss
            if quoted:
                yield record.id, quoted, row.ref


def test_every_quotation_stands_in_its_passage():
    found = list(quotations())
    assert len(found) > 90
    assert [q for q in found if locate(q[1], q[2]) is None] == []


def test_every_check_quotes_its_passage():
    for c in constraints():
        quoted = c.record.clause or c.record.gloss
        assert not quoted or locate(quoted, c.record.ref), c.record.id


def test_assumptions_give_a_reason():
    for record in load_rules().dimensions.values():
        for row in (record, *record.when):
            if row.assume is not None:
                assert row.reason or row.source, record.id


def test_locate_keeps_to_work_and_speaker():
    assert locate("侯道五十弓", "鄉射禮·記") == "鄉射禮·記·侯道五十弓"
    assert locate("侯道五十弓", "鄉射禮·經") is None
    assert locate("大侯之鵠方六尺", "大射儀·經·注").endswith("·注")


@pytest.fixture
def folder(tmp_path):
    for name in ("dimensions", "readings"):
        shutil.copytree(ASSETS / name, tmp_path / name)
    return tmp_path


def change(folder, file, old, new):
    path = folder / "dimensions" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_two_statements_that_contradict_show_both(folder):
    change(folder, "target.toml", 'clause = "中十尺"', 'clause = "中十二尺"')
    with pytest.raises(GroundError, match=r"弓二寸以為侯中.*gives 10.*中十二尺.*gives 12"):
        derive(folder=folder)
    # with the premise changed by the reader it is no contradiction
    assert derive(Choices(says=("侯道七十弓",)), folder=folder).chi("target.center") == 14


def test_a_circle_names_its_members(folder):
    change(folder, "hall.toml", 'formula = "4/5 * hall.inner-width"', 'formula = "4 * hall.bay"')
    with pytest.raises(GroundError, match=r"hall\.depth ← hall\.bay ← hall\.depth"):
        derive(folder=folder)


def test_a_mistake_in_a_switch(folder):
    path = folder / "readings" / "options.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('choose = "lintel"', 'choose = "lintle"'), encoding="utf-8")
    with pytest.raises(DataError, match=r"options\.toml:\d+: marks\.default: .*lintel"):
        derive(folder=folder)


def test_a_mistake_in_a_check(tmp_path):
    path = tmp_path / "ground.toml"
    text = (ASSETS / "checks" / "ground.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('"step.count"', '"step.cuont"', 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"ground\.toml:\d+: three-steps: .*step\.count"):
        constraints(str(path))


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ('"4/5 * hall.inner-width"', '"4/5 * hall.inner-widht"', ("hall.toml:", "hall.inner-width", "formula")),
        ('"4/5 * hall.inner-width"', '"4/5 * * 3"', ("hall.toml:", "formula", "character 7")),
        ('clause = "士三雉"', 'clause = "士不知"', ("hall.toml:", "hall.width", "士不知")),
        ('subject = "士"', 'subject = "卿"', ("hall.toml:", "hall.width", "卿")),
        ('choices = { rank = "dafu" }', 'choices = { rnk = "dafu" }', ("hall.toml:", "rank")),
        ('choices = { rank = "dafu" }', 'choices = { rank = "daifu" }', ("hall.toml:", "dafu")),
        ('english = "width of the hall', 'inglish = "width of the hall', ("hall.toml:", "inglish", "english")),
        ('assume = "三尺"', 'assume = "三狗"', ("hall.toml:", "door.width", "三狗")),
        ('assume = "3"', 'assume = "3"\nformula = "1"\ngloss = "x"', ("hall.toml:", "assume")),
        ('id = "hall.bay"', 'id = "hall.depth"', ("hall.toml:", "twice")),
    ],
)
def test_a_mistake_names_file_line_and_key(folder, old, new, parts):
    change(folder, "hall.toml", old, new)
    with pytest.raises(DataError) as bad:
        derive(folder=folder)
    for part in parts:
        assert part in str(bad.value)
