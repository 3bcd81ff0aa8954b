// The plan inset: the drawn plan with the people moving on it.
import * as THREE from 'three';
import { visible } from './model.js';

export class Inset {
  constructor(element, stage, people, bounds) {
    this.canvas = element;
    this.stage = stage;
    this.people = people;
    // [west, south, east, north] in metres, x east, z south of the model.
    this.bounds = bounds;
    this.on = false;
  }

  toggle() { this.on = !this.on; this.canvas.hidden = !this.on; return this.on; }

  update(selected) {
    if (!this.on) return;
    const { canvas } = this;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = canvas.clientWidth * ratio;
    const height = canvas.clientHeight * ratio;
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    const g = canvas.getContext('2d');
    g.clearRect(0, 0, width, height);
    const [west, north, east, south] = this.bounds.box;
    const scale = Math.min(width / (east - west), height / (south - north)) * 0.94;
    const ox = width / 2 - (west + east) / 2 * scale;
    const oy = height / 2 - (north + south) / 2 * scale;
    g.lineWidth = ratio;
    g.strokeStyle = '#2A211C';
    g.fillStyle = 'rgba(165,149,111,.35)';
    for (const ring of this.bounds.rings) {
      g.beginPath();
      ring.forEach(([x, z], i) => (i ? g.lineTo(ox + x * scale, oy + z * scale) : g.moveTo(ox + x * scale, oy + z * scale)));
      g.closePath();
      g.fill();
      g.stroke();
    }
    const place = new THREE.Vector3();
    for (const node of this.people) {
      if (!visible(node)) continue;
      place.setFromMatrixPosition(node.matrixWorld);
      g.beginPath();
      g.arc(ox + place.x * scale, oy + place.z * scale, 2.6 * ratio, 0, 7);
      g.fillStyle = node === selected ? '#A83C28' : '#343136';
      g.fill();
    }
    const eye = this.stage.camera.position;
    g.beginPath();
    g.arc(ox + eye.x * scale, oy + eye.z * scale, 3.5 * ratio, 0, 7);
    g.strokeStyle = '#2B4C73';
    g.lineWidth = 1.5 * ratio;
    g.stroke();
  }
}
