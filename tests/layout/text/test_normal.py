"""Normalising: what is taken out, what is kept, and the way back to every character."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layout.text import fold, normalise
from layout.text.normal import KINDS


def kinds(text: str) -> list[tuple[str, str]]:
    return [(d.kind, text[d.start : d.end]) for d in normalise(text).damage]


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("侯道五十弓，弓二寸以為侯中。", "侯道五十弓弓二寸以為侯中"),
        ("<pb:KR1d0026_005-12a>¶\n侯道五¶\n十弓弓二寸以爲侯中", "侯道五十弓弓二寸以為侯中"),
        ("上幅用布(四/丈)", "上幅用布四丈"),
        ("三\n\n    让，主人升一等", "三讓主人升一等"),
        ("先数右获（80）。二算为纯", "先數右獲二算為純"),
        ("挟一个，搢扑，89北面于三耦之南（89）", "挾一个搢扑北面于三耦之南"),
        ("司shè作升饮者，如作shè。羞唯所yù", "司射作升飲者如作射羞唯所欲"),
        ("司shè", "司射"),
        ("堂前三▯，西面", "堂前三〓西面"),
        ("前曰&KR1297;賈氏", "前曰〓賈氏"),
        ("坐扌兑手纟员寸焉", "坐挩手縜寸焉"),
        ("長三仭髙一丈歩六尺", "長三仞高一丈步六尺"),
        ("中十尺　　侯道", "中十尺侯道"),
        ("二○三里", "二〇三里"),
        ("○釋曰云武迹也", "釋曰云武迹也"),
        ("１２尺 1/3步", "12尺1/3步"),
        ("〔注 八尺曰尋〕", "八尺曰尋"),
        ("⿰木甫三尺", "〓三尺"),
        ("锺磬ね", "鍾磬〓"),
        ("見鵠於干干不及地武", "見鵠於干干不及地武"),
    ],
)
def test_normal_text(text: str, normal: str) -> None:
    assert normalise(text).text == normal


@pytest.mark.parametrize(
    "text", ["拾取矢", "乾肉", "干侯五十弓", "鄉里三百步為里", "夏后氏", "子云孔子", "杠長三仞", "扑長如笴"]
)
def test_words_that_conversion_must_not_touch(text: str) -> None:
    assert normalise(text).text == text
    assert normalise(text + "。为学习礼书还没说").text.startswith(text)


def test_simplified_text_decides_by_neighbours() -> None:
    text = "有余纯则横于下，夏后氏之学，而后反位，不系左下纲，然后为礼"
    assert normalise(text).text == "有餘純則橫于下夏后氏之學而后反位不繫左下綱然後為禮"
    assert normalise(text).simplified
    assert not normalise("有餘純則橫于下").simplified


def test_damage_says_what_was_tolerated() -> None:
    assert kinds("侯道五¶\n十弓") == [("line-mark", "¶"), ("line-break", "\n")]
    assert kinds("司shè（80）▯") == [("pinyin", "shè"), ("note-number", "（80）"), ("gap", "▯")]
    assert kinds("<pb:x-1a>弓&KR0238;/扌兑　") == [
        ("page-mark", "<pb:x-1a>"),
        ("gap", "&KR0238;"),
        ("half-line", "/"),
        ("parts", "扌兑"),
        ("wide-space", "　"),
    ]
    assert normalise("侯道五十弓，").damage == []
    assert {kind for kind, _ in kinds("[疏]\x00 a")} <= set(KINDS)


def test_breaks_tell_what_stood_between() -> None:
    normal = normalise("三。五\n寸，六 尺")
    assert normal.text == "三五寸六尺"
    assert list(normal.breaks) == [3, 3, 1, 2, 1]


def test_spans_lead_back() -> None:
    text = "甲司shè乙\n丙（8）丁"
    normal = normalise(text)
    assert normal.text == "甲司射乙丙丁"
    assert text[slice(*normal.span(1, 3))] == "司shè"
    assert text[slice(*normal.span(3, 6))] == "乙\n丙（8）丁"
    assert normal.span(2, 2) == (2, 2)
    assert normal.span(6, 6) == (len(text), len(text))
    assert normal.position(text.index("丙")) == 4
    with pytest.raises(IndexError):
        normal.span(0, 7)


def test_fold_makes_editions_comparable() -> None:
    assert fold("尊於賔席，右个") == fold("尊于宾席右個")
    assert fold("拾") != fold("十")
    assert len(fold("司shè一二")) == 4


texts = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from("侯道五十弓弓賔步▯〓¶\n　/（）()[]〔〕【】<>&;pb:KR0123shèjiāo扌兑纟员○〇⿰一二三，。"),
    ),
    max_size=60,
)


@settings(max_examples=300, deadline=None)
@given(texts)
def test_any_string_is_read(text: str) -> None:
    normal = normalise(text)
    size = len(normal.text)
    assert len(normal.offsets) == len(normal.ends) == len(normal.breaks) == size
    assert all(a < b for a, b in pairwise(normal.offsets))
    assert all(a < b for a, b in zip(normal.offsets, normal.ends, strict=True))
    assert all(a <= b for a, b in zip(normal.ends, normal.offsets[1:], strict=False))
    assert size == 0 or (normal.offsets[0] >= 0 and normal.ends[-1] <= len(text))
    last = 0
    for damage in normal.damage:
        assert last <= damage.start < damage.end <= len(text)
        last = damage.end
    assert len(fold(text)) == size


@pytest.mark.parametrize(
    "text", ["\ud800侯\udfff", "\U000e0100侯\ufe00", "\x00", "（" * 500, "<" * 500 + "&" * 500, "⿰" * 99, "1" * 999]
)
def test_strange_strings(text: str) -> None:
    assert len(normalise(text).offsets) == len(normalise(text).text)


def test_a_text_of_megabytes() -> None:
    once = "侯道五¶\n十弓弓二寸以爲侯中(言侯中所取數也/量侯道以貍歩)，倍中以爲躬。"
    assert normalise(once * 30_000).text == normalise(once).text * 30_000
    assert normalise(once).text == "侯道五十弓弓二寸以為侯中言侯中所取數也量侯道以貍步倍中以為躬"
