// The text: sections and clauses to choose from, the clause that is acted now, and its notes.
export class Text {
  // `page`: lang, word(key), data, clock, name(node), people, choose(node), go(index, step), $.
  constructor(page) {
    this.page = page;
    this.shown = '';
    this.opened = -1;
    page.$('find').addEventListener('input', () => this.find(page.$('find').value.trim()));
  }

  translate() {
    this.shown = '';
    this.opened = -1;
    this.list();
  }

  list() {
    const { data, lang, $ } = this.page;
    this.steps = [];
    $('section-list').replaceChildren(...data.sections.map((section, i) => {
      const item = document.createElement('li');
      const go = document.createElement('button');
      go.textContent = `${section.number} ${lang === 'zh' ? section.title : section.english}`;
      go.dataset.index = i;
      go.addEventListener('click', () => this.page.section(i));
      item.append(go);
      return item;
    }));
  }

  // Clauses of the section that is acted, below its title.
  open(index) {
    if (this.opened === index) return;
    this.opened = index;
    const { data, $ } = this.page;
    for (const old of $('section-list').querySelectorAll('ol')) old.remove();
    for (const go of $('section-list').querySelectorAll('button')) go.removeAttribute('aria-current');
    const item = $('section-list').children[index];
    if (!item) return;
    item.firstChild.setAttribute('aria-current', 'true');
    const list = document.createElement('ol');
    this.steps = data.sections[index].steps.map((step, i) => this.clause(step, index, i));
    list.append(...this.steps.map((go) => { const li = document.createElement('li'); li.append(go); return li; }));
    item.append(list);
    nearby(item.firstChild);
  }

  clause(step, index, i) {
    const go = document.createElement('button');
    go.textContent = step.text;
    go.lang = 'zh-Hant';
    go.title = step.gloss || '';
    if (this.page.lang === 'en' && step.gloss) go.append(this.gloss(step));
    go.addEventListener('click', () => this.page.go(index, i));
    return go;
  }

  gloss(step) {
    const gloss = document.createElement('small');
    gloss.lang = 'en';
    gloss.textContent = ` ${step.gloss || ''}`;
    return gloss;
  }

  find(words) {
    const { data, $ } = this.page;
    const found = [];
    if (words) {
      const low = words.toLowerCase();
      data.sections.forEach((section, s) => section.steps.forEach((step, i) => {
        if (step.text.includes(words) || (step.gloss || '').toLowerCase().includes(low)) found.push([section, step, s, i]);
      }));
    }
    $('found').hidden = !words;
    $('section-list').hidden = Boolean(words);
    $('found').replaceChildren(...found.slice(0, 80).map(([section, step, s, i]) => {
      const item = document.createElement('li');
      const go = this.clause(step, s, i);
      go.prepend(`${section.number} `);
      if (this.page.lang !== 'en') go.append(this.gloss(step));
      item.append(go);
      return item;
    }));
    if (words && !found.length) $('found').textContent = this.page.word('none');
  }

  update() {
    const { clock, lang, $, people } = this.page;
    const { section } = clock;
    if (!section) return;
    const i = clock.current();
    const key = `${clock.index}/${i}/${lang}`;
    if (key === this.shown) return;
    this.shown = key;
    const step = section.steps[i] || { text: '', gloss: '', who: [], notes: [] };
    $('clause').textContent = step.text;
    $('gloss').textContent = step.gloss || '';
    $('heading').textContent = lang === 'zh' ? `${section.number} ${section.title}` : `${section.number} ${section.title} · ${section.english}`;
    $('actors').replaceChildren(...(step.who || []).map((id) => {
      const node = people.find((p) => p.name === id);
      const chip = document.createElement('button');
      chip.textContent = node ? this.page.name(node) : id;
      chip.addEventListener('click', () => { if (node) this.page.choose(node); });
      return chip;
    }));
    $('notes').textContent = (step.notes || []).map(([speaker, text]) => `〔${speaker} ${text}〕`).join(' ');
    this.open(clock.index);
    this.steps.forEach((go, n) => {
      if (n === i) { go.setAttribute('aria-current', 'step'); nearby(go); } else go.removeAttribute('aria-current');
    });
  }

  // The section as it is printed: what is seen, then every clause with its gloss and its notes.
  print() {
    const { clock, stage, $ } = this.page;
    const { section } = clock;
    const make = (tag, text, lang) => { const element = document.createElement(tag); element.textContent = text; element.lang = lang; return element; };
    const clauses = document.createElement('div');
    clauses.append(...section.steps.map((step) => {
      const row = document.createElement('p');
      row.append(make('b', step.text, 'zh-Hant'), document.createElement('br'), make('span', step.gloss || '', 'en'));
      for (const [speaker, text] of step.notes || []) row.append(document.createElement('br'), make('small', `〔${speaker} ${text}〕`, 'zh-Hant'));
      return row;
    }));
    const picture = document.createElement('img');
    picture.src = stage.picture();
    picture.alt = '';
    $('print-text').replaceChildren(make('h2', `${section.number} ${section.title} · ${section.english}`, 'zh-Hant'), ...(picture.src ? [picture] : []), clauses);
  }
}

// Scroll the list, and nothing else, so that an element is seen.
function nearby(element) {
  const box = element.closest('nav');
  if (!box || !box.clientHeight) return;
  const at = element.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (at.top < frame.top + 60) box.scrollTop += at.top - frame.top - 80;
  else if (at.bottom > frame.bottom) box.scrollTop += at.bottom - frame.bottom + 80;
}
