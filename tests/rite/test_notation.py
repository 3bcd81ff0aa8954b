"""The notation of the score: what it reads, and what its errors say."""

from __future__ import annotations

import re

import pytest

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from layout.plan.model import Plan
from rite.english import english_lines
from rite.parse import ScoreError, parse_score
from rite.report import classic_of, coverage
from rite.score import Branch, Direction, SectionScore
from rite.staging import scores_of, stage_scores, stage_with, words_of
from rite.words import Words


@pytest.fixture(scope="module")
def plan() -> Plan:
    return lay_out(derive(Choices()), Company())


@pytest.fixture(scope="module")
def words(plan: Plan) -> Words:
    return words_of(plan)


HEAD = "§ 18 初射 | The first shooting\n\n"


def one(text: str, words: Words) -> SectionScore:
    return parse_score(HEAD + text, words, "x.score")[0]


def line(text: str, words: Words) -> Direction:
    item = one(f"賓揖\n= The guest salutes.\n  {text}\n", words).clauses[0].items[0]
    assert isinstance(item, Direction)
    return item


def test_reads_clause_gloss_notes_and_acts(words: Words) -> None:
    section = one("主人坐取爵 〔注 將獻賓也〕\n= The host takes a cup.\n  主人 適 上篚前 · 坐 · 取 爵 · 興\n", words)
    clause = section.clauses[0]
    assert (section.number, section.title, clause.text) == (18, "初射", "主人坐取爵")
    assert clause.notes == (("注", "將獻賓也"),)
    direction = clause.items[0]
    assert isinstance(direction, Direction)
    assert [a.verb for a in direction.acts] == ["適", "坐", "取", "興"]
    assert direction.subjects == ("主人",)


def test_begin_marks(words: Words) -> None:
    assert line("‖ 賓 揖", words).begin.when == "with"
    late = line("‖ 畢 司馬 降 西階: 司射 揖", words)
    assert late.begin.when == "after"
    assert late.begin.who == ("司馬",)
    assert line("續 ‖ 自 司馬 降: 司射 揖", words).goes_on
    assert line("然後 司射 揖", words).begin.when == "then"


def test_facing_words_are_acts(words: Words) -> None:
    act = line("賓 東北面", words).acts[0]
    assert act.verb == "面"
    assert act.args[0].word == "東北面"


def test_reference(words: Words) -> None:
    ref = line(
        "次耦 下耦: 如 §18 上耦揖進 … 南面東上 (上耦 → 每耦) 除 司馬適堂西 … 司射退反位 繼 相揖", words
    ).reference
    assert ref is not None
    assert (ref.section, ref.first, ref.last) == (18, "上耦揖進", "南面東上")
    assert ref.exchange == (("上耦", "每耦"),)
    assert ref.omit == (("司馬適堂西", "司射退反位"),)
    assert ref.chain == "相揖"


def test_event_and_branch(words: Words) -> None:
    assert line("每發 中侯中: 獲者 唱獲", words).event == "每發 中侯中"
    item = one("賓揖\n= .\n  若右勝:\n    賓 揖\n", words).clauses[0].items[0]
    assert isinstance(item, Branch)
    assert item.condition == "upper-wins"


