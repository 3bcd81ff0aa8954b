// The page: model, clock, text and evidence put together.
import { load, owner, unpack, visible } from './model.js';
import { Acts } from './acts.js';
import { Motion, bytes } from './motion.js';
import { Clock } from './clock.js';
import { Stage, supported } from './stage.js';
import { Names } from './names.js';
import { Tape } from './measure.js';
import { Inset } from './inset.js';
import { Info } from './info.js';
import { Text } from './text.js';
import { Tour } from './tour.js';
import { Kiosk } from './kiosk.js';
import { keys } from './keys.js';
import { recall, remember } from './link.js';

const $ = (id) => document.getElementById(id);
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
const packed = (id) => bytes($(id).textContent);

// What the parts of the page share.
const page = {
  $,
  data: null,
  lang: 'zh',
  people: [],
  selected: null,
  said: '',
  saidOf: '',
  word: (key) => page.data.words[page.lang][key] || key,
  node: (name) => (name && page.known.get(name)) || null,
  name: (node) => (page.lang === 'zh' ? node.userData.label : node.userData.label_en || node.userData.label || node.name),
  toggle, faster, refresh, uncover, look, choose, go, section, arrive, follow, drawer, help, paced, say, speak, reset, home,
};

function button(id, action, pressed = false) {
  const element = $(id);
  if (pressed) element.setAttribute('aria-pressed', 'false');
  element.addEventListener('click', () => {
    const on = action();
    if (pressed) element.setAttribute('aria-pressed', String(Boolean(on)));
    if (page.stage) { page.stage.touch(); remember(page); }
  });
}

function translate() {
  const { word, lang, data } = page;
  document.documentElement.lang = lang === 'zh' ? 'zh-Hant' : 'en';
  document.body.dataset.lang = lang;
  document.title = `${data.words.zh.title} ${data.words.en.title} · ${word('subtitle')}`;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll('[data-title]')) {
    element.title = word(element.dataset.title);
    element.setAttribute('aria-label', word(element.dataset.title));
  }
  $('find').placeholder = word('find');
  $('help-reading').textContent = `${word('reading')}: ${data.reading}`;
  $('canvas').setAttribute('aria-label', `${word('title')}: ${word('canvas')}`);
  if (!page.stage) return;
  options($('view'), [['', word('views')], ...Object.keys(data.views).filter((name) => !name.endsWith('-tall')).map((name) => [name, word(`view-${name}`)])], '');
  options($('follow'), [['', word('nobody')], ...page.people.map((node) => [node.name, page.name(node)])], page.stage.follow ? page.stage.follow.name : '');
  page.text.translate();
  if (page.said) say(page.said, page.saidOf);
  if (page.selected) page.info.show(page.selected);
  refresh();
}

function options(select, entries, value) {
  select.replaceChildren(...entries.map(([id, text]) => new Option(text, id)));
  select.value = value;
}

// Of whom the clause speaks, and what was chosen.
function acting() {
  const { clock, selected } = page;
  const step = clock.section && clock.section.steps[clock.current()];
  return [...((step && step.who) || []), ...(selected ? [selected.name] : [])];
}

function time(seconds) {
  const s = Math.floor(seconds + 1e-6);
  return `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`;
}

function icon(id, path) {
  if ($(id).dataset.path === path) return;
  $(id).dataset.path = path;
  $(id).innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
}

function refresh() {
  const { clock, text, word } = page;
  told();
  $('scrub').value = String(clock.time);
  $('scrub').setAttribute('aria-valuetext', time(clock.time));
  $('clock').textContent = `${time(clock.time)} / ${time(clock.total)}`;
  icon('play', clock.playing ? 'M3 2h4v12H3zM9 2h4v12H9z' : 'M3 1l11 7-11 7z');
  const doing = word(clock.playing ? 'pause' : 'play');
  if ($('play').title !== doing) { $('play').title = doing; $('play').setAttribute('aria-label', doing); }
  // Clauses are read out as they come, unless they run by.
  $('spoken').setAttribute('aria-live', clock.playing && clock.speed > 2 ? 'off' : 'polite');
  arrive(false);
  text.update();
  if (page.selected) page.info.update();
  if (!clock.playing) remember(page);
}

