// The model: unpacking, loading, and the clock that drives every section's animation.
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

export async function unpack(text) {
  const binary = atob(text.replace(/\s+/g, ''));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

export function load(buffer) {
  return new Promise((done, fail) => new GLTFLoader().parse(buffer, '', done, fail));
}

// One action a section; only the current one plays, so that a change of section is a cut.
export class Clock {
  constructor(gltf, sections) {
    this.mixer = new THREE.AnimationMixer(gltf.scene);
    this.sections = sections;
    this.clips = new Map(gltf.animations.map((clip) => [clip.name, clip]));
    this.starts = [];
    let total = 0;
    for (const section of sections) { this.starts.push(total); total += section.duration; }
    this.total = total;
    this.time = 0;
    this.playing = false;
    this.speed = 1;
    this.index = -1;
    this.seek(0);
  }

  indexAt(time) {
    let i = 0;
    while (i + 1 < this.sections.length && this.starts[i + 1] <= time) i += 1;
    return i;
  }

  // Time in seconds from the beginning of the rite.
  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.total);
    if (!this.sections.length) return;
    const index = this.indexAt(this.time);
    if (index !== this.index) {
      this.mixer.stopAllAction();
      const clip = this.clips.get(`section-${this.sections[index].number}`);
      this.action = clip ? this.mixer.clipAction(clip) : null;
      if (this.action) {
        this.action.reset();
        this.action.setLoop(THREE.LoopOnce);
        this.action.clampWhenFinished = true;
        this.action.play();
      }
      this.index = index;
    }
    if (this.action) {
      this.action.paused = false;
      this.action.enabled = true;
      this.action.time = Math.min(this.time - this.starts[index], this.sections[index].duration);
      this.mixer.update(0);
    }
  }

  advance(seconds) {
    if (!this.playing) return;
    this.seek(this.time + seconds * this.speed);
    if (this.time >= this.total) this.playing = false;
  }

  get section() { return this.sections[this.index]; }

  get local() { return this.time - this.starts[this.index]; }

  // Where among the clauses of its section the clock stands.
  stepIndex() {
    const steps = this.section ? this.section.steps : [];
    let found = 0;
    for (let i = 0; i < steps.length; i += 1) if (steps[i].start <= this.local + 1e-3) found = i;
    return found;
  }

  stepBy(delta) {
    const steps = this.section ? this.section.steps : [];
    const i = this.stepIndex() + delta;
    if (i >= 0 && i < steps.length) this.seek(this.starts[this.index] + steps[i].start);
    else if (i < 0 && this.index > 0) {
      const before = this.sections[this.index - 1];
      const last = before.steps.length ? before.steps[before.steps.length - 1].start : 0;
      this.seek(this.starts[this.index - 1] + last);
    } else if (i >= steps.length && this.index + 1 < this.sections.length) this.seek(this.starts[this.index + 1]);
  }

  toSection(index) {
    if (index >= 0 && index < this.sections.length) this.seek(this.starts[index]);
  }
}

// The thing that a mesh belongs to: the nearest node upward that carries a label of its own.
export function owner(object) {
  let node = object;
  while (node && !(node.userData && node.userData.label)) node = node.parent;
  return node;
}

export function visible(object) {
  for (let node = object; node; node = node.parent) {
    if (!node.visible || Math.abs(node.scale.x) < 1e-6) return false;
  }
  return true;
}

const RANK = ['stated', 'glossed', 'inferred', 'conjectured'];

// A thing is as sure as its weakest measure.
export function certainty(node) {
  let worst = -1;
  for (const item of (node && node.userData.evidence) || []) worst = Math.max(worst, RANK.indexOf(item.certainty));
  return worst < 0 ? 'neutral' : RANK[worst];
}