def test_doubt_needs_a_reason(words: Words) -> None:
    assert line("賓 揖 ?? 〔按 nothing is said〕", words).certainty == "conjectured"
    with pytest.raises(ScoreError, match="needs its reason"):
        line("賓 揖 ?", words)
    with pytest.raises(ScoreError, match="無 needs its reason"):
        line("無", words)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("賓揖\n= .\n  賓 揖揖\n", r"x\.score:5: 「賓揖」: unknown act '揖揖'; nearest: "),
        ("賓揖\n= .\n  賓 適 西皆下\n", r"x\.score:5: 「賓揖」: unknown word '西皆下'; nearest: .*西階下"),
        ("賓揖\n= .\n  賓 適\n", r"適 needs a place"),
        ("賓揖\n= .\n  賓 袒 爵\n", r"爵 is a thing; 袒 takes"),
        ("賓揖\n  賓 揖\n", r"has no gloss"),
        ("賓揖\n= .\n\n主人揖\n= .\n  主人 揖\n", r"x\.score:3: 「賓揖」: the clause has no direction"),
        ("賓揖。\n= .\n  賓 揖\n", r"without punctuation"),
        ("賓揖\n= .\n  揖\n", r"who acts"),
        ("賓揖\n= .\n  若有大父:\n    賓 揖\n", r"unknown condition '若有大父'; nearest: .*若有大夫"),
        ("賓揖\n= .\n  每射: 賓 揖\n", r"unknown event"),
        ("賓揖\n= .\n  賓 揖 〔注\n", r"not closed"),
        ("賓揖\n= .\n  賓 揖 〔無名 x〕\n", r"who speaks"),
        ("賓揖\n= .\n  賓 揖\n    賓 揖\n", r"indented deeper"),
        ("賓揖\n= .\n  釋獲獲者 揖\n", r"unknown person '釋獲獲者'; nearest: .*釋獲者"),
        ("賓揖\n= .\n  賓 東西面\n", r"unknown act '東西面'; nearest: .*東面"),
        ("賓揖\n= .\n  賓 取 爵爵\n", r"unknown word '爵爵'; nearest: 爵"),
        ("賓揖\n= .\n  賓 取\n", r"取 needs a thing"),
        ("賓揖\n= .\n  賓 曰 主人「請\n", r"x\.score:5: .*a speech 「 … 」 is not closed"),
        ("賓揖\n= .\n  上耦 並行 西階下 (上射 左\n", r"\( … \) is not closed"),
        ("賓揖\n= .\n  司設 揖\n", r"unknown person '司設'; nearest: 司射"),
        ("賓揖\n= .\n  賓 授 爵\n", r"授 needs a person"),
        ("賓揖\n= .\n  賓 升 西階 三等等\n", r"unknown word '三等等'; nearest: .*三等"),
        ("賓揖\n= .\n  若有大夫:\n", r"nothing stands under 若有大夫"),
        ("賓揖\n= .\n  賓 揖 ??\n", r"needs its reason"),
        ("賓揖\n= .\n  ‖ 畢 司馬 絳: 賓 揖\n", r"unknown act '絳'"),
        ("賓揖\n= .\n  三耦: 如 上耦揖 …\n", r"FIRST … LAST"),
        ("@ venu gate\n賓揖\n= .\n  賓 揖\n", r"x\.score:3: unknown setting @ venu; settings: venue"),
        ("  賓 揖\n", r"before any clause"),
    ],
)
def test_errors_name_file_line_clause_and_nearest(text: str, says: str, words: Words) -> None:
    with pytest.raises(ScoreError, match=says) as bad:
        one(text, words)
    assert "\n" not in str(bad.value)


def test_section_head(words: Words) -> None:
    with pytest.raises(ScoreError, match="expected a section"):
        parse_score("賓揖\n", words, "x.score")


def test_words_have_one_meaning(words: Words) -> None:
    seen: dict[str, str] = {}
    for table in (words.people.person, words.people.group, words.people.variable, words.things):
        for key, entry in table.items():
            for word in entry.words:
                assert word not in seen, f"{word}: {seen.get(word)} and {key}"
                seen[word] = key


@pytest.mark.parametrize("number", range(14, 31))
def test_score_is_the_whole_classic(number: int, plan: Plan) -> None:
    score = scores_of(plan)[number]
    assert score.text() == classic_of(number)
    for clause in score.clauses:
        assert clause.gloss
        assert list(clause.directions())


