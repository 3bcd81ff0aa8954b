// What people do and hold at a moment, as the rite was staged; unpacked when its section is shown. Times are milliseconds.
import { inflateSync } from 'three/examples/jsm/libs/fflate.module.js';

const KEPT = 4;
const NONE = { people: {}, held: [], said: [] };

export class Acts {
  // `chunk(n)`: packed bytes of section n, or null.
  constructor(chunk) {
    this.chunk = chunk;
    this.known = new Map();
  }

  of(index) {
    let found = this.known.get(index);
    if (found) return found;
    const packed = this.chunk(index);
    found = packed ? JSON.parse(new TextDecoder().decode(inflateSync(packed))) : NONE;
    this.known.set(index, found);
    if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value);
    return found;
  }

  // What a person does: {gestures: [[id, partner, thing]], walks, posture, said: [text]}; null where nothing is known of him.
  doing(index, who, ms) {
    const person = this.of(index).people[who];
    if (!person) return null;
    const now = ([start, end]) => start <= ms && ms < end;
    let posture = 'stand';
    for (const [at, name] of person.postures || []) if (at <= ms) posture = name;
    return {
      gestures: (person.gestures || []).filter(now).map((row) => row.slice(2)),
      walks: (person.walks || []).some(now),
      posture,
      said: this.of(index).said.filter((row) => row[2] === who && now(row)).map((row) => row[3]),
    };
  }

  // Things that a person holds: [thing, slot].
  holds(index, who, ms) {
    return this.of(index).held.filter(([start, end, , holder]) => holder === who && start <= ms && ms < end).map(([, , thing, , slot]) => [thing, slot]);
  }

  // Who or what holds a thing: [holder, slot], or null.
  holder(index, thing, ms) {
    const row = this.of(index).held.find(([start, end, name]) => name === thing && start <= ms && ms < end);
    return row ? [row[3], row[4]] : null;
  }
}
