"""The page of a real section in a browser: people where our sampler puts them, clauses, evidence, cards, plan, following."""

from __future__ import annotations

import math

import numpy as np
import pytest

from support.page import until

pytestmark = pytest.mark.browser

AT = """([x, y, z]) => { const { stage } = window.shegong; stage.camera.updateMatrixWorld();
  const box = stage.renderer.domElement.getBoundingClientRect();
  const p = stage.controls.target.clone().set(x, y, z).project(stage.camera);
  return [box.left + (p.x + 1) / 2 * box.width, box.top + (1 - p.y) / 2 * box.height]; }"""
"""Where on the screen a place of the ground is seen."""
NAMED = "[...document.querySelectorAll('.name.person')].filter((e) => e.offsetWidth)"
"""The names of people that are shown."""


def test_people_are_where_our_sampler_puts_them(page, truth):
    theirs = page.evaluate(
        """([moments, names]) => moments.map((t) => { window.shegong.clock.seek(t / 1000);
        return names.map((n) => window.shegong.place(n).position); })""",
        [truth["moments"], truth["names"]],
    )
    far = np.abs(np.array(theirs) - np.array(truth["places"])).max(axis=2)
    # Thinned to 6 mm and 1.5° a joint; a hand hangs on five joints.
    assert far[:, ::3].max() < 0.02
    assert far.max() < 0.09


def test_a_clause_is_sought_and_shown(page, truth):
    steps = truth["steps"]
    number = next(n for n, s in enumerate(steps) if s["start"] > 60_000)
    page.click(f"#section-list ol li:nth-child({number + 1}) button")
    assert page.inner_text("#clause") == steps[number]["text"]
    assert page.inner_text("#gloss") == steps[number]["gloss"]
    assert page.evaluate("window.shegong.clock.local") == pytest.approx(steps[number]["start"] / 1000)
    assert page.locator("#actors button").count() == len(steps[number]["who"])
    assert page.get_attribute(f"#section-list ol li:nth-child({number + 1}) button", "aria-current") == "step"


def test_it_plays_and_pauses_and_people_move(page):
    page.evaluate("window.shegong.clock.seek(10)")
    before = page.evaluate("window.shegong.place('caller').position")
    page.click("#faster")
    page.click("#faster")
    assert page.inner_text("#speed") == "×4"
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "暫停"
    until(page, "window.shegong.clock.time > 14")
    page.click("#play")
    stopped = page.evaluate("window.shegong.clock.time")
    after = page.evaluate("window.shegong.place('caller').position")
    assert math.dist(before, after) > 2
    assert page.get_attribute("#play", "aria-label") == "播放"
    assert page.evaluate("new Promise((r) => requestAnimationFrame(() => r(window.shegong.clock.time)))") == stopped


def test_click_on_the_target_shows_its_evidence(page):
    page.evaluate("window.shegong.stage.view('target', true)")
    x, _, z = page.evaluate("window.shegong.place('target').position")
    page.mouse.click(*page.evaluate(AT, [x + 0.8, 2.3, z]))
    page.wait_for_selector("#info:not([hidden])")
    if "侯" not in page.inner_text("#info-name"):
        page.click("#info-parts button:has-text('侯')")
    assert "侯" in page.inner_text("#info-name")
    assert page.inner_text("#info-grade") == "注文"
    assert "不及地武" in page.inner_text("#info-list")
    fold = page.locator("#info-list details", has_text="侯中").first
    fold.locator("summary").click()
    fold.locator("li").first.wait_for()  # the fold fills itself when it has opened
    assert "中十尺" in fold.inner_text()
    assert "10 尺 = 2.310 m" in fold.inner_text()
    place = page.locator("#info-list details", has_text="南 300 尺 = 69.300 m")
    assert place.count() == 1
    page.click("#info-close")
    assert not page.is_visible("#info")
    assert page.evaluate("document.activeElement.id") == "canvas"