// When the rite goes on at another place, the view goes there too.
function arrive(atOnce) {
  const { clock, stage } = page;
  const { venue } = clock;
  if (venue === page.venue || !(page.recalled || atOnce)) return;
  const first = page.venue === undefined;
  page.venue = venue;
  if (stage.follow || (first && venue === 'school')) return;
  page.tour.stop();
  stage.view(venue === 'school' ? 'range' : venue, atOnce);
}

function toggle() {
  const { clock } = page;
  uncover();
  if (clock.time >= clock.total) clock.seek(0);
  clock.playing = !clock.playing;
  refresh();
}

function faster(delta) {
  const { clock } = page;
  paced(SPEEDS[Math.min(Math.max(SPEEDS.indexOf(clock.speed) + delta, 0), SPEEDS.length - 1)]);
}

function paced(speed) {
  if (!SPEEDS.includes(speed)) return false;
  page.clock.speed = speed;
  told();
  return true;
}

// The speed as it is, whoever has set it.
function told() {
  const text = `×${page.clock.speed}`;
  if ($('speed').textContent !== text) $('speed').textContent = text;
}

function go(index, step) { uncover(); page.clock.toStep(index, step); drawer(false); refresh(); }

function section(index) { uncover(); page.clock.toSection(index); refresh(); }

function choose(node) {
  // Whoever was in the card with the keyboard is not left nowhere.
  if (!node && $('info').contains(document.activeElement)) $('canvas').focus({ preventScroll: true });
  page.selected = node || null;
  page.info.show(page.selected);
  room();
  page.stage.mark(page.selected);
  remember(page);
}

function help(open) {
  if ($('help-panel').hidden === !open) return;
  const inside = $('help-panel').contains(document.activeElement);
  $('help-panel').hidden = !open;
  $('help').setAttribute('aria-expanded', String(open));
  if (open) $('help-panel').focus({ preventScroll: true });
  else if (inside) $('help').focus();
}

// What was chosen stays in sight beside its card, or above it where the card goes from side to side.
function room() {
  const { stage, selected } = page;
  if (!selected) { stage.keepSeen(null, null); return; }
  const box = $('view-box').getBoundingClientRect();
  const card = $('info').getBoundingClientRect();
  const across = card.width > box.width * 0.8;
  stage.keepSeen(selected, across ? [0, 0, box.width, card.top - box.top] : [0, 0, card.left - box.left, box.height]);
}

// A named view. The archer's eye is that of whoever stands on the mark, where somebody does.
function look(name, atOnce = false) {
  const { stage, people } = page;
  const eye = name === 'archer' && stage.views.archer ? stage.views.archer.eye : null;
  if (eye) stage.model.updateMatrixWorld(true);
  const on = eye && people.find((node) => {
    const m = node.matrixWorld.elements;
    return visible(node) && Math.hypot(m[12] - eye[0], m[14] - eye[2]) < 0.7;
  });
  follow(on || null, Boolean(on));
  if (!on) stage.view(name, atOnce);
}

// The cover: what this is, over the picture, until somebody does something.
function uncover() { cover(false); }

function cover(open) {
  if ($('cover').hidden === !open) return;
  const inside = $('cover').contains(document.activeElement);
  $('cover').hidden = !open;
  // A page within a page leaves the keyboard where it is.
  if (open && window.top === window) $('begin').focus({ preventScroll: true });
  else if (inside) $('canvas').focus({ preventScroll: true });
}

function begin() {
  uncover();
  page.clock.toSection(0);
  page.clock.playing = true;
  refresh();
}

function follow(node, eyes) {
  page.tour.stop();
  // Nobody can be followed who is not there.
  if (node && !visible(node)) { follow(null, false); say('absent', page.name(node)); return; }
  page.stage.person(node, eyes);
  $('follow').value = node ? node.name : '';
  $('eyes').setAttribute('aria-pressed', String(page.stage.eyes));
  if (!node) page.stage.controls.enabled = true;
  remember(page);
}

