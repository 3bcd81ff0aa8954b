"""The tables of gestures, gait, dress and bodies: closed, sourced, and clear about what is wrong with them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from layout.data import load_toml
from layout.errors import DataError, UnknownNameError
from rite.dress import BARE, load_bodies, load_dress
from rite.gestures import _Entry, gesture, gesture_words, load_gait, load_gestures


def test_words_name_one_gesture_each() -> None:
    words = gesture_words()
    assert len(words) == sum(len(g.hanzi) for g in load_gestures().values())
    assert gesture("揖").id == "salute"
    assert gesture("卒爵").id == "drink-kneeling"
    assert gesture("立飲").id == "drink-standing"
    assert gesture("salute") is gesture("揖")


@pytest.mark.parametrize(
    "word",
    [
        "立",
        "俟",
        "揖",
        "讓",
        "辭",
        "對",
        "厭",
        "拜",
        "再拜",
        "稽首",
        "坐",
        "興",
        "奠",
        "取",
        "執",
        "授",
        "受",
        "實",
        "祭脯醢",
        "絕祭",
        "祭酒",
        "嚌",
        "啐",
        "卒爵",
        "立飲",
        "盥",
        "洗",
        "挩手",
        "左還",
        "右還",
        "少退",
        "袒",
        "襲",
        "決遂",
        "說決拾",
        "取弓",
        "搢三挾一个",
        "履物",
        "發",
        "釋弓",
        "撫矢",
        "卻手取矢",
        "覆手取矢",
        "負侯",
        "舉旌",
        "偃旌",
        "獲",
        "釋筭",
        "數獲",
        "搢扑",
        "去扑",
        "揚弓",
        "揖弓",
        "設",
        "鼓瑟",
        "吹笙",
        "擊磬",
        "歌",
        "擊鼓",
        "說屨",
        "飲罰",
        "奏",
    ],
)
def test_every_word_of_the_rite_is_there(word: str) -> None:
    if word == "立":
        word = "疑立"
    assert gesture(word).hanzi


def test_unknown_gesture_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="salute"):
        gesture("salut")


def test_bad_table_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "greeting.toml"
    path.write_text(
        '[salute]\nhanzi = ["揖"]\nenglish = "salutes"\nsource = "x"\ncertainty = "sure"\nphases = []\n',
        encoding="utf-8",
    )
    with pytest.raises(DataError, match=r"greeting\.toml:\d+.*certainty"):
        load_toml(path, dict[str, _Entry])


def test_durations_of_the_blocks() -> None:
    seconds = {
        name: load_gestures()[name].seconds
        for name in ("kneel", "rise", "salute", "yield", "bow", "wash", "wash-hands", "draw-shoot")
    }
    assert seconds == {
        "kneel": 2.0,
        "rise": 2.0,
        "salute": 2.4,
        "yield": 3.0,
        "bow": 3.2,
        "wash": 8.0,
        "wash-hands": 8.0,
        "draw-shoot": 14.0,
    }
    assert gesture("再拜").seconds + 4.0 == pytest.approx(11, abs=0.5)


def test_which_leg_leads() -> None:
    assert gesture("坐").lead == "right-knee"
    assert gesture("興").lead == "left-foot"
    assert gesture("坐").after_posture("stand") == "kneel"
    assert gesture("揖").after_posture("kneel") == "kneel"


def test_steps_are_those_of_the_commentators() -> None:
    gait = load_gait()
    assert gait["w1"].step == Fraction(3, 5)
    assert gait["w2"].step == Fraction(6, 5)
    assert gait["w5"].step == 3
    assert gait["w3"].step == Fraction(12, 5)
    assert {gait[w].rate for w in ("w1", "w2", "w3", "w4", "w5")} == {92}


def test_dress_by_role_and_section() -> None:
    dress = load_dress()
    assert dress.wear("host").in_section(1) == "xuanduan"
    assert dress.wear("host").in_section(6) == "chaofu"
    assert dress.wear("grandee-2").outfit == "chaofu-wide"
    assert dress.wear("archer-3-lower").outfit == "xuanduan-pupil"
    assert BARE in dress.states
    for outfit in dress.outfits.values():
        assert outfit.source
    assert load_bodies().height == 7
