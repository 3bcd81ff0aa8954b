"""The page of a small scene in a browser: links, keys, touch, print, phones, screen readers, and browsers that lack something."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest

from geometry.sampler import Sampler
from support.firefox import Firefox
from support.page import FIREFOX, Watched, until

pytestmark = pytest.mark.browser


def test_people_are_where_our_sampler_puts_them(small, sample):
    sampler = Sampler(sample)
    for number, t in [(0, 500), (0, 2500), (1, 1000)]:
        start = sum(c.duration for c in sample.clips[:number])
        small.evaluate("t => window.shegong.clock.seek(t)", (start + t) / 1000)
        world = sampler.world(number, t)
        for name in ("guest", "guest-head"):
            theirs = small.evaluate("n => window.shegong.place(n)", name)
            assert np.abs(np.array(theirs["position"]) - world[sampler.index[name]][:3, 3]).max() < 0.012, (name, t)
    small.evaluate("window.shegong.clock.seek(0)")
    assert not small.evaluate("window.shegong.place('cup')")["visible"]
    small.evaluate("window.shegong.clock.seek(3)")
    assert small.evaluate("window.shegong.place('cup')")["visible"]


def test_keys_step_and_switch_language(small):
    small.keyboard.press("]")
    assert small.evaluate("window.shegong.clock.index") == 1
    small.keyboard.press("[")
    assert small.inner_text("#clause") == "上耦揖進"
    small.keyboard.press(" ")
    until(small, "window.shegong.clock.time > 0.1")
    small.keyboard.press(" ")
    assert not small.evaluate("window.shegong.clock.playing")
    small.click("#language")
    assert small.inner_text("#labels") == "Names"
    assert small.get_attribute("html", "lang") == "en"


def test_the_view_goes_along_when_a_section_goes_on_elsewhere(small):
    gate = small.evaluate("window.shegong.page.data.views['guest-gate'].eye")
    start = small.evaluate("window.shegong.clock.starts[1]")
    position = "window.shegong.stage.camera.position.toArray()"
    small.evaluate("t => { window.shegong.clock.seek(t); window.shegong.refresh(); }", start + 1.9)
    assert math.dist(small.evaluate(position), gate) > 10
    small.evaluate("t => { window.shegong.clock.seek(t); window.shegong.refresh(); }", start + 2.1)
    assert small.evaluate(position) == pytest.approx(gate)
    small.keyboard.press("h")
    assert small.evaluate(position) == pytest.approx(gate)
    small.evaluate("window.shegong.clock.seek(0); window.shegong.refresh()")
    assert math.dist(small.evaluate(position), gate) > 10


def test_deep_links_are_read_and_written(browser, sample_file):
    address = "#section=18&t=2.5&view=1,2,30,0,1,0,40&on=labels.plan&lang=en&draw=no"
    watched = Watched(browser, sample_file, address)
    page = watched.page
    assert page.evaluate("window.shegong.clock.time") == pytest.approx(2.5)
    assert page.evaluate("window.shegong.stage.camera.position.toArray()") == pytest.approx([1, 2, 30])
    assert page.get_attribute("#plan", "aria-pressed") == "true"
    assert page.inner_text("#language") == "中文"
    assert page.evaluate("location.hash") == address
    # Another link to the same page; what makes no sense is passed over.
    page.evaluate("location.hash = '#section=19&t=1&follow=guest&eyes=1'")
    until(page, "window.shegong.clock.index === 1")
    assert page.evaluate("window.shegong.clock.local") == pytest.approx(1)
    assert page.evaluate("[window.shegong.stage.follow.name, window.shegong.stage.eyes]") == ["guest", True]
    page.evaluate("location.hash = '#section=99&t=x&view=nonsense&on=nothing&follow=nobody'")
    until(page, "!location.hash.includes('section=99')")
    assert page.evaluate("window.shegong.clock.index") == 1
    # It is told, and nothing of the link before is left.
    assert page.inner_text("#said").startswith("Not understood in the address: ")
    assert all(word in page.inner_text("#said") for word in ("section=99", "t=x", "view=nonsense", "on=nothing", "follow=nobody"))  # fmt: skip
    assert page.evaluate("[window.shegong.stage.follow, window.shegong.stage.eyes]") == [None, False]
    page.evaluate("location.hash = '#section=18&t=1&lang=zh'")
    until(page, "window.shegong.clock.index === 0 && location.hash.includes('lang=zh')")
    assert page.is_hidden("#said")
    watched.close()


def test_a_named_view_in_a_link_is_taken(browser, sample_file):
    watched = Watched(browser, sample_file, "#section=18&view=target&lang=en&draw=no")
    want = watched.page.evaluate("window.shegong.page.data.views.target.eye")
    assert watched.page.evaluate("window.shegong.stage.camera.position.toArray()") == pytest.approx(want)
    watched.close()


def test_a_link_holds_all_that_is_switched_on(browser, sample_file):
    address = "#section=18&t=1&view=1,2,30,0,1,0,40&on=labels.certainty.roof.plan.inset-scale&chosen=target&speed=4&lang=zh&draw=no"
    watched = Watched(browser, sample_file, address)
    page = watched.page
    assert page.inner_text("#info-name").startswith("侯")
    assert page.inner_text("#speed") == "×4"
    assert page.is_visible("#legend")
    assert page.evaluate("location.hash") == address
    # Another address switches off what it does not name.
    page.evaluate("location.hash = '#section=18&t=1&on=plan'")
    until(page, "!location.hash.includes('certainty')")
    assert page.locator('[aria-pressed="true"]').evaluate_all("all => all.map((e) => e.id)") == ["plan"]
    watched.close()


def test_on_a_museums_screen_it_plays_gives_way_and_begins_anew(browser, sample_file):
    watched = Watched(browser, sample_file, "#play=loop&draw=no&lang=en")
    page = watched.page
    assert not page.is_visible("#cover")
    until(page, "window.shegong.clock.playing && window.shegong.page.tour.on")
    page.keyboard.press("Escape")
    page.keyboard.press(" ")
    assert not page.evaluate("window.shegong.clock.playing || window.shegong.page.tour.on")
    assert "play=loop" in page.evaluate("location.hash")
    page.evaluate("window.shegong.page.kiosk.advance(61)")
    assert page.evaluate("window.shegong.clock.playing")
    # At the end it begins again.
    page.evaluate("window.shegong.clock.seek(1e9)")
    until(page, "window.shegong.clock.time < 3")
    watched.close()


@pytest.fixture(scope="module")
def phone(browser, sample_file):
    watched = Watched(browser, sample_file, "#draw=no&lang=en", size=(390, 844), has_touch=True)
    yield watched.page
    watched.close()


def touch(page, *frames):
    """Fingers on the screen: each frame is a list of points; the last is lifted."""
    session = page.context.new_cdp_session(page)
    for number, points in enumerate(frames):
        kind = "touchStart" if number == 0 else "touchMove"
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


LOOKING = "[window.shegong.stage.camera.position.toArray(), window.shegong.stage.controls.target.toArray()]"


def test_fingers_turn_move_and_come_nearer(phone):
    phone.evaluate("window.shegong.stage.go({ eye: [0, 6, 30], target: [0, 1, 0], fov: 34 }, true)")
    eye, target = phone.evaluate(LOOKING)
    touch(phone, [(200, 300)], [(150, 300)], [(100, 300)])
    until(phone, "Math.abs(window.shegong.stage.camera.position.x) > 2")
    turned, same = phone.evaluate(LOOKING)
    assert same == pytest.approx(target)
    assert math.dist(turned, same) == pytest.approx(math.dist(eye, target), rel=1e-3)
    touch(phone, [(180, 300), (220, 300)], [(140, 300), (260, 300)], [(100, 300), (300, 300)])
    until(phone, "window.shegong.stage.camera.position.distanceTo(window.shegong.stage.controls.target) < 20")
    touch(phone, [(150, 250), (250, 250)], [(150, 330), (250, 330)], [(150, 400), (250, 400)])
    until(phone, "window.shegong.stage.controls.target.distanceTo({ x: 0, y: 1, z: 0 }) > 1")
    assert phone.evaluate("window.shegong.page.selected") is None


def test_a_tap_chooses(phone):
    phone.evaluate("window.shegong.stage.go({ eye: [0, 1.5, 62], target: [0, 1, 69.3], fov: 34 }, true)")
    box = phone.locator("#canvas").bounding_box()
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.wait_for_selector("#info:not([hidden])")
    assert phone.inner_text("#info-name").startswith("侯")
    assert "中十尺" in phone.inner_text("#info-list")
    phone.tap("#info-close")
    phone.wait_for_selector("#info", state="hidden")


def test_fits_a_phone(phone):
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    box = phone.locator("#canvas").bounding_box()
    assert box["width"] == 390
    assert box["height"] > 400
    assert not phone.is_visible("#section-list")
    phone.tap("#menu")
    assert phone.is_visible("#section-list")
    assert phone.get_attribute("#menu", "aria-expanded") == "true"
    phone.tap("#nav-close")
    phone.wait_for_selector("#section-list", state="hidden")
    # A touch beside the drawer closes it as well.
    phone.tap("#menu")
    phone.touchscreen.tap(380, 400)
    phone.wait_for_selector("#section-list", state="hidden")
    phone.tap("#menu")
    phone.locator("#section-list ol button").first.tap()
    phone.wait_for_selector("#section-list", state="hidden")
    small = phone.evaluate(
        """() => [...document.querySelectorAll('header button, header select, #transport button')]
        .filter((e) => e.offsetParent).filter((e) => e.offsetHeight < 30 || e.offsetWidth < 24).map((e) => e.id)"""
    )
    assert small == []


def test_every_control_has_a_name_for_screen_readers(small):
    small.evaluate("window.shegong.select('target')")
    small.click("#help")
    small.click("#plan")
    nameless = small.evaluate(
        """() => [...document.querySelectorAll('button, select, input, canvas, aside, [role]')].filter((e) => !e.closest('[hidden]'))
        .filter((e) => !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim() || e.title))
        .map((e) => e.id || e.outerHTML)"""
    )
    assert nameless == []


CONTRAST = """() => {
  const parts = (text) => text.match(/[0-9.]+/g).map(Number);
  const shine = ([r, g, b]) => { const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
  const ratio = (a, b) => { const [high, low] = [shine(a), shine(b)].sort((x, y) => y - x); return (high + 0.05) / (low + 0.05); };
  // The ground of a text, with black or white behind what lets something through.
  const ground = (element, behind) => { for (let e = element; e; e = e.parentElement) { const [r, g, b, a = 1] = parts(getComputedStyle(e).backgroundColor);
    if (a > 0) return [r, g, b].map((v) => v * a + behind * (1 - a)); } return [255, 255, 255]; };
  return [...document.querySelectorAll('#app *')].filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
    .map((e) => [e.id || e.className || e.tagName, Math.min(...[0, 255].map((behind) => ratio(parts(getComputedStyle(e).color), ground(e, behind))))])
    .filter(([, found]) => found < 4.5); }"""
"""Texts whose contrast with their ground, after WCAG, is less than 4.5 to 1."""


def test_all_text_stands_out_from_its_ground(small):
    small.evaluate("window.shegong.select('target'); document.getElementById('cover').hidden = false")
    for key in "lcp":
        small.keyboard.press(key)
    small.evaluate("document.getElementById('cover').hidden = false")
    small.click("#help")
    small.evaluate(
        "document.querySelector('#names').insertAdjacentHTML('beforeend', '<div class=name><b>侯</b><i>target</i></div>')"
    )
    assert small.evaluate(CONTRAST) == []
    small.click("#language")
    assert small.evaluate(CONTRAST) == []
    # The mark of where the keyboard is, and the edge of what is written into.
    ratio = CONTRAST.replace("return [...document", "return ratio(...PAIR); [...document")
    for name, other in (("--red", "--paper"), ("--edge", "--paper")):
        pair = f"[{name!r}, {other!r}].map((n) => {{ const v = getComputedStyle(document.documentElement).getPropertyValue(n).trim(); return [1, 3, 5].map((i) => parseInt(v.slice(i, i + 2), 16)); }})"
        assert small.evaluate(ratio.replace("PAIR", pair)) > 3


def test_help_takes_the_keyboard_and_gives_it_back(small):
    small.focus("#help")
    small.keyboard.press("Enter")
    assert small.evaluate("document.activeElement.id") == "help-panel"
    assert small.get_attribute("#help", "aria-expanded") == "true"
    small.keyboard.press("Escape")
    assert small.evaluate("document.activeElement.id") == "help"
    assert not small.is_visible("#help-panel")
    small.evaluate("window.shegong.select('target')")
    small.focus("#info-close")
    small.keyboard.press("Escape")
    assert small.evaluate("document.activeElement.id") == "canvas"


def test_english_is_there_in_chinese_for_who_asks_for_it(small):
    small.evaluate("window.shegong.select('target')")
    assert small.inner_text("#info-name").strip() == "侯"
    small.click("#english")
    assert small.inner_text("#info-name") == "侯 target"
    until(small, "location.hash.includes('on=english')")
    small.click("#english")
    small.click("#language")
    assert small.inner_text("#info-name") == "侯 target"
    assert not small.is_visible("#english")


def test_measuring_puts_the_card_away_and_its_hint_goes_when_it_is_done(small):
    small.evaluate("window.shegong.select('target')")
    small.click("#measure")
    assert not small.is_visible("#info")
    assert small.is_visible("#said")
    small.click("#measure")
    assert not small.is_visible("#said")


def test_a_speed_set_from_outside_is_shown(small):
    small.evaluate("window.shegong.clock.speed = 64")
    until(small, "document.getElementById('speed').textContent === '×64'")


def test_who_is_absent_is_not_followed(small):
    small.evaluate(
        "const { page } = window.shegong; page.people[0].visible = false; page.follow(page.people[0], false)"
    )
    assert small.inner_text("#said").startswith("此刻不在場：")
    assert small.evaluate("window.shegong.stage.follow") is None
    small.evaluate("window.shegong.page.people[0].visible = true; window.shegong.page.say('')")


def test_clauses_are_read_out_unless_they_run_by(small):
    live = "document.getElementById('clause').closest('[aria-live]').getAttribute('aria-live')"
    assert small.evaluate(live) == "polite"
    small.evaluate("window.shegong.clock.playing = true; window.shegong.page.paced(8); window.shegong.refresh()")
    assert small.evaluate(live) == "off"
    small.evaluate("window.shegong.clock.playing = false; window.shegong.page.paced(1)")
    assert [small.get_attribute(f"#{part}", "lang") for part in ("clause", "gloss")] == ["zh-Hant", "en"]


def test_the_keyboard_goes_through_the_page_in_the_order_in_which_it_is_seen(small):
    small.focus("#view")
    seen = ["view"]
    for _ in range(40):
        small.keyboard.press("Tab")
        seen.append(small.evaluate("document.activeElement.id"))
        if seen[-1] == "scrub":
            break
    order = ["view", "follow", "home", "labels", "plan", "help", "language", "find", "canvas", "previous", "play", "scrub"]  # fmt: skip
    assert [name for name in seen if name in order] == order


def test_print_shows_the_text_of_the_section_and_the_plan(small):
    pages = small.pdf()
    assert pages.startswith(b"%PDF")
    # Printing asked for the text.
    assert "上耦揖進" in small.evaluate("document.getElementById('print-text').textContent")
    small.emulate_media(media="print")
    assert small.is_visible("#plan-svg") or small.query_selector("#plain svg") is not None
    assert "上耦揖進" in small.inner_text("#print-text")
    assert not small.is_visible("#app")
    small.emulate_media(media="screen")


def test_without_webgl_the_plan_and_the_text_are_shown(browser, sample_file):
    page = browser.new_page()
    page.add_init_script(
        """const ask = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
          return kind.startsWith('webgl') ? null : ask.call(this, kind, ...more); };"""
    )
    page.goto(sample_file.as_uri() + "#lang=en")
    page.wait_for_selector("body.ready")
    assert "cannot show the model" in page.inner_text("#plain-note")
    assert "上耦揖進" in page.inner_text("#plain")
    assert page.query_selector("#plan-svg") is not None
    assert not page.is_visible("#app")
    page.close()


def test_without_scripts_the_plan_and_the_text_are_shown(browser, sample_file):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(sample_file.as_uri())
    assert page.locator("#plain-text").is_visible()
    assert page.locator("noscript p:visible, #plain p:visible").first.is_visible()
    assert not page.locator("#app").is_visible()
    context.close()


def test_the_finer_programs_of_a_card_draw_the_same(browser, sample_file):
    """No card here: one is feigned, and what it would draw with is compiled and drawn in software."""
    from PIL import Image

    def seen(init: str) -> np.ndarray:
        page = browser.new_page(viewport={"width": 500, "height": 420}, reduced_motion="reduce")
        trouble: list[str] = []
        page.on(
            "console",
            lambda m: trouble.append(m.text) if m.type in ("error", "warning") and "GPU stall" not in m.text else None,
        )
        page.add_init_script(init)
        page.goto(sample_file.as_uri() + "#view=0,1.2,66,0,1,69.3,40&lang=en")
        page.wait_for_selector("body.ready")
        until(page, "!window.shegong.stage.stale && !window.shegong.stage.coarse")
        # Errors are not asked for while drawing; all programs have come to be.
        linked = """() => { const { renderer } = window.shegong.stage; const gl = renderer.getContext();
            return renderer.info.programs.map((p) => gl.getProgramParameter(p.program, gl.LINK_STATUS)); }"""
        assert all(page.evaluate(linked))
        assert page.evaluate("window.shegong.stage.soft") == (init == "")
        image = Image.open(io.BytesIO(page.screenshot(clip=page.locator("#canvas").bounding_box()))).convert("RGB")
        page.close()
        assert trouble == []
        return np.asarray(image.resize((24, 24), Image.Resampling.BOX), float)

    feigned = """const ask = WebGL2RenderingContext.prototype.getParameter;
        WebGL2RenderingContext.prototype.getParameter = function (what) { return what === 37446 ? 'a card' : ask.call(this, what); };"""
    assert np.abs(seen("") - seen(feigned)).mean() < 6


def test_the_picture_shows_sky_and_target_and_certainty(browser, sample_file):
    from PIL import Image

    watched = Watched(browser, sample_file, "#view=0,1.2,66,0,1,69.3,40&lang=en", size=(800, 460))
    page = watched.page

    def look():
        until(page, "!window.shegong.stage.stale && !window.shegong.stage.coarse")
        box = page.locator("#canvas").bounding_box()
        image = Image.open(io.BytesIO(page.screenshot(clip=box))).convert("RGB")
        return [np.array(image.getpixel((round(image.width * x), round(image.height * y)))) for x, y in ((0.5, 0.5), (0.95, 0.05))]  # fmt: skip

    cloth, sky = look()
    assert sky.min() > 150
    assert cloth[0] > cloth[2] + 15
    page.keyboard.press("c")
    graded, grey = look()
    # Sky and land are nobody's measure: they have no colour then.
    assert np.ptp(sky.astype(int)) > 12
    assert np.ptp(grey.astype(int)) <= 2
    # 「中十尺」 is stated: the blue of that grade.
    assert graded[2] > graded[0] + 15
    watched.close()


def test_works_in_firefox(sample_file, tmp_path):
    if FIREFOX is None:
        pytest.skip("no Firefox on this machine")
    with Firefox(FIREFOX, tmp_path) as firefox:
        firefox.open(sample_file.as_uri() + "#section=18&lang=zh&draw=no")
        firefox.until("return document.body.classList.contains('ready')")
        # In a browser without WebGL the plan and the text are shown.
        assert "上耦揖進" in firefox.run("return document.body.innerText")
        assert firefox.run("return performance.getEntriesByType('resource').map((r) => r.name).filter((n) => !/^(data|blob):/.test(n))") == []  # fmt: skip
        if firefox.run("return document.body.classList.contains('plain')"):
            assert firefox.run("return document.querySelector('#plain-note').innerText")
            return
        firefox.run("window.shegong.clock.seek(3)")
        assert firefox.run("return window.shegong.place('cup').visible")
        firefox.run("window.shegong.select('target')")
        assert firefox.run("return document.getElementById('info-name').innerText").startswith("侯")
        assert "中十尺" in firefox.run("return document.getElementById('info-list').innerText")
        firefox.press("]")
        firefox.until("return window.shegong.clock.index === 1")


def test_without_a_moment_in_the_address_the_page_opens_at_its_cover(browser, sample_file):
    watched = Watched(browser, sample_file, "#draw=no&lang=en")
    page = watched.page
    assert page.is_visible("#cover")
    assert "traced back to a sentence" in page.inner_text("#cover")
    # The keyboard is on its first way on.
    assert page.evaluate("document.activeElement.id") == "begin"
    page.keyboard.press("Escape")
    assert not page.is_visible("#cover")
    page.evaluate("document.getElementById('cover').hidden = false")
    page.click("#begin")
    assert not page.is_visible("#cover")
    assert page.evaluate("[window.shegong.clock.index, window.shegong.clock.playing]") == [0, True]
    watched.close()


def test_what_is_chosen_stays_in_sight_beside_its_card(phone):
    phone.evaluate("window.shegong.stage.go({ eye: [0, 1.5, 62], target: [0, 1, 69.3], fov: 34 }, true)")
    spot = """() => { const { stage, page } = window.shegong; const v = stage.controls.target.clone().project(stage.camera);
        const box = document.getElementById('view-box').getBoundingClientRect();
        return [box.left + (v.x + 1) / 2 * box.width, box.top + (1 - v.y) / 2 * box.height]; }"""
    before = phone.evaluate(spot)
    phone.evaluate("window.shegong.select('target')")
    card = phone.locator("#info").bounding_box()
    assert phone.evaluate(spot)[1] < card["y"] - 20
    phone.evaluate("window.shegong.choose(null)")
    assert phone.evaluate(spot) == pytest.approx(before)


def test_who_walks_goes_up_the_stairs(small):
    floors = small.evaluate("window.shegong.stage.floors")
    top = max(box[4] for box in floors)
    steps = sorted(box[4] for box in floors)
    assert len(steps) > 2
    assert 0.5 < top < 1
    west, _, east, south, _ = min(floors, key=lambda box: box[4])
    middle = (west + east) / 2
    small.evaluate(
        "([x, z]) => window.shegong.stage.go({ eye: [x, 1.6, z + 1.2], target: [x, 1.6, z - 5], fov: 40 }, true)",
        [middle, south],
    )
    height = "window.shegong.stage.camera.position.y"
    seen = [small.evaluate(height)]
    for _ in range(4):
        small.keyboard.press("w")
        seen.append(small.evaluate(height))
    assert seen[-1] == pytest.approx(seen[0] + top, abs=1e-3)
    for _ in range(4):
        small.keyboard.press("s")
    assert small.evaluate(height) == pytest.approx(seen[0], abs=1e-3)
    # Who looks from high above stays there.
    small.evaluate("([x, z]) => window.shegong.stage.go({ eye: [x, 20, z + 1.2], target: [x, 0, z - 5], fov: 40 }, true)", [middle, south])  # fmt: skip
    small.keyboard.press("w")
    small.keyboard.press("w")
    assert small.evaluate(height) == pytest.approx(20)


def test_a_phone_lying_on_its_side_leaves_room_for_the_picture(browser, sample_file):
    watched = Watched(browser, sample_file, "#section=18&draw=no&lang=en", size=(844, 390), has_touch=True)
    page = watched.page
    box = page.locator("#canvas").bounding_box()
    assert box["height"] > 200
    assert box["width"] == 844
    assert page.is_visible("#menu")
    assert page.is_visible("#clause")
    watched.close()
