// The page on a museum's screen (`#play=loop`): it plays and looks round by itself, gives way to whoever touches it, and begins
// anew when it has been left alone.
const ALONE = 60;

export class Kiosk {
  constructor(page) {
    this.page = page;
    this.on = false;
    this.running = false;
    this.left = 0;
    for (const kind of ['pointerdown', 'keydown', 'wheel']) {
      window.addEventListener(kind, () => { this.running = false; this.left = 0; }, { capture: true, passive: true });
    }
  }

  start() {
    const { page } = this;
    const { clock, data } = page;
    this.on = this.running = true;
    page.choose(null);
    page.follow(null, false);
    page.uncover();
    const first = data.sections.findIndex((s) => data.cover && s.number === data.cover.section);
    clock.toSection(Math.max(first, 0));
    clock.playing = true;
    page.refresh();
  }

  stop() { this.on = this.running = false; }

  advance(seconds) {
    if (!this.on) return;
    const { page } = this;
    const { clock, tour } = page;
    if (!this.running) {
      this.left += seconds;
      if (this.left > ALONE) this.start();
      return;
    }
    if (!clock.playing) this.start();
    // At the gates of the houses there is nothing to walk round.
    if (!tour.on && clock.venue === 'school') tour.to(0);
  }
}