def test_coverage_sees_a_missing_character(plan: Plan) -> None:
    scores = dict(scores_of(plan))
    score = scores[18]
    last = max(n for n, clause in enumerate(score.clauses) if clause.layer == "經")
    scores[18] = SectionScore(18, score.title, score.english, score.clauses[:last], score.file)
    row = next(r for r in coverage(scores) if r["section"] == 18)
    assert row["state"].startswith("differs at")


def test_english(plan: Plan) -> None:
    text = "\n".join(english_lines(scores_of(plan)[18], words_of(plan)))
    assert "at every hit: the caller calls the hit" in text
    assert "the archery-master faces west" in text
    assert "goes down the west stairs" in text


def test_english_names_places_and_links_its_words(plan: Plan) -> None:
    places = {key: place.name_en for key, place in (*plan.footprints.items(), *plan.places.items())}
    scores, words = scores_of(plan), words_of(plan)
    text = "\n".join(line for n in scores for line in english_lines(scores[n], words, places))
    assert "the guest goes to the foot of the west stairs, faces east" in text
    assert "the guest faces north, bows once to the host" in text
    assert "the first of the guests hands the cup to the host" in text
    assert "the guests bow once to the host" in text
    assert not re.search("^    .*[一-鿿]", re.sub("「.*?」|“.*?”", "", text), re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("賓揖\n= .\n  賓 適 西階下\n", "would need 升 or 降"),
        ("賓揖\n= .\n  賓 取 扑\n", "the line names no walk to it"),
        ("賓揖\n= .\n  賓 奠 爵\n", "does not hold 爵"),
        ("賓揖\n= .\n  賓 坐 · 揖\n", "揖 is done standing; guest kneels here"),
        ("賓揖\n= .\n  賓 俟 司射 拾發 · 揖\n", r"x.score:5: 「賓揖」: waits for ever: nobody does .* 畢 司射 拾發"),
        ("賓揖\n= .\n  ‖ 自 主人 諾: 賓 揖\n", r"x.score:5: .*waits for ever: nobody does .* 自 主人 諾"),
        ("賓揖\n= .\n  如 無此句 … 無此句\n", "no clause '無此句'"),
        ("賓揖\n= .\n  如 §99 無此句 … 無此句\n", "§99: that section is not scored"),
        ("賓揖\n= .\n  賓 並行 西階下\n", "並行 is for two; here are 1"),
    ],
)
def test_staging_errors_name_the_line(text: str, says: str, plan: Plan, words: Words) -> None:
    section = parse_score(f"§ 1 試 | A trial\n\n{text}", words, "x.score")[0]
    section = SectionScore(14, section.title, section.english, section.clauses, section.file)
    with pytest.raises(ScoreError, match=says):
        stage_with(plan, {14: section}, None, None)


def test_stage_scores_replaces_one_section(plan: Plan, words: Words) -> None:
    section = parse_score("§ 14 試 | A trial\n\n賓揖\n= The guest salutes.\n  賓 揖\n", words, "x.score")[0]
    rite = stage_scores(plan, {14: section})
    assert [s.number for s in rite.sections] == [14]
    assert rite.sections[0].steps[0].text == "賓揖"


def test_no_clause_of_the_record_is_left_over():
    """Every 記 stands in the score: as a clause of its own, or quoted as the note that decides a direction."""
    from layout.data import asset
    from layout.text import load_text
    from layout.text.normal import normalise

    files = "\n".join(f.read_text(encoding="utf-8") for f in sorted(asset("rite").glob("*.score")))
    # Not the same words where the classic itself has them (上射於右).
    quoted = [*re.findall(r"^記 ([^〔\n]+)", files, re.MULTILINE), *re.findall(r"〔記 ([^〕]+)〕", files)]
    score = normalise("\n".join("".join(q.split()) for q in quoted)).text
    said = [part for p in load_text().passages if p.layer == "記" for part in re.split("[；。]", p.text)]
    left = [part for part in said if normalise(part).text not in score]
    assert left == []
