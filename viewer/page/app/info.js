// The card of what was chosen: name, measures, certainty, and the derivation down to the clauses.
import { RANK, certainty, facing, owner } from './model.js';

const WINDS = '北 北東北 東北 東東北 東 東東南 東南 南東南 南 南西南 西南 西西南 西 西西北 西北 北西北'.split(' ');
const WINDS_EN = 'north,north-northeast,northeast,east-northeast,east,east-southeast,southeast,south-southeast,south,south-southwest,southwest,west-southwest,west,west-northwest,northwest,north-northwest'.split(',');

// Coordinates: east or west, north or south of the middle of the hall's south edge.
const PLACE = /\.(?:[a-z]+-)*([xy])(?:-[a-z]+)*$/;

function make(tag, text = '', className = '') {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (className) element.className = className;
  return element;
}

// In which language an element speaks: for voices that read it out, and for faces of type.
function spoken(lang, element) { element.lang = lang; return element; }

export class Info {
  // `page`: lang, word(key), data, clock, person(node, eyes), go(index, step).
  constructor(panel, page) {
    this.panel = panel;
    this.page = page;
    this.node = null;
    this.part = (id) => panel.querySelector(`#info-${id}`);
  }

  show(node) {
    this.node = node;
    this.panel.hidden = !node;
    this.told = '';
    if (!node) return;
    const { page } = this;
    const { kind } = node.userData;
    const person = kind === 'person';
    this.name(node);
    // Land is not coloured; its measures are as sure as they are.
    const land = certainty(node) === 'neutral' ? this.weakest(node) : '';
    const grade = land || certainty(node);
    this.part('grade').textContent = person ? '' : land ? `${page.word('its-measures')}${page.word(land)}${page.word('uncoloured')}` : page.word(grade);
    this.part('grade').className = `grade ${grade}`;
    this.part('grade').hidden = person;
    this.part('actions').hidden = !person;
    const evidence = node.userData.evidence || [];
    this.part('list').replaceChildren(...this.dimensions(node, evidence), ...this.rows(evidence));
    this.update();
    this.panel.scrollTop = 0;
  }

  // What changes with the clock: what a person does and holds now, his part in the section, who holds a thing.
  update() {
    const { node, page } = this;
    if (!node) return;
    const person = node.userData.kind === 'person';
    const now = person ? this.now(node) : this.held(node);
    const { clock } = page;
    const told = JSON.stringify([now, clock.index, clock.current(), page.lang]);
    if (told === this.told) return;
    this.told = told;
    this.part('now').replaceChildren(...now.flatMap(([head, text, small]) => {
      const value = make('dd', text);
      if (small) value.append(' ', make('small', small));
      return [make('dt', page.word(head)), value];
    }));
    this.part('doing').replaceChildren(...(person ? this.doing(node) : []));
  }

  name(node) {
    const { page } = this;
    const { label, label_en: english } = node.userData;
    this.part('name').replaceChildren(spoken('zh-Hant', make('span', label)), ' ', spoken('en', make('small', english || '', 'english')));
    const above = owner(node.parent);
    const parts = node.children.filter((child) => child.userData.label && child.userData.label !== label);
    this.part('parts').replaceChildren(...[above, ...parts].filter(Boolean).map((other) => {
      const go = make('button', `${other === above ? '↑ ' : ''}${page.name(other)}`);
      go.addEventListener('click', () => page.choose(other));
      return go;
    }));
  }

