// The walk through the ground: from the gate to the target, up the stairs and to the marks, stop by stop.
const ON_THE_WAY = 6;
const AT_REST = 3.5;

export class Tour {
  constructor(stage, stops, said) {
    this.stage = stage;
    this.stops = stops;
    this.said = said;
    this.at = -1;
    this.left = 0;
  }

  get on() { return this.at >= 0; }

  toggle() {
    if (this.on) { this.stop(); return false; }
    this.to(0);
    return true;
  }

  stop() { this.at = -1; this.said(''); }

  to(at) {
    if (at >= this.stops.length) { this.stop(); return; }
    this.at = at;
    const stop = this.stops[at];
    const way = at === 0 ? 1.5 : ON_THE_WAY;
    this.stage.go(stop, false, way);
    this.left = way + AT_REST;
    this.said(stop.name);
  }

  advance(seconds) {
    if (!this.on) return;
    // Whoever takes the view in hand ends the walk.
    if (!this.stage.glide && this.left > AT_REST + 0.5 && !this.stage.still) { this.stop(); return; }
    this.left -= seconds;
    if (this.left <= 0) this.to(this.at + 1);
  }
}
