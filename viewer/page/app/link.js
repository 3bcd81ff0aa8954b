// Deep links: the moment, the view and what is switched on stand in the address.
const SWITCHES = ['labels', 'certainty', 'roof', 'plan', 'inset-scale', 'english'];
const number = (v, digits = 2) => String(Number(v.toFixed(digits)));

export function remember(page) {
  // Not before the address has been read.
  if (!page.recalled) return;
  const { clock, stage, lang } = page;
  const at = clock.section ? `section=${clock.section.number}&t=${number(clock.local, 1)}` : '';
  const p = stage.camera.position;
  const c = stage.controls.target;
  const view = [p.x, p.y, p.z, c.x, c.y, c.z, stage.lens].map((v) => number(v)).join(',');
  const who = stage.follow ? `&follow=${stage.follow.name}${stage.eyes ? '&eyes=1' : ''}` : '';
  const on = SWITCHES.filter((id) => page.$(id).getAttribute('aria-pressed') === 'true').join('.');
  const chosen = page.selected ? `&chosen=${encodeURIComponent(page.selected.name)}` : '';
  const pace = clock.speed === 1 ? '' : `&speed=${clock.speed}`;
  const loop = page.kiosk.on ? '&play=loop' : '';
  const address = `#${at}${who || `&view=${view}`}${on ? `&on=${on}` : ''}${chosen}${pace}${loop}&lang=${lang}${stage.drawing ? '' : '&draw=no'}`;
  if (address !== location.hash) history.replaceState(null, '', address);
}

const NUMBERS = ['t', 'speed'];
const KEYS = [...NUMBERS, 'section', 'view', 'follow', 'eyes', 'on', 'chosen', 'play', 'lang', 'draw'];

// A link says all: what is not in it is off, or as at first. What it says and nobody knows is told.
export function recall(page) {
  const want = new URLSearchParams(location.hash.slice(1));
  const { clock, stage, data } = page;
  const unknown = [];
  const known = (key, found) => { if (want.get(key) && !found) unknown.push(`${key}=${want.get(key)}`); };
  if (page.recalled) page.reset();
  const lang = want.get('lang');
  if (lang in data.words && lang !== page.lang) page.speak(lang);
  known('lang', lang in data.words);
  for (const key of want.keys()) if (!KEYS.includes(key)) unknown.push(`${key}=${want.get(key)}`);
  for (const key of NUMBERS) known(key, Number(want.get(key)) >= 0);
  const index = data.sections.findIndex((s) => String(s.number) === want.get('section'));
  known('section', index >= 0);
  if (index >= 0) {
    const t = Number(want.get('t'));
    clock.toSection(index);
    if (t > 0) clock.seek(clock.starts[index] + Math.min(t, data.sections[index].duration - 0.001));
  }
  // Without a moment in the address the page opens at its cover.
  const { cover } = data;
  const named = index >= 0 || want.get('view') || want.get('follow');
  if (!named && cover) {
    const at = data.sections.findIndex((s) => s.number === cover.section);
    if (at >= 0) clock.seek(clock.starts[at] + cover.t);
  }
  if (page.recalled) page.home(true);
  page.arrive(true);
  const on = (want.get('on') || '').split('.').filter(Boolean);
  for (const id of SWITCHES) {
    if ((page.$(id).getAttribute('aria-pressed') === 'true') !== on.includes(id)) page.$(id).click();
  }
  for (const id of on) if (!SWITCHES.includes(id)) unknown.push(`on=${id}`);
  if (!page.paced(Number(want.get('speed') || 1))) known('speed', false);
  const view = want.get('view');
  if (view && data.views[view]) page.look(view, true);
  else if (view) {
    const v = view.split(',').map(Number);
    const good = v.length >= 6 && v.every(Number.isFinite);
    if (good) stage.go({ eye: v.slice(0, 3), target: v.slice(3, 6), fov: v[6] || stage.lens }, true);
    known('view', good);
  }
  page.recalled = true;
  const who = page.people.find((node) => node.name === want.get('follow'));
  known('follow', who);
  if (who) page.follow(who, want.get('eyes') === '1');
  const chosen = page.node(want.get('chosen'));
  known('chosen', chosen);
  if (chosen) page.choose(chosen);
  const play = want.get('play');
  if (play === 'loop') page.kiosk.start();
  else if (play) clock.playing = true;
  if (unknown.length) page.say('unknown', [...new Set(unknown)].join(', '));
  return Boolean(named || play || chosen);
}
