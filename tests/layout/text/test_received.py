"""The received text: whole, in its sections, and found by its words."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from layout.data import asset
from layout.errors import DataError, UnknownNameError
from layout.text import fold, load_text, normalise
from layout.text.received import plain_words, read_text, read_witnesses

SEEDS = Path(__file__).parents[2] / "data" / "seeds"


def seed(number: str) -> str:
    return next(SEEDS.glob(f"{number}_*")).read_text(encoding="utf-8")


def differences(ours: str, theirs: str) -> list[tuple[str, str]]:
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    return [(ours[i:j], theirs[k:m]) for op, i, j, k, m in matcher.get_opcodes() if op != "equal"]


def test_words_without_passages() -> None:
    text = load_text()
    assert plain_words() == (text.words("經"), text.words("記"))


def test_thirty_seven_sections() -> None:
    text = load_text()
    assert [s.number for s in text.sections] == list(range(1, 38))
    assert text.sections[17].title == "初射獲而未釋獲"
    assert {s.place for s in text.sections} == {"school", "guest-gate", "host-gate"}
    assert [s.number for s in text.sections if s.place != "school"] == [1, 4, 36]
    for section in text.sections:
        assert len(text.classic(section.number)) > 20
    assert "".join(text.classic(n) for n in range(1, 38)) == text.classic()


def test_sections_begin_where_jiang_yong_has_them() -> None:
    """禮書綱目 closes each section with 右…: what stands before it must be the end of our section."""
    lines = seed("000").split("\n")
    text = load_text()
    body = [line for line in lines if line.startswith("右") and not line.startswith("右篇目")]
    titles = [normalise(line[1:].split(" ")[0].split("【")[0]).text for line in body][:37]
    ours = [s.title for s in text.sections]
    # 張侯 and three others close inside a line of the seed.
    assert len([t for t in ours if t in titles]) >= 30
    starts = {3: "乃張侯", 9: "主人西南面", 12: "大夫降洗", 15: "司正洗觶", 19: "司馬適堂西袒執弓", 32: "使二人舉觶"}
    for number, words in starts.items():
        assert text.classic(number).startswith(words)
    assert text.classic(8).endswith("當西序")
    assert text.classic(18).endswith("反位")
    assert text.classic(31).endswith("司正降復位")


def test_the_classic_is_whole() -> None:
    """Every difference from the seeds is one of those that docs/text.md settles."""
    text = load_text()
    classic = fold(text.classic())
    record = "".join(fold(p.text) for p in text.record())
    assert len(classic) == 5955
    first = fold(seed("003"))
    assert differences(classic[: len(first)], first)[:-1] == [
        ("挩", "梲"), ("奠", "尊"), ("眾", "從"), ("奠", "尊"), ("堂", "常"), ("", "退"),
    ]  # fmt: skip
    second = fold(seed("001"))
    start = classic.index(second[:12])
    theirs = differences((classic + record)[start:], second)[:-1]
    assert theirs == [
        ("升", ""), ("矢", "矣"), ("矢", "矣"), ("猶", "遂"), ("膱", "胑"), ("膱", "胑"), ("膱", "胑"),
    ]  # fmt: skip


def test_the_record_can_be_read_as_one() -> None:
    record = load_text().record()
    orders = [p.order for p in record]
    assert orders == sorted(orders, key=lambda n: n or 0)
    assert set(orders) == set(range(1, 77))
    assert record[0].text.startswith("大夫與")
    assert record[-1].text.startswith("君在")


def test_settled_readings() -> None:
    text = load_text()
    for clause, section in {
        "坐奠爵拜告旨": 6, "主人以爵降奠于篚反升就席": 13, "三耦卒射賓揖": 18, "乃奏騶虞以射": 27, "司射猶袒決遂左執弓": 30,
        "升堂少右": 24, "適左个中亦如之": 25,
    }.items():  # fmt: skip
        assert text.find(clause, section).section == section
    assert "大夫如賓禮" in normalise(text.find("無諸公則大夫如賓禮").text).text
    assert text.find("將舉者於右").layer == "記"


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("鄉射禮·經·18·司馬命獲者執旌以負侯", "司馬命獲者執旌以負侯"),
        ("鄉射禮·經·3·西五步", "乏參侯道"),
        ("鄉射禮·經·3·西五步·注", "北十丈，西三丈"),
        ("鄉射禮·記·侯道五十弓", "弓二寸以為侯中"),
        ("鄉射禮·記·上个五尋·注", "八尺曰尋"),
        ("鄉射禮·記·下舌半上舌·注", "五八四十，五六三十"),
    ],
)
def test_references(ref: str, words: str) -> None:
    text = load_text()
    passage = text.passage(ref)
    assert words in passage.text
    assert text.passage(passage.ref) is passage
    if passage.layer == "注":
        assert passage.on
        assert passage.ref == passage.on + "·注"


def test_references_are_unique_and_point_into_the_file() -> None:
    text = load_text()
    refs = [p.ref for p in (*text.passages, *text.witnesses)]
    assert len(refs) == len(set(refs))
    content = asset("text", "xiangshe.txt").read_text(encoding="utf-8")
    for passage in text.passages:
        assert content[passage.start :].startswith(passage.text)


def test_finding_by_words() -> None:
    text = load_text()
    assert text.find("乏参侯道，居侯黨之一西五歩").ref == "鄉射禮·經·3·乏參侯道"
    assert text.find("奠觶辭降賓對", 8).section == 8
    with pytest.raises(UnknownNameError, match="侯道五十弓"):
        text.find("侯道七十弓")
    with pytest.raises(UnknownNameError, match="物長如笴"):
        text.passage("鄉射禮·記·物長如苛")
    with pytest.raises(UnknownNameError):
        text.find("")
    with pytest.raises(UnknownNameError):
        text.classic(38)


def test_witnesses() -> None:
    text = load_text()
    for ref, words in {
        "周禮·考工記·匠人·堂脩二七": "廣四脩一", "考工記·梓人·而鵠居一焉": "參分其廣", "考工記·匠人·崇三之": "牆厚三尺",
        "考工記·弓人·弓長六尺有六寸": "上制", "禮器·士三尺": "大夫五尺", "尚書大傳·多士傳·士三雉·注": "雉長三丈",
        "大射儀·參七十": "大侯九十", "大射儀·凡乏用革·注": "一丈五寸少半寸", "王制·今以周尺六尺四寸為步": "八尺為步",
        "鄉射禮·疏·漢禮云五武成步": "步六尺", "周禮·小司徒·六尺為步": "司馬法",
    }.items():  # fmt: skip
        assert words in text.witness(ref).text
    assert text.find("瓦屋四分").ref.startswith("周禮·考工記·匠人")
    with pytest.raises(UnknownNameError, match="匠人"):
        text.witness("周禮·考工記·匠人·堂修九九")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("§ 1 戒賓 | Inviting\n", 1), ("經 主人戒賓\n", 1), ("§ 2 戒賓 | Inviting | school\n", 1),
        ("§ 1 戒賓 | Inviting | school\n經 主人〔注 州長\n", 2), ("§ 1 戒賓 | Inviting | school\n記 一 大夫\n", 2), ("賓\n", 1),
        ("§ 1 戒賓 | Inviting | school\n經 〔注 州長〕主人\n", 2),
    ],
)  # fmt: skip
def test_a_broken_file_names_its_line(tmp_path: Path, content: str, line: int) -> None:
    path = tmp_path / "text.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=rf"text\.txt:{line}:"):
        read_text(path)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_witnesses(tmp_path / "none.txt")
