"""Who speaks, in the layouts of the seeds and of other editions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layout.text import load_text, normalise, speakers

DATA = Path(__file__).parents[2] / "data"
LUMPED = {"經": "經/記", "記": "經/記", "題": "經/記"}


def turns(text: str) -> list[tuple[str, str | None]]:
    return [(text[start:end], layer) for start, end, layer in speakers(text)]


def accuracy(number: str) -> float:
    """Share of the characters of a seed that get the layer of the hand-made table."""
    text = next((DATA / "seeds").glob(f"{number}_*")).read_text(encoding="utf-8")
    gold: list[str | None] = [None] * len(text)
    for row in (DATA / "gold" / "seed-segments.tsv").read_text(encoding="utf-8").split("\n")[1:]:
        cells = row.split("\t")
        if cells[0] == number:
            gold[int(cells[1]) : int(cells[2])] = [cells[3]] * (int(cells[2]) - int(cells[1]))
    ours: list[str | None] = [None] * len(text)
    for start, end, layer in speakers(text):
        ours[start:end] = [LUMPED.get(layer or "", layer)] * (end - start)
    scored = [(g, o) for c, g, o in zip(text, gold, ours, strict=True) if g and not c.isspace()]
    assert len(scored) > 3000
    return sum(g == o for g, o in scored) / len(scored)


@pytest.mark.parametrize("number", ["000", "001", "003"])
def test_seeds(number: str) -> None:
    assert accuracy(number) > 0.999


def test_right_headings_and_record() -> None:
    text = "西五歩【容谓之乏】右张侯 记乡侯上个五寻【八尺曰寻】中十尺\n右速賔 记其牲狗也【狗取择人】\n羮定"
    assert turns(text) == [
        ("西五歩", "經"), ("【容谓之乏】", "注"), ("右张侯", "題"), ("记", "題"), ("乡侯上个五寻", "記"), ("【八尺曰寻】", "注"),
        ("中十尺", "記"), ("右速賔", "題"), ("记", "題"), ("其牲狗也", "記"), ("【狗取择人】", "注"), ("羮定", "經"),
    ]  # fmt: skip


def test_commentary_with_translation_between() -> None:
    text = (
        "不繫左下綱，中掩束之。（事未至也。）\n[疏]“不繫”至“束之”。\n○注“事未至也”。\n○釋曰：案下記云東方謂之右个。\n"
        "译这是没有把左边的绳子系上的意思。（事情还没有到。）\n[疏]“不系”至“束之”。\n○解释说：查考下文的记说东方叫做右个。\n"
        "羹定。（肉謂之羹。）"
    )
    layers = [layer for _, layer in turns(text)]
    assert layers == ["經", "注", "疏", "疏", "疏", "譯", "譯", "譯", "經", "注"]


def test_kanripo_page() -> None:
    text = "#+TITLE: 儀禮\n<pb:KR1d0026_005-1a>¶\n乃席賔南面東上(不言於戸牖之間/者此射於序)¶\n衆賔之席繼而西(言/繼)¶"
    found = turns(text)
    assert found[0] == ("#+TITLE: 儀禮", "題")
    assert ("(不言於戸牖之間/者此射於序)", "注") in found
    assert {layer for words, layer in found if "賔" in words and "(" not in words} == {"經"}


def test_user_marks() -> None:
    text = "§ 3 張侯\n經 侯道五十弓〔注 五十步〕倍中〔案此有脫文〕\n記 上个五尋\n注：八尺曰尋\n疏：釋曰五八四十\n按：誤\n【譯】上面的是的"
    assert [layer for _, layer in turns(text)] == ["題", "經", "注", "經", "按", "記", "注", "疏", "按", "譯"]


def test_signs_within_a_line() -> None:
    text = "乃席賓【注】此射於序【疏】釋曰決鄉飲酒在庠\n〔疏〕釋曰一〔注〕二\n案曰此有誤"
    assert turns(text) == [
        ("乃席賓", "經"), ("【注】此射於序", "注"), ("【疏】釋曰決鄉飲酒在庠", "疏"), ("〔疏〕釋曰一", "疏"), ("〔注〕二", "注"),
        ("案曰此有誤", "按"),
    ]  # fmt: skip


def test_a_note_over_several_lines() -> None:
    text = "侯道百弓也【言侯中\n所取數也】半中以為身【躬\n身\n也】"
    assert turns(text) == [
        ("侯道百弓也", "經"), ("【言侯中\n所取數也】", "注"), ("半中以為身", "經"), ("【躬\n身\n也】", "注"),
    ]  # fmt: skip


def test_unmarked_text() -> None:
    assert turns("梓人為侯廣與崇方參分其廣而鵠居一焉") == [("梓人為侯廣與崇方參分其廣而鵠居一焉", None)]
    assert [layer for _, layer in turns("这是一个现代汉语的句子，它的意思是很清楚的，我们都知道了。")] == ["譯"]
    received = load_text().classic(18)
    assert turns(received) == [(received, "經")]
    record = "".join(normalise(p.text).text for p in load_text().record())
    whole = received + "記" + record
    assert turns(whole) == [(received, "經"), ("記" + record, "記")]


@settings(max_examples=200, deadline=None)
@given(
    st.text(
        alphabet=st.one_of(st.characters(), st.sampled_from("侯道五十弓\n【】〔〕（）()[]疏注記译右 　○釋曰#§的是了")),
        max_size=80,
    )
)
def test_any_string(text: str) -> None:
    last = 0
    for start, end, _ in speakers(text):
        assert last <= start < end <= len(text)
        last = end
    covered = sum(len("".join(text[s:e].split())) for s, e, _ in speakers(text))
    assert covered == len("".join(text.split()))


def test_a_line_as_long_as_a_book() -> None:
    text = "侯道五十弓【言侯中所取數也】" * 40_000
    assert len(speakers(text)) == 80_000
    assert speakers("【" * 20_000)
