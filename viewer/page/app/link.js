// Deep links: the moment, the view and what is switched on stand in the address.
const SWITCHES = ['labels', 'certainty', 'roof', 'plan', 'inset-scale'];
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

export function recall(page) {
  const want = new URLSearchParams(location.hash.slice(1));
  const { clock, stage, data } = page;
  const index = data.sections.findIndex((s) => String(s.number) === want.get('section'));
  if (index >= 0) {
    const t = Number(want.get('t'));
    clock.toSection(index);
    if (t > 0) clock.seek(clock.starts[index] + Math.min(t, data.sections[index].duration - 0.001));
  }
  // Without a moment in the address the page opens at its cover.
  const { cover } = data;
  const named = index >= 0 || want.get('view') || want.get('follow');
  if (!named && cover && !page.recalled) {
    const at = data.sections.findIndex((s) => s.number === cover.section);
    if (at >= 0) clock.seek(clock.starts[at] + cover.t);
  }
  page.arrive(true);
  // What an address says is switched on is on, and nothing else.
  const on = want.has('on') && want.get('on').split('.');
  for (const id of on ? SWITCHES : []) {
    if ((page.$(id).getAttribute('aria-pressed') === 'true') !== on.includes(id)) page.$(id).click();
  }
  page.paced(Number(want.get('speed')));
  const view = want.get('view');
  if (view && data.views[view]) page.look(view, true);
  else if (view) {
    const v = view.split(',').map(Number);
    if (v.length >= 6 && v.every(Number.isFinite)) stage.go({ eye: v.slice(0, 3), target: v.slice(3, 6), fov: v[6] || stage.lens }, true);
  }
  page.recalled = true;
  const who = page.people.find((node) => node.name === want.get('follow'));
  if (who) page.follow(who, want.get('eyes') === '1');
  const chosen = page.node(want.get('chosen'));
  if (chosen) page.choose(chosen);
  const play = want.get('play');
  if (play === 'loop') page.kiosk.start();
  else if (play) clock.playing = true;
  return Boolean(named || play || chosen);
}
