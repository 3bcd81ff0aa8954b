// One clock for the whole rite: sections one after the other, each with its own zero.
export class Clock {
  constructor(motion, sections) {
    this.motion = motion;
    this.sections = sections;
    this.starts = [];
    let total = 0;
    for (const section of sections) { this.starts.push(total); total += section.duration; }
    this.total = total;
    this.time = 0;
    this.playing = false;
    this.speed = 1;
    this.index = 0;
    this.moved = true;
    this.seek(0);
  }

  indexAt(time) {
    let low = 0;
    let high = this.sections.length;
    while (high - low > 1) { const middle = (low + high) >> 1; if (this.starts[middle] <= time) low = middle; else high = middle; }
    return low;
  }

  // Time in seconds from the beginning of the rite.
  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.total);
    this.moved = true;
    if (!this.sections.length) return;
    this.index = this.indexAt(this.time);
    this.motion.show(this.index, Math.min(this.local, this.section.duration) * 1000);
  }

  advance(seconds) {
    if (!this.playing) return;
    this.seek(this.time + seconds * this.speed);
    if (this.time >= this.total) this.playing = false;
  }

  get section() { return this.sections[this.index]; }

  get local() { return this.time - (this.starts[this.index] || 0); }

  // Where the section is acted now: the school, or a gate elsewhere.
  get venue() {
    const { section } = this;
    if (!section) return 'school';
    let venue = section.venue || 'school';
    for (const cut of section.cuts || []) if (cut.start <= this.local + 1e-3) ({ venue } = cut);
    return venue;
  }

  // Where among the clauses of its section the clock stands: the last that has begun, unless a longer one still goes on.
  stepIndex() {
    const steps = this.section ? this.section.steps : [];
    let found = 0;
    for (let i = 0; i < steps.length; i += 1) if (steps[i].start <= this.local + 1e-3) found = i;
    return found;
  }

  toStep(index, step) {
    const section = this.sections[index];
    if (!section || !section.steps[step]) return;
    this.wanted = { index, step };
    this.seek(this.starts[index] + section.steps[step].start);
  }

  // The clause to show. Several clauses may begin at one moment: the one that was asked for is shown as long as that moment lasts.
  current() {
    const { wanted } = this;
    if (wanted && wanted.index === this.index && this.section.steps[wanted.step]
      && Math.abs(this.section.steps[wanted.step].start - this.local) < 2e-3) return wanted.step;
    this.wanted = null;
    return this.stepIndex();
  }

  stepBy(delta) {
    const i = this.current() + delta;
    const steps = this.section ? this.section.steps : [];
    if (i >= 0 && i < steps.length) this.toStep(this.index, i);
    else if (i < 0 && this.index > 0) {
      const before = this.sections[this.index - 1].steps.length - 1;
      if (before >= 0) this.toStep(this.index - 1, before); else this.toSection(this.index - 1);
    } else if (i >= steps.length) this.toSection(this.index + 1);
  }

  toSection(index) {
    if (index < 0 || index >= this.sections.length) return;
    this.wanted = this.sections[index].steps.length ? { index, step: 0 } : null;
    this.seek(this.starts[index]);
  }
}
