// The page: model, clock, text and evidence put together.
import { Clock, certainty, load, owner, unpack, visible } from './model.js';
import { Stage, supported } from './stage.js';
import { Names } from './names.js';
import { Tape } from './measure.js';
import { Inset } from './inset.js';

const $ = (id) => document.getElementById(id);
const data = JSON.parse($('data').textContent);
let lang = (new URLSearchParams(location.hash.slice(1)).get('lang')) || data.lang || (navigator.language.startsWith('zh') ? 'zh' : 'en');
const word = (key) => data.words[lang][key] || key;
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
let stage; let clock; let names; let tape; let inset; let selected = null; let shownStep = ''; let people = [];

function button(id, key, action, pressed = false) {
  const element = $(id);
  element.dataset.word = key;
  if (pressed) element.setAttribute('aria-pressed', 'false');
  element.addEventListener('click', () => {
    const on = action();
    if (pressed) element.setAttribute('aria-pressed', String(Boolean(on)));
  });
}

function translate() {
  document.documentElement.lang = lang === 'zh' ? 'zh-Hant' : 'en';
  document.title = `${data.words.zh.title} ${data.words.en.title} · ${word('subtitle')}`;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll('[data-title]')) {
    element.title = word(element.dataset.title);
    element.setAttribute('aria-label', word(element.dataset.title));
  }
  $('play').setAttribute('aria-label', word(clock && clock.playing ? 'pause' : 'play'));
  const list = $('section-list');
  list.replaceChildren(...data.sections.map((section, i) => {
    const item = document.createElement('li');
    const go = document.createElement('button');
    go.textContent = `${section.number} ${lang === 'zh' ? section.title : section.english}`;
    go.dataset.index = i;
    go.addEventListener('click', () => { clock.toSection(i); shownStep = ''; refresh(); });
    item.append(go);
    return item;
  }));
  const view = $('view');
  const at = view.value;
  view.replaceChildren(...Object.keys(data.views).map((name) => new Option(word(`view-${name}`), name)));
  if (at) view.value = at;
  const follow = $('follow');
  const who = follow.value;
  follow.replaceChildren(new Option(word('nobody'), ''), ...people.map((node) => new Option(
    lang === 'zh' ? node.userData.label : (node.userData.label_en || node.name), node.name)));
  follow.value = who;
  shownStep = '';
}

function time(seconds) {
  const s = Math.floor(seconds);
  return `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`;
}

function icon(id, path) {
  if ($(id).dataset.path === path) return;
  $(id).dataset.path = path;
  $(id).innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
}

function refresh() {
  const { section } = clock;
  $('scrub').value = String(clock.time);
  $('clock').textContent = `${time(clock.time)} / ${time(clock.total)}`;
  icon('play', clock.playing ? 'M3 2h4v12H3zM9 2h4v12H9z' : 'M3 1l11 7-11 7z');
  $('play').setAttribute('aria-label', word(clock.playing ? 'pause' : 'play'));
  if (!section) return;
  const i = clock.stepIndex();
  const key = `${clock.index}/${i}/${lang}`;
  if (key === shownStep) return;
  shownStep = key;
  const step = section.steps[i] || { text: '', gloss: '', who: [], notes: [] };
  $('clause').textContent = step.text;
  $('gloss').textContent = step.gloss || '';
  $('heading').textContent = `${section.number} ${section.title} · ${section.english}`;
  $('actors').replaceChildren(...(step.who || []).map((id) => {
    const node = people.find((p) => p.name === id);
    const chip = document.createElement('button');
    chip.textContent = node ? (lang === 'zh' ? node.userData.label : node.userData.label_en || id) : id;
    chip.addEventListener('click', () => { if (node) choose(node); });
    return chip;
  }));
  $('notes').textContent = (step.notes || []).map(([speaker, text]) => `〔${speaker} ${text}〕`).join(' ');
  for (const go of document.querySelectorAll('#section-list button')) {
    const on = Number(go.dataset.index) === clock.index;
    if (on) { go.setAttribute('aria-current', 'true'); go.scrollIntoView({ block: 'nearest' }); } else go.removeAttribute('aria-current');
  }
  if (!clock.playing) remember();
}

