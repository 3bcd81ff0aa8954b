// Measuring between two points, in 尺·步 and metres.
import * as THREE from 'three';

export class Tape {
  // `box`: where the number is written.
  constructor(stage, box, metresPerChi) {
    this.stage = stage;
    this.factor = metresPerChi;
    this.on = false;
    this.points = [];
    this.line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: new THREE.Color().setHex(0xA83C28, THREE.LinearSRGBColorSpace), depthTest: false }));
    this.line.frustumCulled = false;
    this.element = document.createElement('div');
    this.element.className = 'name tape';
    this.element.setAttribute('role', 'status');
    this.element.hidden = true;
    box.append(this.element);
  }

  toggle() { this.on = !this.on; if (!this.on) this.clear(); return this.on; }

  clear() { this.points = []; this.stage.painter.overlay.remove(this.line); this.element.hidden = true; }

  add(hit) {
    if (this.points.length === 2) this.clear();
    this.points.push(this.snap(hit));
    if (this.points.length < 2) return;
    const [a, b] = this.points;
    this.line.geometry.setFromPoints([a, b]);
    this.stage.painter.overlay.add(this.line);
    this.element.hidden = false;
    this.element.textContent = this.words(a.distanceTo(b));
    this.update();
  }

  // The number stands at the middle of the line.
  update() {
    if (this.element.hidden) return;
    const [a, b] = this.points;
    const at = a.clone().lerp(b, 0.5).project(this.stage.camera);
    const { width, height } = this.stage.extent;
    this.element.style.display = at.z < 1 ? '' : 'none';
    this.element.style.transform = `translate(${((at.x + 1) / 2 * width).toFixed(1)}px, ${((1 - at.y) / 2 * height).toFixed(1)}px) translate(-50%, -100%)`;
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