// As at first, but for the moment, the view and the language.
function reset() {
  const { clock, kiosk } = page;
  say('');
  kiosk.stop();
  clock.playing = false;
  follow(null, false);
  if (page.tape.on) $('measure').click();
  if (page.selected) choose(null);
  help(false);
  drawer(false);
  uncover();
}

// The whole of where the rite goes on now.
function home(atOnce = false) {
  const { venue } = page.clock;
  page.venue = venue;
  page.stage.view(venue === 'school' ? 'range' : venue, atOnce);
}

function speak(lang) { page.lang = lang; translate(); }

function drawer(open) {
  document.body.classList.toggle('drawer', open);
  $('menu').setAttribute('aria-expanded', String(open));
}

function wire() {
  const { stage, clock, names, tape, inset, tour } = page;
  let roof = true;
  let grades = false;
  button('labels', () => names.toggle(), true);
  button('certainty', () => { grades = !grades; stage.colour(grades); $('legend').hidden = !grades; return grades; }, true);
  button('roof', () => { roof = !roof; stage.layer(['roof'], roof); return !roof; }, true);
  button('measure', () => { const on = tape.toggle(); if (on) choose(null); say(on ? 'measure-hint' : ''); return on; }, true);
  button('english', () => document.body.classList.toggle('english'), true);
  button('plan', () => inset.toggle(), true);
  button('inset-scale', () => inset.scale(), true);
  button('eyes', () => {
    const node = stage.follow || (page.selected && page.selected.userData.kind === 'person' ? page.selected : page.people.find((p) => visible(p)));
    if (node) follow(node, !stage.eyes);
    return stage.eyes;
  }, true);
  button('walk', () => { $('follow').value = ''; return tour.toggle(); }, true);
  button('home', () => { follow(null, false); home(); });
  button('language', () => speak(page.lang === 'zh' ? 'en' : 'zh'));
  button('help', () => help($('help-panel').hidden));
  button('menu', () => drawer(!document.body.classList.contains('drawer')));
  button('nav-close', () => { drawer(false); $('menu').focus(); });
  $('view-box').addEventListener('pointerdown', () => drawer(false), { capture: true });
  button('print', () => window.print());
  button('play', toggle);
  button('previous', () => { clock.stepBy(-1); refresh(); });
  button('next', () => { clock.stepBy(1); refresh(); });
  button('slower', () => faster(-1));
  button('faster', () => faster(1));
  button('info-close', () => choose(null));
  button('info-follow', () => follow(page.selected, false));
  button('info-eyes', () => follow(page.selected, true));
  button('begin', begin);
  button('look', () => { uncover(); $('canvas').focus(); });
  $('canvas').addEventListener('pointerdown', uncover);
  $('canvas').addEventListener('wheel', uncover, { passive: true });
  button('help-close', () => help(false));
  $('view').addEventListener('change', () => {
    uncover();
    look($('view').value);
    $('view').value = '';
  });
  $('follow').addEventListener('change', () => follow(page.people.find((node) => node.name === $('follow').value) || null, stage.eyes));
  $('scrub').max = String(clock.total);
  $('scrub').addEventListener('input', () => { uncover(); clock.seek(Number($('scrub').value)); refresh(); });
  window.addEventListener('keydown', keys(page));
  stage.quiet.addEventListener('change', () => stage.calm());
  window.addEventListener('hashchange', () => { cover(!recall(page)); refresh(); });
  window.addEventListener('beforeprint', () => page.text.print());
  new ResizeObserver(() => { stage.resized(); if (page.selected) requestAnimationFrame(room); }).observe($('view-box'));
  stage.controls.addEventListener('end', () => remember(page));
  pointer();
}

// A tap chooses; a drag turns the view.
function pointer() {
  const canvas = $('canvas');
  let down = null;
  canvas.addEventListener('pointerdown', (event) => { down = event.isPrimary ? [event.clientX, event.clientY] : null; });
  canvas.addEventListener('pointerup', (event) => {
    if (!down || !event.isPrimary || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 6) return;
    const hit = page.stage.pick(event.clientX, event.clientY);
    if (page.tape.on) { if (hit) page.tape.add(hit); if (page.tape.points.length === 2) say(''); page.stage.touch(); return; }
    choose(hit ? owner(hit.object) : null);
  });
}

