"""The page in a browser: one file, no request, the same clock as ours, evidence on a click, readable on a phone."""

from __future__ import annotations

import re
import shutil

import numpy as np
import pytest

from geometry.sampler import Sampler
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from support.scene import sample_scene
from viewer.page.build import page_html, words, write_page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def plan():
    return lay_out(derive(Choices()), Company())


@pytest.fixture(scope="module")
def page_file(plan, tmp_path_factory):
    return write_page(
        sample_scene(), plan, tmp_path_factory.mktemp("page") / "rite.html", plan_svg="<svg id='plan-svg'></svg>"
    )


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="module")
def browser(chromium):
    browser = chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def opened(browser, page_file):
    page = browser.new_page(viewport={"width": 1100, "height": 700})
    trouble: list[str] = []
    requests: list[str] = []
    page.on(
        "console",
        lambda m: trouble.append(m.text) if m.type in ("error", "warning") and "GPU stall" not in m.text else None,
    )
    page.on("pageerror", lambda e: trouble.append(str(e)))
    page.on("request", lambda r: requests.append(r.url))
    page.goto(page_file.as_uri())
    page.wait_for_selector("body.ready", timeout=30000)
    yield page
    assert trouble == []
    assert [u for u in requests if not u.startswith(("data:", "blob:"))] == [page_file.as_uri()]
    page.close()


def test_same_scene_gives_the_same_page(plan):
    assert page_html(sample_scene(), plan) == page_html(sample_scene(), plan)


def test_nothing_in_the_page_ends_a_script_early(plan):
    text = page_html(sample_scene(), plan)
    assert len(re.findall(r"<script", text)) == len(re.findall(r"</script>", text)) == 3
    assert not re.search(r"https?://(?!www\.w3\.org)[a-z]", re.sub(r"<script>.*", "", text, flags=re.S))


def test_interface_speaks_both_languages_alike():
    table = words()
    assert set(table["zh"]) == set(table["en"])


@pytest.mark.browser
def test_people_are_where_our_sampler_puts_them(opened):
    scene = sample_scene()
    sampler = Sampler(scene)
    for number, t in [(0, 500), (0, 2500), (1, 1000)]:
        start = sum(c.duration for c in scene.clips[:number])
        opened.evaluate("t => window.shegong.clock.seek(t)", (start + t) / 1000)
        world = sampler.world(number, t)
        for name in ("guest", "guest-head"):
            theirs = opened.evaluate("n => window.shegong.place(n)", name)
            ours = world[sampler.index[name]][:3, 3]
            assert np.abs(np.array(theirs["position"]) - ours).max() < 0.012, (name, t)
    opened.evaluate("window.shegong.clock.seek(0)")
    assert not opened.evaluate("window.shegong.place('cup')")["visible"]
    opened.evaluate("window.shegong.clock.seek(3)")
    assert opened.evaluate("window.shegong.place('cup')")["visible"]


@pytest.mark.browser
def test_evidence_of_a_thing_is_shown(opened):
    opened.evaluate("window.shegong.select('target')")
    assert "侯" in opened.inner_text("#info-name")
    assert "中十尺" in opened.inner_text("#info-list")


@pytest.mark.browser
def test_keys_play_step_and_switch_language(opened):
    opened.keyboard.press("]")
    assert opened.evaluate("window.shegong.clock.index") == 1
    opened.keyboard.press("[")
    assert opened.inner_text("#clause") == "上耦揖進"
    opened.keyboard.press(" ")
    opened.wait_for_function("window.shegong.clock.time > 0.1")
    opened.keyboard.press(" ")
    before = opened.inner_text("#labels")
    opened.click("#language")
    assert opened.inner_text("#labels") != before


@pytest.mark.browser
def test_deep_link_restores_the_moment(browser, page_file):
    page = browser.new_page()
    page.goto(page_file.as_uri() + "#section=18&t=2.5")
    page.wait_for_selector("body.ready", timeout=30000)
    assert page.evaluate("window.shegong.clock.time") == pytest.approx(2.5)
    page.close()


@pytest.mark.browser
def test_fits_a_phone_without_scrolling_sideways(browser, page_file):
    page = browser.new_page(viewport={"width": 390, "height": 780}, has_touch=True)
    page.goto(page_file.as_uri())
    page.wait_for_selector("body.ready", timeout=30000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.evaluate(
        "(() => { const b = document.getElementById('canvas').getBoundingClientRect(); return [b.width, b.height]; })()"
    )
    assert box[0] > 300
    assert box[1] > 250
    page.close()


@pytest.mark.browser
def test_every_control_has_a_name_for_screen_readers(opened):
    nameless = opened.evaluate(
        """() => [...document.querySelectorAll('button, select, input')].filter((e) => !e.closest('[hidden]')).filter((e) =>
             !(e.getAttribute('aria-label') || e.textContent.trim() || e.title || (e.labels && e.labels.length))).map((e) => e.id)"""
    )
    assert nameless == []


@pytest.mark.browser
def test_without_webgl_the_plan_and_the_text_are_shown(chromium, page_file):
    browser = chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--disable-3d-apis"])
    page = browser.new_page()
    page.goto(page_file.as_uri())
    page.wait_for_selector("body.ready", timeout=30000)
    assert page.is_visible("#plain")
    assert "上耦揖進" in page.inner_text("#plain")
    assert page.query_selector("#plan-svg") is not None
    browser.close()
