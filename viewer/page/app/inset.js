// The plan inset: the outlines of the ground with the people moving on it; a click chooses a person or goes there.
import * as THREE from 'three';
import { visible } from './model.js';

const FILL = {
  platform: '#d9cdb4', stairs: '#e6dcc8', step: '#cfc2a5', lodge: '#d9cdb4', gate: '#efe6d2', wall: '#5c4e42', pillar: '#7c6849',
  mat: '#c3b083', mark: '#2a211c', target: '#a83c28', post: '#7c6849', screen: '#5e2a22', basin: '#8b7f70',
};
const NAMES = {
  zh: { platform: '堂', target: '侯', screen: '乏', gate: '門' },
  en: { platform: '堂 hall', target: '侯 target', screen: '乏 screen', gate: '門 gate' },
};

export class Inset {
  constructor(box, stage, people, outline, choose, lang) {
    this.box = box;
    this.canvas = box.querySelector('canvas');
    this.stage = stage;
    this.people = people;
    this.outline = outline;
    this.choose = choose;
    this.lang = lang;
    this.near = false;
    this.on = false;
    this.canvas.addEventListener('click', (event) => this.click(event));
  }

  toggle() { this.on = !this.on; this.box.hidden = !this.on; return this.on; }

  scale() { this.near = !this.near; return this.near; }

  // How metres become pixels: hall, whole ground, or the gate at which a section is acted.
  frame(venue) {
    let box = this.outline.boxes[this.near ? 'hall' : 'ground'];
    if (venue !== 'school') {
      const ring = this.outline.rings.find((r) => r.venue === venue);
      if (ring) { const [x, z] = ring.ring[0]; box = [x - 9, z - 11, x + 9, z + 11]; }
    }
    const [west, north, east, south] = box;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const scale = Math.min(width / (east - west), height / (south - north)) * 0.97;
    return { scale, x: width / 2 - (west + east) / 2 * scale, y: height / 2 - (north + south) / 2 * scale, width, height };
  }

  update(selected, venue) {
    if (!this.on) return;
    const { canvas } = this;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const f = this.frame(venue);
    this.shown = f;
    if (canvas.width !== Math.round(f.width * ratio) || canvas.height !== Math.round(f.height * ratio)) {
      canvas.width = Math.round(f.width * ratio);
      canvas.height = Math.round(f.height * ratio);
    }
    const g = canvas.getContext('2d');
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, f.width, f.height);
    this.ground(g, f, venue);
    const spot = new THREE.Vector3();
    for (const node of this.people) if (visible(node)) this.person(g, f, node, spot, node === selected);
    this.eye(g, f, spot);
  }

  ground(g, f, venue) {
    const at = ([x, z]) => [f.x + x * f.scale, f.y + z * f.scale];
    g.lineWidth = 0.7;
    g.strokeStyle = '#5c4e42';
    for (const { kind, ring, venue: where } of this.outline.rings) {
      if (where !== venue) continue;
      g.beginPath();
      ring.forEach((corner, i) => { const [x, y] = at(corner); if (i) g.lineTo(x, y); else g.moveTo(x, y); });
      g.closePath();
      g.fillStyle = FILL[kind] || '#d9cdb4';
      g.fill();
      g.stroke();
      if (kind === 'target' || kind === 'screen') { g.lineWidth = 2.4; g.strokeStyle = FILL[kind]; g.stroke(); g.lineWidth = 0.7; g.strokeStyle = '#5c4e42'; }
    }
    if (venue === 'school') {
      const [mark, target] = this.outline.lane;
      g.setLineDash([4, 4]);
      g.strokeStyle = '#a83c28';
      g.beginPath();
      g.moveTo(...at([0, mark]));
      g.lineTo(...at([0, target]));
      g.stroke();
      g.setLineDash([]);
    }
    g.font = '600 13px "Noto Serif CJK TC", "Noto Serif TC", "Songti TC", PMingLiU, "Shegong", serif';
    g.fillStyle = '#2a211c';
    g.textAlign = 'center';
    const names = NAMES[this.lang()];
    for (const { kind, ring, venue: where } of this.outline.rings) {
      if (where !== venue || !names[kind] || this.near) continue;
      const xs = ring.map((c) => c[0]);
      const zs = ring.map((c) => c[1]);
      const [x, y] = at([(Math.min(...xs) + Math.max(...xs)) / 2, ['platform', 'screen'].includes(kind) ? Math.min(...zs) : Math.max(...zs)]);
      const place = { platform: [0, -5], target: [0, 15], screen: [0, -8], gate: [0, 14] }[kind];
      g.fillText(names[kind], x + place[0], y + place[1]);
    }
  }

  person(g, f, node, spot, chosen) {
    spot.setFromMatrixPosition(node.matrixWorld);
    const x = f.x + spot.x * f.scale;
    const y = f.y + spot.z * f.scale;
    const m = node.matrixWorld.elements;
    const r = this.near ? 4 : 2.6;
    g.strokeStyle = g.fillStyle = chosen ? '#a83c28' : '#343136';
    g.lineWidth = 1.4;
    g.beginPath();
    g.moveTo(x, y);
    g.lineTo(x + m[8] * r * 2.3, y + m[10] * r * 2.3);
    g.stroke();
    g.beginPath();
    g.arc(x, y, chosen ? r + 1.2 : r, 0, 7);
    g.fill();
    g.lineWidth = 0.8;
    g.strokeStyle = '#f0e9da';
    g.stroke();
  }

  eye(g, f, spot) {
    const { position } = this.stage.camera;
    this.stage.camera.getWorldDirection(spot);
    const length = Math.hypot(spot.x, spot.z) || 1;
    const x = Math.min(Math.max(f.x + position.x * f.scale, 6), f.width - 6);
    const y = Math.min(Math.max(f.y + position.z * f.scale, 6), f.height - 6);
    const turn = Math.atan2(spot.z / length, spot.x / length);
    g.fillStyle = 'rgba(43, 76, 115, .22)';
    g.beginPath();
    g.moveTo(x, y);
    g.arc(x, y, 26, turn - 0.5, turn + 0.5);
    g.fill();
    g.beginPath();
    g.arc(x, y, 3.5, 0, 7);
    g.fillStyle = '#2b4c73';
    g.fill();
  }

  click(event) {
    const f = this.shown;
    if (!f) return;
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - f.x) / f.scale;
    const z = (event.clientY - box.top - f.y) / f.scale;
    const spot = new THREE.Vector3();
    let best = null;
    let near = 9 / f.scale;
    for (const node of this.people) {
      if (!visible(node)) continue;
      spot.setFromMatrixPosition(node.matrixWorld);
      const far = Math.hypot(spot.x - x, spot.z - z);
      if (far < near) { near = far; best = node; }
    }
    if (best) { this.choose(best); return; }
    const { camera, controls } = this.stage;
    const away = camera.position.clone().sub(controls.target);
    away.setLength(Math.min(away.length(), 16));
    this.stage.go({ eye: [x + away.x, Math.max(away.y, 3) + 1, z + away.z], target: [x, 1, z], fov: 34 });
  }
}