def test_the_card_of_a_person_tells_what_he_does_and_holds(page, truth):
    start, end = truth["shot"]
    page.evaluate(
        "t => { window.shegong.clock.seek(t); window.shegong.select('archer-1-upper'); }", (start + 2000) / 1000
    )
    assert page.inner_text("#info-name").startswith("上耦上射")
    assert rows(page)["此刻"] == "發（矢）"
    assert rows(page)["持"] == "弓（左手）、矢 3（帶）、矢（弦）"
    assert rows(page)["面向"] == "南面"
    assert rows(page)["位"] == "西 3.0 尺，北 24.0 尺 自堂廉之中"
    assert page.inner_text("#info-doing button.now b").startswith("上射既發")
    # The card goes on with the clock: after the shot the fourth arrow is gone.
    page.evaluate("t => { window.shegong.clock.seek(t); window.shegong.refresh(); }", (end - 100) / 1000)
    assert rows(page)["持"] == "弓（左手）、矢 3（帶）"
    page.click("#language")
    assert "bow (left hand), arrow × 3 (in the belt)" in rows(page)["Holds"]


def test_the_card_tells_what_somebody_calls(page, truth):
    start, end, text = next(call for call in truth["calls"] if "獲" in call[2])
    page.evaluate("t => { window.shegong.clock.seek(t); window.shegong.select('caller'); }", (start + end) / 2000)
    assert text in rows(page)["言"]
    assert "旌" in rows(page)["持"]
    assert "坐" in rows(page)["此刻"]


def test_the_card_of_a_thing_tells_who_holds_it(page):
    page.evaluate("window.shegong.select('bow-archer-1-upper')")
    assert rows(page) == {"在": "上耦上射 左手"}
    page.evaluate("window.shegong.select('target')")
    assert rows(page) == {}


def test_following_and_their_eyes(page):
    page.select_option("#follow", "usher")
    page.evaluate("window.shegong.clock.seek(200)")
    until(
        page,
        """(() => { const p = window.shegong.place('usher').position; const c = window.shegong.stage.controls.target;
        return Math.hypot(p[0] - c.x, p[2] - c.z) < 0.3; })()""",
    )
    page.click("#eyes")
    until(
        page,
        """(() => { const p = window.shegong.place('usher-head').position; const e = window.shegong.stage.camera.position;
        return Math.hypot(p[0] - e.x, p[1] - e.y, p[2] - e.z) < 0.4; })()""",
    )
    page.click("#home")
    assert page.evaluate("window.shegong.stage.follow") is None
    assert page.get_attribute("#eyes", "aria-pressed") == "false"


def test_a_link_to_a_person_shows_him_from_behind_as_he_stands_at_that_moment(page):
    """Not as he stood, or was hidden, at the last picture: then he was seen from straight above."""
    page.evaluate(
        """() => { const { clock, stage, page } = window.shegong; clock.seek(200);
        page.node('usher').matrixWorld.makeScale(0, 0, 0);
        page.follow(page.node('usher'), false); }"""
    )
    x, _, z = page.evaluate("window.shegong.place('usher').position")
    eye = page.evaluate("window.shegong.stage.camera.position.toArray()")
    assert math.hypot(eye[0] - x, eye[2] - z) == pytest.approx(math.hypot(4.6, 1.9), abs=0.05)


def test_plan_inset_chooses_people_and_goes_where_it_is_clicked(page):
    page.click("#plan")
    until(page, "Boolean(window.shegong.page.inset.shown)")
    spot = """([x, z]) => { const f = window.shegong.page.inset.shown;
        const b = document.querySelector('#inset canvas').getBoundingClientRect();
        return [b.left + f.x + x * f.scale, b.top + f.y + z * f.scale]; }"""
    x, _, z = page.evaluate("window.shegong.place('caller').position")
    page.mouse.click(*page.evaluate(spot, [x, z]))
    assert "獲者" in page.inner_text("#info-name")
    page.mouse.click(*page.evaluate(spot, [3, 32]))
    target = page.evaluate("window.shegong.stage.controls.target.toArray()")
    assert math.dist(target, [3, 1, 32]) < 0.3


