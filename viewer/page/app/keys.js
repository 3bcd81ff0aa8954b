// Keys: the letters press the buttons of the same name, the others move time or the one who looks.
const LETTERS = { l: 'labels', c: 'certainty', r: 'roof', m: 'measure', p: 'plan', h: 'home', t: 'walk', e: 'eyes', '?': 'help' };
const STEP = 0.9;

export function keys(page) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches('input[type="search"], select, textarea')) return;
    if (event.target.matches('input') && event.key.startsWith('Arrow')) return;
    const button = LETTERS[event.key.toLowerCase()];
    if (button) { page.$(button).click(); event.preventDefault(); return; }
    const { clock, stage } = page;
    const act = {
      ' ': () => { if (event.target.matches('button, input, summary')) return false; page.toggle(); return true; },
      ArrowRight: () => { clock.stepBy(1); return true; },
      ArrowLeft: () => { clock.stepBy(-1); return true; },
      ']': () => { page.section(clock.index + 1); return true; },
      '[': () => { page.section(clock.index - 1); return true; },
      '+': () => { page.faster(1); return true; },
      '=': () => { page.faster(1); return true; },
      '-': () => { page.faster(-1); return true; },
      w: () => { stage.walk(STEP, 0); return true; },
      s: () => { stage.walk(-STEP, 0); return true; },
      a: () => { stage.walk(0, -STEP); return true; },
      d: () => { stage.walk(0, STEP); return true; },
      Escape: () => { page.choose(null); page.$('help-panel').hidden = true; page.drawer(false); return true; },
    }[event.key];
    if (act && act()) { event.preventDefault(); page.refresh(); }
  };
}
