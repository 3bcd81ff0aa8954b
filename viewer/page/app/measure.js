// Measuring between two points, in 尺·步 and metres.
import * as THREE from 'three';
import { CSS2DObject } from 'three/examples/jsm/renderers/CSS2DRenderer.js';

export class Tape {
  constructor(stage, metresPerChi) {
    this.stage = stage;
    this.factor = metresPerChi;
    this.on = false;
    this.points = [];
    this.line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: '#A83C28', depthTest: false }));
    this.line.renderOrder = 9;
    this.element = document.createElement('div');
    this.element.className = 'name tape';
    this.tag = new CSS2DObject(this.element);
    this.line.visible = this.tag.visible = false;
    stage.scene.add(this.line, this.tag);
  }

  toggle() { this.on = !this.on; if (!this.on) this.clear(); return this.on; }

  clear() { this.points = []; this.line.visible = this.tag.visible = false; }

  add(hit) {
    if (this.points.length === 2) this.clear();
    this.points.push(this.snap(hit));
    if (this.points.length < 2) return;
    const [a, b] = this.points;
    this.line.geometry.setFromPoints([a, b]);
    this.line.visible = this.tag.visible = true;
    this.tag.position.copy(a).lerp(b, 0.5);
    this.element.textContent = this.words(a.distanceTo(b));
  }

  // The nearest corner of the face that was hit, when it is nearer than 15 cm.
  snap(hit) {
    const { face, object, point } = hit;
    let best = point.clone();
    let near = 0.15;
    const positions = object.geometry.getAttribute('position');
    for (const i of face ? [face.a, face.b, face.c] : []) {
      const corner = new THREE.Vector3().fromBufferAttribute(positions, i).applyMatrix4(object.matrixWorld);
      if (corner.distanceTo(point) < near) { near = corner.distanceTo(point); best = corner; }
    }
    return best;
  }

  words(metres) {
    const chi = metres / this.factor;
    const bu = chi / 6;
    return `${chi.toFixed(2)} 尺 · ${bu.toFixed(2)} 步 · ${metres.toFixed(2)} m`;
  }
}