def test_certainty_roof_and_names_can_be_switched(page):
    page.keyboard.press("c")
    page.wait_for_selector("#legend", state="visible")
    grade = "n => { let g = null; window.shegong.page.node(n).traverse((o) => { if (o.isMesh) g = o.userData.grade; }); return g; }"
    assert page.evaluate(grade, "roof") == 3
    assert page.evaluate(grade, "target") == 1
    assert page.evaluate("window.shegong.stage.light.uniforms.u_evidence.value") == 1
    page.keyboard.press("c")
    page.wait_for_selector("#legend", state="hidden")
    assert page.evaluate("window.shegong.stage.light.uniforms.u_evidence.value") == 0
    page.keyboard.press("l")
    # At the section's beginning the caller is told what to do: he is named before others.
    until(page, f"{NAMED}.some((e) => e.firstChild.textContent === '獲者')")
    page.keyboard.press("l")
    assert page.evaluate(f"{NAMED}.length") == 0
    page.keyboard.press("r")
    assert page.get_attribute("#roof", "aria-pressed") == "true"
    assert not page.evaluate("window.shegong.place('roof').visible")
    # Light falls in where the roof was.
    assert page.evaluate("window.shegong.stage.light.openness({ x: 0, y: 1, z: -6 })") == 1


PLATES = """() => { const box = document.getElementById('names').getBoundingClientRect();
  const { names } = window.shegong.page;
  const plates = names.items.filter((i) => i.shown).map((i) => { const r = i.element.getBoundingClientRect(); return [i.node.name, r.left - box.left, r.top - box.top, r.width, r.height]; });
  return { plates, heads: names.heads(box), width: box.width, height: box.height,
    left: names.order.filter((i) => i.round !== names.round).length }; }"""


def test_names_cover_neither_heads_nor_one_another_and_walls_hide_them(page, truth):
    drawn = (truth["shot"][0] + truth["shot"][1]) / 2000
    page.evaluate("t => { window.shegong.clock.seek(t); window.shegong.refresh(); }", drawn)
    page.evaluate("window.shegong.stage.view('archers', true)")
    page.keyboard.press("l")

    def looked():
        until(page, f"({PLATES})().left === 0")
        return page.evaluate(PLATES)

    seen = looked()
    plates = [plate[1:] for plate in seen["plates"]]
    assert len(plates) > 12
    assert len(seen["heads"]) > 5
    for n, (x, y, w, h) in enumerate(plates):
        assert min(x, y) >= 0
        assert x + w <= seen["width"]
        assert y + h <= seen["height"]
        for a, b, c, d in plates[n + 1 :] + seen["heads"]:
            assert not (x < a + c and a < x + w and y < b + d and b < y + h), (seen["plates"][n], (a, b, c, d))
    # He of whom the clause speaks is named.
    assert "archer-1-upper" in [plate[0] for plate in seen["plates"]]
    # From behind the hall its wall hides who stands in it.
    page.evaluate("window.shegong.stage.go({ eye: [0, 3, -30], target: [0, 1, 0], fov: 34 }, true)")
    until(page, "!window.shegong.stage.stale")
    assert "archer-1-upper" not in [plate[0] for plate in looked()["plates"]]


def test_walk_keys_go_forward_and_aside(page):
    page.evaluate("window.shegong.stage.view('court', true)")
    page.focus("#canvas")
    state = "[window.shegong.stage.camera.position.toArray(), window.shegong.stage.controls.target.toArray()]"
    eye, target = (np.array(v) for v in page.evaluate(state))
    ahead = (target - eye) * (1, 0, 1)
    ahead /= np.linalg.norm(ahead)
    right = np.array([-ahead[2], 0, ahead[0]])
    for key, way in (("w", ahead), ("w", ahead), ("D", right), ("s", -ahead), ("a", -right)):
        page.keyboard.press(key)
        eye, target = eye + way * 0.9, target + way * 0.9
        now = page.evaluate(state)
        assert np.allclose(now[0], eye, atol=1e-3), key
        assert np.allclose(now[1], target, atol=1e-3), key


def test_the_walk_goes_from_stop_to_stop_until_it_is_ended(page):
    stops = page.evaluate("window.shegong.page.data.walk")
    page.keyboard.press("t")
    assert page.inner_text("#said") == "入門，望侯之背與堂"
    position = "window.shegong.stage.camera.position.toArray()"
    assert page.evaluate(position) == pytest.approx(stops[0]["eye"])
    page.evaluate("window.shegong.page.tour.advance(60)")
    assert page.inner_text("#said") == "侯：北面，向堂"
    # What is said is said in the language that is chosen.
    page.click("#language")
    assert page.inner_text("#said") == "The target faces north, to the hall"
    assert page.evaluate(position) == pytest.approx(stops[1]["eye"])
    page.keyboard.press("Escape")
    assert not page.is_visible("#said")
    assert page.get_attribute("#walk", "aria-pressed") == "false"
    page.evaluate("window.shegong.page.tour.advance(60)")
    assert page.evaluate(position) == pytest.approx(stops[1]["eye"])