  // Rows [head, text, small] of what a person does, says and holds now, where he stands and which way he faces.
  now(node) {
    const { page } = this;
    const { clock, acts, lang, data } = page;
    const zh = lang === 'zh';
    const ms = clock.local * 1000;
    const rows = [];
    const doing = acts.doing(clock.index, node.name, ms);
    if (doing && doing.posture === 'hidden') return [['now', page.word('away')]];
    if (doing) {
      const named = (id) => called(page, page.node(id));
      const does = doing.gestures.map(([id, partner, thing]) => {
        const [hanzi, english] = data.gestures[id] || [id, id];
        const other = named(partner) || named(thing);
        return zh ? `${hanzi}${other ? `（${other}）` : ''}` : `${english}${other ? ` (${other})` : ''}`;
      });
      if (doing.walks && !does.length) does.push(page.word('walks'));
      if (!does.length || doing.posture !== 'stand') does.push(page.word(`posture-${doing.posture}`));
      rows.push(['now', does.join(zh ? '、' : ', ')]);
      if (doing.said.length) rows.push(['says', doing.said.map((words) => `「${words}」`).join('')]);
      const held = grouped(acts.holds(clock.index, node.name, ms), (thing) => named(thing) || thing);
      if (held.length) {
        rows.push(['holds', held.map(([name, slot, count]) => {
          const many = count > 1 ? (zh ? ` ${count}` : ` × ${count}`) : '';
          return `${name}${many}${zh ? `（${page.word(`slot-${slot}`)}）` : ` (${page.word(`slot-${slot}`)})`}`;
        }).join(zh ? '、' : ', ')]);
      }
    }
    node.updateWorldMatrix(true, false);
    const wind = Math.round(facing(node) / 22.5) % 16;
    const m = node.matrixWorld.elements;
    const east = m[12] / data.metres_per_chi;
    const north = -m[14] / data.metres_per_chi;
    const spot = zh
      ? `${east < 0 ? '西' : '東'} ${Math.abs(east).toFixed(1)} 尺，${north < 0 ? '南' : '北'} ${Math.abs(north).toFixed(1)} 尺`
      : `${Math.abs(east).toFixed(1)} 尺 ${east < 0 ? 'west' : 'east'}, ${Math.abs(north).toFixed(1)} 尺 ${north < 0 ? 'south' : 'north'}`;
    rows.push(['facing', zh ? `${WINDS[wind]}面` : WINDS_EN[wind]]);
    if (clock.venue === 'school') rows.push(['stands', spot, page.word('origin')]);
    return rows;
  }

  // Who or what holds a thing now.
  held(node) {
    const { page } = this;
    const { clock, acts } = page;
    const found = acts.holder(clock.index, node.name, clock.local * 1000);
    const holder = found && page.node(found[0]);
    if (!holder) return [];
    const slot = page.data.words[page.lang][`slot-${found[1]}`];
    return [['held', page.name(holder), slot || '']];
  }

  // A person's clauses of this section.
  doing(node) {
    const { page } = this;
    const { clock } = page;
    if (!clock.section) return [];
    const acts = clock.section.steps.map((step, i) => [step, i]).filter(([step]) => (step.who || []).includes(node.name));
    if (!acts.length) return [];
    const list = make('ol', '', 'acts');
    for (const [step, i] of acts) {
      const go = make('button', '', i === clock.current() ? 'now' : '');
      if (i === clock.current()) go.setAttribute('aria-current', 'step');
      go.append(spoken('zh-Hant', make('b', step.text)), ' ', spoken('en', make('small', step.gloss || '', 'english')));
      go.addEventListener('click', () => page.go(clock.index, i));
      const item = make('li');
      item.append(go);
      list.append(item);
    }
    return [make('h3', page.word('acts')), list];
  }

  // The degree of the least sure measure of a thing; '' where it has none.
  weakest(node) {
    const { data } = this.page;
    const grades = this.measures(node, node.userData.evidence || []).map((id) => RANK.indexOf(data.dimensions[id].certainty));
    return RANK[Math.max(-1, ...grades)] || '';
  }

  // Dimensions of a thing: those that its evidence names, and those of its own name.
  measures(node, evidence) {
    const { data } = this.page;
    const named = evidence.map((item) => item.dimension).filter(Boolean);
    const family = Object.keys(data.dimensions).filter((id) => id.split('.')[0] === node.name);
    const part = node.name.startsWith('target-') ? [`target.${node.name.slice(7)}`] : [];
    return [...new Set([...named, ...part, ...family])].filter((id) => data.dimensions[id]);
  }

  dimensions(node, evidence) {
    const { data } = this.page;
    const ids = this.measures(node, evidence);
    // What it measures comes before where it stands.
    const sizes = ids.filter((id) => !PLACE.test(id));
    const places = ids.filter((id) => PLACE.test(id));
    const block = (head, some) => (some.length ? [make('li', this.page.word(head), 'head'), ...some.map((id) => this.dimension(data.dimensions[id], id))] : []);
    return [...block('measures', sizes), ...block('places', places)];
  }

