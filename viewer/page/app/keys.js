// Keys: the letters press the buttons of the same name, the others move time or the one who looks.
const LETTERS = { l: 'labels', c: 'certainty', r: 'roof', m: 'measure', p: 'plan', h: 'home', t: 'walk', e: 'eyes', '?': 'help' };
const STEP = 0.9;

export function keys(page) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches('input[type="search"], select, textarea')) return;
    if (event.target.matches('input') && event.key.startsWith('Arrow')) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const button = LETTERS[key];
    if (button) { page.uncover(); page.$(button).click(); event.preventDefault(); return; }
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
      w: () => { page.tour.stop(); stage.walk(STEP, 0); return true; },
      s: () => { page.tour.stop(); stage.walk(-STEP, 0); return true; },
      a: () => { page.tour.stop(); stage.walk(0, -STEP); return true; },
      d: () => { page.tour.stop(); stage.walk(0, STEP); return true; },
      Escape: () => { page.choose(null); page.tour.stop(); page.help(false); page.drawer(false); return true; },
    }[key];
    if (act) page.uncover();
    if (act && act()) { event.preventDefault(); page.refresh(); }
  };
}