def test_the_tape_measures_between_two_points(page):
    page.evaluate("window.shegong.stage.go({ eye: [0, 40, 30.01], target: [0, 0, 30], fov: 34 }, true)")
    page.keyboard.press("m")
    assert page.inner_text("#said") == "點取兩點，得其間尺、步、米。"
    for spot in ([-3, 0, 28], [3, 0, 36]):
        page.mouse.click(*page.evaluate(AT, spot))
    until(page, "!document.querySelector('.tape').hidden")
    chi, bu, metres = (float(part.split()[0]) for part in page.inner_text(".tape").split(" · "))
    assert metres == pytest.approx(10, abs=0.25)
    assert chi == pytest.approx(metres / 0.231, abs=0.05)
    assert bu == pytest.approx(chi / 6, abs=0.01)
    assert not page.is_visible("#info")
    page.keyboard.press("m")
    until(page, "document.querySelector('.tape').hidden")


def test_search_finds_clauses_in_both_languages(page, truth):
    page.fill("#find", "負侯而俟")
    assert found(page) == ["執旌負侯而俟"]
    page.fill("#find", "back to the target")
    words = [s["text"] for s in truth["steps"] if "back to the target" in s["gloss"].lower()]
    assert len(words) > 1
    assert found(page) == words
    page.locator("#found button").last.click()
    assert page.inner_text("#clause") == words[-1]
    page.fill("#find", "無此")
    assert page.locator("#found button").count() == 0
    assert page.inner_text("#found") == "無此句。"
    page.fill("#find", "")
    assert page.is_visible("#section-list")


def test_a_view_is_reached_by_gliding_unless_motion_is_unwanted(page):
    page.emulate_media(reduced_motion="no-preference")
    until(page, "!window.shegong.stage.still")
    page.evaluate("window.shegong.stage.view('plan')")
    assert page.evaluate("window.shegong.stage.camera.position.y") < 60
    until(page, "window.shegong.stage.camera.position.y > 170")
    page.emulate_media(reduced_motion="reduce")
    until(page, "window.shegong.stage.still")
    page.evaluate("window.shegong.stage.view('range')")
    assert page.evaluate("window.shegong.stage.camera.position.y") < 60


def found(page) -> list[str]:
    """The clauses that the search has found."""
    return [text.split()[1] for text in page.locator("#found button").all_inner_texts()]


def rows(page) -> dict[str, str]:
    """The rows of the card that go with the clock."""
    heads = page.locator("#info-now dt").all_inner_texts()
    return dict(zip(heads, page.locator("#info-now dd").all_inner_texts(), strict=True))


def test_an_english_reader_finds_the_clauses_glossed(page, truth):
    gloss = truth["steps"][3]["gloss"]
    assert gloss not in page.inner_text("#section-list")
    page.click("#language")
    assert gloss in page.inner_text("#section-list")


def test_the_archers_eye_is_that_of_whoever_stands_on_the_mark(page, truth):
    drawn = (truth["shot"][0] + truth["shot"][1]) / 2000
    page.evaluate("t => { window.shegong.clock.seek(t); window.shegong.page.look('archer', true); }", drawn)
    assert page.evaluate("[window.shegong.stage.follow.name, window.shegong.stage.eyes]") == ["archer-1-upper", True]
    # Nobody stands there at first.
    page.evaluate("window.shegong.clock.seek(0); window.shegong.page.look('archer', true)")
    assert page.evaluate("window.shegong.stage.follow") is None
    eye = page.evaluate("window.shegong.stage.views.archer.eye")
    assert page.evaluate("window.shegong.stage.camera.position.toArray()") == pytest.approx(eye)


def test_parts_of_the_target_are_named_beside_it(page):
    page.evaluate("window.shegong.stage.view('target', true)")
    page.click("#labels")
    until(
        page, "[...document.querySelectorAll('.name')].some((e) => e.checkVisibility() && e.innerText.startsWith('正'))"
    )
    shown = page.evaluate("[...document.querySelectorAll('.name')].filter((e) => e.checkVisibility()).map((e) => e.innerText.split('\\n')[0])")  # fmt: skip
    assert {"正", "中", "上舌", "上躬"} <= set(shown)
    page.click("#labels")