  dimension(d, id) {
    const { page } = this;
    const item = make('li', '', d.certainty);
    const fold = make('details');
    const head = make('summary');
    head.append(spoken('zh-Hant', make('b', d.name)), ' ', make('span', page.lang === 'zh' ? '' : d.english), ' ', make('b', size(d, id, page.lang), 'value'));
    fold.append(head);
    fold.addEventListener('toggle', () => {
      if (fold.open && fold.children.length === 1) fold.append(spoken('en', make('p', page.lang === 'zh' ? d.english : '', 'source english')), this.why(d));
    });
    item.append(fold);
    return item;
  }

  why(d) {
    const { page } = this;
    const list = make('ol', '', 'why');
    for (const step of d.why) {
      const row = make('li', '', step.certainty);
      if (step.clause) row.append(spoken('zh-Hant', make('q', `「${step.clause}」`)), ' ');
      if (step.working) row.append(make('span', step.working, 'working'));
      const from = [...new Set([step.speaker, step.passage].filter(Boolean))].join(' · ');
      const source = make('div', `${page.word(step.certainty)}${from ? ` · ${from}` : ''}`, 'source');
      if (step.reason) source.append(' · ', spoken('en', make('span', step.reason)));
      row.append(source);
      list.append(row);
    }
    return list;
  }

  rows(evidence) {
    const { page } = this;
    const named = evidence.filter((item) => !item.dimension);
    const shown = named.length ? named : evidence;
    if (!shown.length) return [];
    return [make('li', page.word('evidence'), 'head'), ...shown.map((item) => {
      const row = make('li', '', item.certainty);
      const words = item.clause ? `「${item.clause}」` : item.working || item.reason || item.passage || '';
      row.append(spoken(item.clause || words !== item.reason ? 'zh-Hant' : 'en', make('q', words)));
      if (item.clause && item.working) row.append(' ', make('span', item.working, 'working'));
      const number = item.chi == null ? '' : ` = ${item.chi} 尺${item.metres == null ? '' : ` = ${Number(item.metres).toFixed(3)} m`}`;
      row.append(make('div', `${page.word(item.certainty)} · ${[...new Set([item.speaker, item.passage].filter(Boolean))].join(' · ')}${number}`, 'source'));
      return row;
    })];
  }
}

// A name for a sentence: an arrow is an arrow, whoever's it is.
function called(page, node) {
  if (!node) return '';
  return node.userData.kind === 'arrow' ? page.word('arrow') : page.name(node);
}

// Things of one name in one place are told together: [name, slot, count].
function grouped(held, named) {
  const found = new Map();
  for (const [thing, slot] of held) {
    const key = `${named(thing)}/${slot}`;
    if (!found.has(key)) found.set(key, [named(thing), slot, 0]);
    found.get(key)[2] += 1;
  }
  return [...found.values()];
}

// A value for a person: 158/15 尺 = 2.433 m; of a place, on which side of the middle of the hall's edge.
function size(d, id, lang) {
  let { value, metres } = d;
  let side = '';
  const axis = PLACE.exec(id);
  if (axis) {
    const back = value.startsWith('-');
    if (metres || metres === 0) {
      const words = lang === 'zh' ? { x: '東西', y: '北南' } : { x: ['east', 'west'], y: ['north', 'south'] };
      side = words[axis[1]][back ? 1 : 0];
    }
    value = value.replace('-', '');
    metres = metres == null ? metres : Math.abs(metres);
  }
  const [over, under] = value.split('/').map(Number);
  const plain = under ? `${value} (${(over / under).toFixed(2)})` : value.replace('-', '−');
  const number = `${plain}${d.unit ? ` ${d.unit}` : ''}${metres == null ? '' : ` = ${metres.toFixed(3).replace('-', '−')} m`}`;
  return lang === 'zh' ? `${side}${side ? ' ' : ''}${number}` : `${number}${side ? ` ${side}` : ''}`;
}