function remember() {
  const at = clock.section ? `section=${clock.section.number}&t=${clock.local.toFixed(1)}` : '';
  const p = stage.camera.position; const c = stage.controls.target;
  const view = [p.x, p.y, p.z, c.x, c.y, c.z].map((v) => v.toFixed(2)).join(',');
  history.replaceState(null, '', `#${at}&view=${view}&lang=${lang}`);
}

function recall() {
  const want = new URLSearchParams(location.hash.slice(1));
  const number = Number(want.get('section'));
  const index = data.sections.findIndex((s) => s.number === number);
  if (index >= 0) clock.seek(clock.starts[index] + Math.min(Number(want.get('t')) || 0, data.sections[index].duration));
  const view = want.get('view');
  if (view && data.views[view]) stage.view(view);
  else if (view) {
    const v = view.split(',').map(Number);
    if (v.length === 6 && v.every(Number.isFinite)) {
      stage.camera.position.set(v[0], v[1], v[2]);
      stage.controls.target.set(v[3], v[4], v[5]);
    }
  }
}

function choose(node) {
  selected = node;
  const panel = $('info');
  if (!node) { panel.hidden = true; return; }
  const { label, label_en: english, evidence = [], kind } = node.userData;
  panel.hidden = false;
  $('info-name').textContent = `${label}　${english || ''}`;
  const grade = certainty(node);
  $('info-grade').textContent = kind === 'person' ? '' : word(grade);
  $('info-grade').className = `grade ${grade}`;
  $('info-doing').textContent = kind === 'person' ? doing(node) : '';
  $('info-list').replaceChildren(...evidence.map((item) => {
    const row = document.createElement('li');
    const clause = document.createElement('q');
    clause.textContent = item.clause || item.working || item.reason || '';
    const from = document.createElement('span');
    const number = item.chi == null ? '' : ` = ${item.chi} 尺${item.metres == null ? '' : ` = ${Number(item.metres).toFixed(3)} m`}`;
    from.textContent = `${item.speaker || ''} ${item.name || ''}${number} · ${word(item.certainty)} · ${item.passage || ''}`;
    row.className = item.certainty;
    row.append(clause, document.createElement('br'), from);
    return row;
  }));
}

function doing(node) {
  const section = clock.section;
  if (!section) return '';
  const step = section.steps[clock.stepIndex()];
  return step && (step.who || []).includes(node.name) ? `${word('doing')}: ${step.text}` : '';
}

