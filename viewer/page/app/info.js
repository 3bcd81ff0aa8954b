// The card of what was chosen: name, measures, certainty, and the derivation down to the clauses.
import { certainty, facing, owner } from './model.js';

const WINDS = '北 北東北 東北 東東北 東 東東南 東南 南東南 南 南西南 西南 西西南 西 西西北 西北 北西北'.split(' ');
const WINDS_EN = 'north,north-northeast,northeast,east-northeast,east,east-southeast,southeast,south-southeast,south,south-southwest,southwest,west-southwest,west,west-northwest,northwest,north-northwest'.split(',');

function make(tag, text = '', className = '') {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (className) element.className = className;
  return element;
}

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
    if (!node) return;
    const { page } = this;
    const { kind } = node.userData;
    const person = kind === 'person';
    this.name(node);
    const grade = certainty(node);
    this.part('grade').textContent = person ? '' : page.word(grade);
    this.part('grade').className = `grade ${grade}`;
    this.part('grade').hidden = person;
    this.part('actions').hidden = !person;
    this.part('doing').replaceChildren(...(person ? this.doing(node) : []));
    const evidence = node.userData.evidence || [];
    this.part('list').replaceChildren(...this.dimensions(node, evidence), ...this.rows(evidence));
    this.panel.scrollTop = 0;
  }

  name(node) {
    const { page } = this;
    const { label, label_en: english } = node.userData;
    this.part('name').replaceChildren(make('span', label), ' ', make('small', english || ''));
    const above = owner(node.parent);
    const parts = node.children.filter((child) => child.userData.label && child.userData.label !== label);
    this.part('parts').replaceChildren(...[above, ...parts].filter(Boolean).map((other) => {
      const go = make('button', `${other === above ? '↑ ' : ''}${page.name(other)}`);
      go.addEventListener('click', () => page.choose(other));
      return go;
    }));
  }

  // What a person does in this section, and where he looks now.
  doing(node) {
    const { page } = this;
    const { clock } = page;
    const out = [];
    const wind = Math.round(facing(node) / 22.5) % 16;
    const now = make('p', `${page.word('facing')}${page.lang === 'zh' ? '：' : ': '}${page.lang === 'zh' ? `${WINDS[wind]}面` : WINDS_EN[wind]}`);
    out.push(now);
    if (!clock.section) return out;
    const acts = clock.section.steps.map((step, i) => [step, i]).filter(([step]) => (step.who || []).includes(node.name));
    if (!acts.length) return out;
    out.push(make('h3', page.word('acts')));
    const list = make('ol', '', 'acts');
    for (const [step, i] of acts) {
      const go = make('button', '', i === clock.current() ? 'now' : '');
      go.append(make('b', step.text), ' ', make('small', step.gloss || ''));
      go.addEventListener('click', () => page.go(clock.index, i));
      const item = make('li');
      item.append(go);
      list.append(item);
    }
    out.push(list);
    return out;
  }

  // Dimensions of a thing: those that its evidence names, and those of its own name.
  dimensions(node, evidence) {
    const { data } = this.page;
    const named = evidence.map((item) => item.dimension).filter(Boolean);
    const family = Object.keys(data.dimensions).filter((id) => id.split('.')[0] === node.name);
    const part = node.name.startsWith('target-') ? [`target.${node.name.slice(7)}`] : [];
    const ids = [...new Set([...named, ...part, ...family])].filter((id) => data.dimensions[id]);
    if (!ids.length) return [];
    return [make('li', this.page.word('measures'), 'head'), ...ids.map((id) => this.dimension(data.dimensions[id]))];
  }

  dimension(d) {
    const { page } = this;
    const item = make('li', '', d.certainty);
    const fold = make('details');
    const head = make('summary');
    head.append(make('b', d.name), ' ', make('span', page.lang === 'zh' ? '' : d.english), ' ', make('b', size(d), 'value'));
    fold.append(head);
    fold.addEventListener('toggle', () => {
      if (fold.open && fold.children.length === 1) fold.append(make('p', page.lang === 'zh' ? d.english : '', 'source'), this.why(d));
    });
    item.append(fold);
    return item;
  }

  why(d) {
    const { page } = this;
    const list = make('ol', '', 'why');
    for (const step of d.why) {
      const row = make('li', '', step.certainty);
      if (step.clause) row.append(make('q', `「${step.clause}」`), ' ');
      if (step.working) row.append(make('span', step.working, 'working'));
      const from = [...new Set([step.speaker, step.passage].filter(Boolean))].join(' · ');
      row.append(make('div', `${page.word(step.certainty)}${from ? ` · ${from}` : ''}${step.reason ? ` · ${step.reason}` : ''}`, 'source'));
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
      row.append(make('q', words));
      if (item.clause && item.working) row.append(' ', make('span', item.working, 'working'));
      const number = item.chi == null ? '' : ` = ${item.chi} 尺${item.metres == null ? '' : ` = ${Number(item.metres).toFixed(3)} m`}`;
      row.append(make('div', `${page.word(item.certainty)} · ${[...new Set([item.speaker, item.passage].filter(Boolean))].join(' · ')}${number}`, 'source'));
      return row;
    })];
  }
}

// A value for a person: 158/15 尺 = 2.433 m.
function size(d) {
  const [over, under] = d.value.split('/').map(Number);
  const plain = under ? `${d.value} (${(over / under).toFixed(2)})` : d.value;
  return `${plain}${d.unit ? ` ${d.unit}` : ''}${d.metres == null ? '' : ` = ${d.metres.toFixed(3)} m`}`;
}
