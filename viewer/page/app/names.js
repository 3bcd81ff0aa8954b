// Names floating over people and things, switched on and off; only what is near enough to read, people first.
import * as THREE from 'three';
import { CSS2DObject } from 'three/examples/jsm/renderers/CSS2DRenderer.js';
import { visible } from './model.js';

const PEOPLE_REACH = 70;
const THINGS_REACH = 26;
const PANELS = ['info', 'inset', 'legend', 'help-panel', 'cover'];

export class Names {
  constructor(stage) {
    this.stage = stage;
    this.items = null;
    this.on = false;
  }

  // Made when names are first asked for.
  gather() {
    const { stage } = this;
    this.items = [];
    stage.model.updateMatrixWorld(true);
    stage.model.traverse((node) => {
      const { label, kind } = node.userData;
      if (!label || (node.parent && node.parent.userData.label)) return;
      if (['ground', 'landscape'].includes(node.userData.layer) || node.name.startsWith('path-') || node.userData.kind === 'arrow') return;
      const person = kind === 'person';
      const element = document.createElement('div');
      element.className = person ? 'name person' : 'name';
      element.innerHTML = '<b></b><i></i>';
      element.firstChild.textContent = label;
      element.lastChild.textContent = node.userData.label_en || '';
      const tag = new CSS2DObject(element);
      tag.center.set(0.5, 1);
      tag.visible = false;
      stage.scene.add(tag);
      // What is large is named from afar: the target, the screen.
      const size = person ? 0 : new THREE.Box3().setFromObject(node).getSize(new THREE.Vector3()).length();
      this.items.push({ node, tag, person, reach: person ? PEOPLE_REACH : Math.max(THINGS_REACH, size * 14), width: 8 + 8 * Math.max(label.length * 2, (node.userData.label_en || '').length * 0.8) });
    });
  }

  toggle() {
    this.on = !this.on;
    if (!this.items) this.gather();
    if (!this.on) for (const { tag } of this.items) tag.visible = false;
    this.stage.touch();
    return this.on;
  }

  // Places the names; nearer ones first, and none over another.
  update() {
    if (!this.on) return;
    const { camera } = this.stage;
    const eye = camera.position;
    const taken = [];
    const box = this.stage.renderer.domElement.getBoundingClientRect();
    const panels = PANELS.map((id) => document.getElementById(id)).filter((e) => e && !e.hidden).map((e) => e.getBoundingClientRect());
    const zoom = 34 / this.stage.lens;
    const order = [];
    for (const item of this.items) {
      item.tag.visible = false;
      if (!visible(item.node) || item.node === (this.stage.eyes && this.stage.follow)) continue;
      const place = new THREE.Vector3().setFromMatrixPosition(item.node.matrixWorld);
      const far = place.distanceTo(eye);
      if (far < item.reach * zoom && far > 1) order.push({ item, place, far });
    }
    order.sort((a, b) => (b.item.person - a.item.person) || (a.far - b.far));
    for (const { item, place } of order) {
      place.y += item.person ? (item.node.children.some((c) => c.name.endsWith('-hips') && c.position.y < 0.6) ? 1.45 : 1.95) : 0.5;
      const flat = place.clone().project(camera);
      const x = (flat.x + 1) / 2 * box.width;
      const y = (1 - flat.y) / 2 * box.height;
      if (flat.z >= 1 || x < 0 || x > box.width || y < 0 || y > box.height) continue;
      const half = item.width / 2;
      // None is cut by the edge of the picture, nor by what lies over it.
      if (x - half < 2 || x + half > box.width - 2 || y < 36) continue;
      const [left, low] = [box.left + x, box.top + y];
      if (panels.some((p) => left + half > p.left && left - half < p.right && low > p.top && low - 36 < p.bottom)) continue;
      if (taken.some(([a, b, w]) => Math.abs(a - x) < w + half && Math.abs(b - y) < 36)) continue;
      taken.push([x, y, half]);
      item.tag.position.copy(place);
      item.tag.visible = true;
    }
  }
}