function keys(event) {
  if (event.target.matches('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
  const click = { l: 'labels', c: 'certainty', r: 'roof', m: 'measure', p: 'plan', h: 'home', '?': 'help' }[event.key.toLowerCase()];
  if (click) { $(click).click(); return; }
  const act = {
    ' ': () => { if (event.target.matches('button')) return false; toggle(); return true; },
    ArrowRight: () => { clock.stepBy(1); return true; },
    ArrowLeft: () => { clock.stepBy(-1); return true; },
    ']': () => { clock.toSection(clock.index + 1); return true; },
    '[': () => { clock.toSection(clock.index - 1); return true; },
    '+': () => { faster(1); return true; },
    '=': () => { faster(1); return true; },
    '-': () => { faster(-1); return true; },
    Escape: () => { choose(null); $('help-panel').hidden = true; return true; },
  }[event.key];
  if (act && act()) { event.preventDefault(); refresh(); }
}

function toggle() {
  if (clock.time >= clock.total) clock.seek(0);
  clock.playing = !clock.playing;
  refresh();
}

function faster(delta) {
  const at = Math.min(Math.max(SPEEDS.indexOf(clock.speed) + delta, 0), SPEEDS.length - 1);
  clock.speed = SPEEDS[at];
  $('speed').textContent = `×${clock.speed}`;
}

async function start() {
  if (!supported()) { fallback(); return; }
  const gltf = await load(await unpack($('model').textContent));
  stage = new Stage($('canvas'), $('names'), gltf, data.views);
  clock = new Clock(gltf, data.sections);
  stage.model.updateMatrixWorld(true);
  stage.model.traverse((node) => { if (node.userData.kind === 'person') people.push(node); });
  names = new Names(stage);
  tape = new Tape(stage, data.metres_per_chi);
  inset = new Inset($('inset'), stage, people, data.outline);
  let roof = true; let grades = false;
  button('labels', 'labels', () => names.toggle(), true);
  button('certainty', 'certainty', () => { grades = !grades; stage.colour(grades); $('legend').hidden = !grades; return grades; }, true);
  button('roof', 'roof', () => { roof = !roof; stage.layer(['roof'], roof); return !roof; }, true);
  button('measure', 'measure', () => tape.toggle(), true);
  button('plan', 'plan', () => inset.toggle(), true);
  button('home', 'home', () => { $('follow').value = ''; stage.person(null); stage.controls.enabled = true; stage.view('range'); });
  button('language', 'language', () => { lang = lang === 'zh' ? 'en' : 'zh'; translate(); refresh(); });
  button('help', 'help', () => { $('help-panel').hidden = !$('help-panel').hidden; });
  button('print', 'print', () => window.print());
  $('play').addEventListener('click', toggle);
  $('previous').addEventListener('click', () => { clock.stepBy(-1); refresh(); });
  $('next').addEventListener('click', () => { clock.stepBy(1); refresh(); });
  $('slower').addEventListener('click', () => faster(-1));
  $('faster').addEventListener('click', () => faster(1));
  $('scrub').max = String(clock.total);
  $('scrub').addEventListener('input', (e) => { clock.seek(Number(e.target.value)); refresh(); });
  $('view').addEventListener('change', (e) => { $('follow').value = ''; stage.person(null); stage.controls.enabled = true; stage.view(e.target.value); remember(); });
  $('follow').addEventListener('change', () => stage.person(people.find((n) => n.name === $('follow').value) || null, $('eyes').checked));
  $('eyes').addEventListener('change', () => stage.person(people.find((n) => n.name === $('follow').value) || null, $('eyes').checked));
  $('info-close').addEventListener('click', () => choose(null));
  $('help-close').addEventListener('click', () => { $('help-panel').hidden = true; });
  let down = [0, 0];
  $('canvas').addEventListener('pointerdown', (e) => { down = [e.clientX, e.clientY]; });
  $('canvas').addEventListener('pointerup', (e) => {
    if (Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 5) { remember(); return; }
    const hit = stage.pick(e.clientX, e.clientY);
    if (tape.on) { if (hit) tape.add(hit); return; }
    choose(hit ? owner(hit.object) : null);
  });
  window.addEventListener('resize', () => stage.resize());
  window.addEventListener('hashchange', () => { recall(); refresh(); });
  document.addEventListener('keydown', keys);
  translate();
  recall();
  refresh();
  let before = performance.now();
  const frame = (now) => {
    clock.advance(Math.min((now - before) / 1000, 0.25));
    before = now;
    if (clock.playing) refresh();
    names.update();
    inset.update(selected);
    stage.draw();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  document.body.classList.add('ready');
  $('loading').hidden = true;
  // What tests and other programs on the page may ask.
  window.shegong = {
    clock, stage, choose, refresh,
    place(name) {
      stage.model.updateMatrixWorld(true);
      const node = stage.model.getObjectByName(name);
      return node ? { position: Array.from(node.matrixWorld.elements).slice(12, 15), visible: visible(node) } : null;
    },
    select(name) { choose(stage.model.getObjectByName(name)); },
  };
}

function fallback() {
  translate();
  $('loading').hidden = true;
  document.body.classList.add('plain', 'ready');
  $('plain').hidden = false;
  $('plain-note').textContent = word('no-webgl');
}

start().catch((error) => {
  $('loading').textContent = String(error && error.message ? error.message : error);
  throw error;
});
