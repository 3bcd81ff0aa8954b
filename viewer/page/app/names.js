// Names floating over people and things, switched on and off; only what is near enough to read.
import * as THREE from 'three';
import { CSS2DObject } from 'three/examples/jsm/renderers/CSS2DRenderer.js';
import { visible } from './model.js';

export class Names {
  constructor(stage) {
    this.stage = stage;
    this.items = [];
    this.on = false;
    stage.model.updateMatrixWorld(true);
    stage.model.traverse((node) => {
      const { label, kind } = node.userData;
      if (!label || (node.parent && node.parent.userData.label)) return;
      const element = document.createElement('div');
      element.className = kind === 'person' ? 'name person' : 'name';
      element.innerHTML = '<b></b><i></i>';
      element.firstChild.textContent = label;
      element.lastChild.textContent = node.userData.label_en || '';
      const tag = new CSS2DObject(element);
      tag.center.set(0.5, 1);
      tag.visible = false;
      stage.scene.add(tag);
      this.items.push({ node, tag, person: kind === 'person' });
    });
  }

  toggle() { this.on = !this.on; if (!this.on) for (const { tag } of this.items) tag.visible = false; return this.on; }

  update() {
    if (!this.on) return;
    const eye = this.stage.camera.position;
    const taken = [];
    const box = this.stage.renderer.domElement.getBoundingClientRect();
    const order = this.items.map((item) => {
      const place = new THREE.Vector3().setFromMatrixPosition(item.node.matrixWorld);
      return { item, place, far: place.distanceTo(eye) };
    }).sort((a, b) => (b.item.person - a.item.person) || (a.far - b.far));
    for (const { item, place, far } of order) {
      const reach = item.person ? 60 : 14;
      let on = far < reach && visible(item.node);
      if (on) {
        place.y += item.person ? 1.95 : 0.6;
        const flat = place.clone().project(this.stage.camera);
        const x = (flat.x + 1) / 2 * box.width;
        const y = (1 - flat.y) / 2 * box.height;
        on = flat.z < 1 && x > 0 && x < box.width && y > 0 && y < box.height
          && !taken.some(([a, b]) => Math.abs(a - x) < 64 && Math.abs(b - y) < 34);
        if (on) { taken.push([x, y]); item.tag.position.copy(place); }
      }
      item.tag.visible = on;
    }
  }
}