// A line over the picture; `what` goes on after its words. What is told once (`what`) goes by itself.
function say(key, what = '') {
  page.said = key;
  page.saidOf = what;
  clearTimeout(page.hush);
  if (what) page.hush = setTimeout(() => say(''), 9000);
  $('said').hidden = !key;
  $('said').textContent = key ? page.word(key) + what : '';
}

async function start() {
  // The browser unpacks both at once, off this thread.
  const drawn = supported();
  const [said, glb] = await Promise.all([unpack(packed('data')), drawn ? unpack(packed('model')) : null]);
  const data = JSON.parse(new TextDecoder().decode(said));
  const want = new URLSearchParams(location.hash.slice(1));
  page.data = data;
  page.lang = ['zh', 'en'].includes(want.get('lang')) ? want.get('lang') : data.lang || (navigator.language.startsWith('zh') ? 'zh' : 'en');
  performance.mark('shegong-unpacked');
  if (!glb) { fallback(); return; }
  const model = load(glb, data.cloth);
  model.nodes.forEach((node, i) => { node.userData.sure = data.sure[i]; });
  $('model').remove();
  performance.mark('shegong-model');
  const chunk = (name) => (n) => ($(`${name}-${n}`) ? packed(`${name}-${n}`) : null);
  page.stage = new Stage($('canvas'), model, data, { drawing: want.get('draw') !== 'no', soft: drawn === 'soft' });
  // The graphics card compiles while we go on.
  page.stage.prepare();
  performance.mark('shegong-stage');
  page.clock = new Clock(new Motion(model.nodes, chunk('movement')), data.sections);
  page.acts = new Acts(chunk('acts'));
  const { stage, clock } = page;
  page.people.push(...model.nodes.filter((node) => node.userData.kind === 'person'));
  page.known = new Map(model.nodes.map((node) => [node.name, node]));
  page.names = new Names(stage, $('names'), () => page.lang, acting);
  page.tape = new Tape(stage, $('view-box'), data.metres_per_chi);
  page.inset = new Inset($('inset'), stage, page.people, data.outline, choose, () => page.lang);
  page.info = new Info($('info'), page);
  page.text = new Text(page);
  page.tour = new Tour(stage, data.walk, (name) => { if (name || page.said.startsWith('stop-')) say(name && `stop-${name}`); if (!name) $('walk').setAttribute('aria-pressed', 'false'); });
  page.kiosk = new Kiosk(page);
  stage.model.updateMatrixWorld(true);
  wire();
  translate();
  const covered = !recall(page);
  refresh();
  performance.mark('shegong-wired');
  let before = performance.now();
  const frame = (now) => {
    const seconds = Math.min(Math.max(now - before, 0) / 1000, 0.25);
    before = now;
    page.kiosk.advance(seconds);
    page.tour.advance(seconds);
    stage.advance(seconds);
    clock.advance(seconds);
    const { moved } = clock;
    clock.moved = false;
    if (clock.playing) refresh();
    else told();
    if (moved) stage.model.updateMatrixWorld();
    const drawn = stage.draw(moved);
    page.names.update(drawn);
    if (drawn) { page.tape.update(); page.inset.update(page.selected, clock.venue); }
    if (document.body.classList.contains('ready')) requestAnimationFrame(frame);
  };
  frame(before);
  performance.mark('shegong-ready');
  document.body.classList.add('ready');
  $('loading').hidden = true;
  cover(covered);
  requestAnimationFrame(frame);
  // What tests and other programs on the page may ask.
  window.shegong = {
    clock, stage, choose, refresh, page,
    place(name) {
      stage.model.updateMatrixWorld(true);
      const node = page.node(name);
      return node ? { position: Array.from(node.matrixWorld.elements).slice(12, 15), visible: visible(node) } : null;
    },
    select(name) { choose(page.node(name)); },
  };
}

function fallback() {
  translate();
  $('loading').hidden = true;
  document.body.classList.add('plain', 'ready');
  $('plain-note').textContent = page.word('no-webgl');
}

start().catch((error) => {
  $('loading').textContent = String(error && error.message ? error.message : error);
  throw error;
});
