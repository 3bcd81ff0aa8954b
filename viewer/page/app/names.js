// Names over the picture, switched on and off: over heads, not over faces, targets or one another; none of what is hidden or too small.
import * as THREE from 'three';
import { visible } from './model.js';

// What keeps a name from being seen, by layer.
const WALLS = ['walls', 'roof', 'hall', 'platform', 'court'];
const LAND = ['ground', 'landscape', 'backdrop'];
const QUIET = ['arrow', 'tally', 'ornament', 'surroundings', 'landscape'];
const FIRST = ['hall', 'target', 'screen', 'platform', 'stairs-east', 'stairs-west', 'arrow-rack', 'basin', 'tally-holder'];
const TARGETS = ['target', 'target-great', 'target-mixed', 'target-near'];
const PANELS = ['info', 'inset', 'legend', 'help-panel', 'cover', 'said'];
// Size over distance below which a thing is not named: people, things, parts of things, parts of a target.
const LEAST = { person: 0.012, thing: 0.02, part: 0.12, beside: 0.02 };
const MOST = 60;
const ROOM = 14000;
const CLOTH = /-(center|body|tongue)/;
// Parts of a target that are named beside it, with a line to each, the first first.
const BESIDE = [/bullseye/, /-center/, /-tongue-upper/, /-body-upper/, /-tongue-lower/, /-body-lower/];
const OFF = 18;
const STANDING = ['walls', 'roof', 'hall', 'platform', 'court', 'range'];
// Places of a plate: share of its width to the side, pixels above the point.
const PLACES = [[0, 7], [0.32, 10], [-0.32, 10], [0, 32], [0.45, 44], [-0.45, 44], [0, 66]];
const HEAD = 0.3;
const RAYS = 10;

export class Names {
  // `acting()`: ids of those of whom the clause speaks, and of what was chosen: they are named first.
  constructor(stage, box, lang, acting) {
    this.stage = stage;
    this.box = box;
    this.lang = lang;
    this.acting = acting;
    this.items = null;
    this.on = false;
    this.round = 0;
    this.ray = new THREE.Raycaster();
  }

  // Made when names are first asked for.
  gather() {
    const { stage } = this;
    stage.model.updateMatrixWorld(true);
    this.lines = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.lines.append(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
    this.box.prepend(this.lines);
    this.walls = [];
    this.items = [];
    const walk = (node, whole, layer) => {
      const own = node.userData.layer || layer;
      if (node.isMesh && WALLS.includes(own)) this.walls.push(node);
      let above = whole;
      if (node.userData.label) {
        const item = this.item(node, whole, own);
        if (item) this.items.push(item);
        above = item || whole || { size: 0 };
      }
      for (const child of node.children) walk(child, above, own);
    };
    for (const child of stage.model.children) walk(child, null, '');
    // The cloth of the targets, without their ropes.
    this.targets = TARGETS.map((name) => stage.model.getObjectByName(name)).filter(Boolean).map((target) => {
      const cloth = [];
      target.traverse((child) => { if (child.userData.label && CLOTH.test(child.name)) cloth.push(child); });
      return cloth.length ? cloth : [target];
    });
    this.measure();
  }

  item(node, whole, layer) {
    const { label, label_en: english, kind } = node.userData;
    const person = kind === 'person';
    const head = person ? node.getObjectByName(`${node.name}-head`) : null;
    const { above, size, high } = person ? { above: new THREE.Vector3(0, head ? 0.28 : 1.72, 0), size: 1.7, high: 0 } : extent(node);
    // What is carried turns; only of what stands is the middle where it was.
    if (!STANDING.includes(layer)) above.setX(0).setZ(0);
    const beside = layer === 'range' && /^target/.test(node.name) ? BESIDE.findIndex((like) => like.test(node.name)) : -1;
    if (beside >= 0) above.y -= high / 2;
    const part = Boolean(whole) && !person && beside < 0 && !FIRST.includes(node.name);
    if (LAND.includes(layer) || QUIET.includes(kind) || !size || (part && size > 0.6 * whole.size && whole.size)) return null;
    const element = document.createElement('div');
    element.className = person ? 'name person' : 'name';
    element.innerHTML = '<b lang="zh-Hant"></b><i lang="en"></i>';
    element.firstChild.textContent = label;
    element.lastChild.textContent = english || '';
    this.box.append(element);
    const first = FIRST.indexOf(node.name);
    return { node, at: head || node, above, size: beside >= 0 ? high : size, person, part, beside, element, bonus: beside >= 0 ? 0.64 - 0.05 * beside : first < 0 ? 0.7 * person : 0.65 - 0.03 * first, place: 0, shown: true };
  }

  // Sizes of the plates, anew when the language changes.
  measure() {
    for (const { element } of this.items) element.style.display = '';
    for (const item of this.items) { item.wide = item.element.offsetWidth; item.high = item.element.offsetHeight; item.shown = true; }
    this.measured = this.lang();
  }

  toggle() {
    this.on = !this.on;
    // Plates that are not shown have no size.
    this.box.hidden = !this.on;
    if (!this.items) this.gather();
    this.round += 1;
    this.stage.touch();
    return this.on;
  }

  // Called with every picture, and between pictures (`changed` false) while it is still looked what is hidden.
  update(changed) {
    if (!this.on) return;
    if (this.measured !== this.lang()) { this.measure(); this.round += 1; }
    if (changed) this.round += 1;
    const order = changed || !this.order ? this.find() : this.order;
    this.order = order;
    const open = this.look(order);
    if (changed || open) this.place(order.filter((item) => item.open));
  }

  // What is worth a name from here, most important first.
  find() {
    const { camera, eyes, follow } = this.stage;
    const zoom = 34 / camera.fov;
    const { width, height } = this.stage.extent;
    const acting = this.acting();
    const order = [];
    for (const item of this.items) {
      if (!visible(item.node) || item.node === (eyes && follow)) continue;
      item.point = new THREE.Vector3().setFromMatrixPosition(item.at.matrixWorld);
      item.point.add(item.above);
      const far = item.point.distanceTo(camera.position);
      const seen = item.size / Math.max(far, 0.1) * zoom;
      if (far < 0.8 || seen < LEAST[item.person ? 'person' : item.part ? 'part' : item.beside >= 0 ? 'beside' : 'thing']) continue;
      const flat = item.point.clone().project(camera);
      if (flat.z >= 1 || Math.abs(flat.x) > 1 || Math.abs(flat.y) > 1) continue;
      Object.assign(item, { flat, far, weight: Math.min(seen, 1) + item.bonus + 3 * acting.includes(item.node.name) });
      order.push(item);
    }
    return order.sort((a, b) => b.weight - a.weight).slice(0, Math.min(MOST, Math.round(width * height / ROOM)));
  }

  // Whether walls and roof stand before what is to be named: a few at a time. Whether that has changed for any.
  look(order) {
    let left = RAYS;
    let changed = false;
    for (const item of order) {
      if (item.round === this.round) continue;
      if (left === 0) break;
      left -= 1;
      item.round = this.round;
      const open = !this.hidden(item);
      if (open !== item.open) { item.open = open; changed = true; }
    }
    return changed;
  }

  hidden({ point, far, node }) {
    const { ray } = this;
    const from = this.stage.camera.position;
    ray.set(from, point.clone().sub(from).normalize());
    ray.near = 0.25;
    ray.far = far - 0.25;
    return ray.intersectObjects(this.walls.filter(visible), false).some(({ object }) => {
      for (let n = object; n; n = n.parent) if (n === node) return false;
      return true;
    });
  }

  place(order) {
    const box = this.box.getBoundingClientRect();
    const taken = this.kept(box);
    const heads = this.heads(box);
    const lines = [];
    const shown = new Set();
    for (const item of order) {
      const x = (item.flat.x + 1) / 2 * box.width;
      const y = (1 - item.flat.y) / 2 * box.height;
      if (item.beside >= 0) {
        const found = this.beside(item, y, box, taken, heads);
        if (!found) continue;
        taken.push([...found, item.wide, item.high]);
        item.element.style.transform = `translate(${found[0].toFixed(1)}px, ${found[1].toFixed(1)}px)`;
        const right = found[0] > x;
        const end = this.end(item.node, right, box);
        lines.push(`M${(right ? found[0] : found[0] + item.wide).toFixed(1)} ${(found[1] + item.high / 2).toFixed(1)}L${end.map((v) => v.toFixed(1)).join(' ')}`);
        shown.add(item);
        continue;
      }
      // Where it was before comes first: names do not dance.
      const spot = [item.place, ...PLACES.keys()].find((n, i) => (i === 0 || n !== item.place) && this.free(item, n, x, y, box, taken, heads));
      if (spot === undefined) continue;
      item.place = spot;
      const [aside, up] = PLACES[spot];
      const left = x + aside * item.wide - item.wide / 2;
      const top = y - up - item.high;
      taken.push([left, top, item.wide, item.high]);
      item.element.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
      if (up > 8) lines.push(`M${Math.min(Math.max(x, left), left + item.wide).toFixed(1)} ${(top + item.high).toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`);
      shown.add(item);
    }
    for (const item of this.items) {
      if (item.shown === shown.has(item)) continue;
      item.shown = shown.has(item);
      item.element.style.display = item.shown ? '' : 'none';
    }
    this.lines.firstChild.setAttribute('d', lines.join(''));
  }

  // Where the plate of a part of a target stands, left and top: at its side, as near to its height as there is room.
  beside(item, y, box, taken, heads) {
    const { node, wide, high } = item;
    const bullseye = item.beside === 0;
    const edge = (bullseye && node.parent.children.find((child) => BESIDE[1].test(child.name))) || node;
    const frame = flattened(new THREE.Box3().setFromObject(edge), this.stage.camera, box);
    if (!frame) return null;
    const [right, left] = [frame[0] + frame[2] + OFF, frame[0] - OFF - wide];
    for (const off of [0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.5, -2.5]) {
      // 正 stands to the right of 中, 中 to its left.
      for (const at of item.beside === 1 ? [left, right] : [right, left]) {
        const rect = [at, y - high / 2 + off * high, wide, high];
        if (roomy(rect, box, taken, heads)) return rect.slice(0, 2);
      }
    }
    return null;
  }

  // Where the line to a part of a target ends: in the part, not far from its right or left edge.
  end(node, right, box) {
    const hull = new THREE.Box3().setFromObject(node);
    const at = hull.getCenter(new THREE.Vector3());
    const half = hull.getSize(SPOT).x * 0.42;
    const ends = [at.clone().setX(at.x + half), at.setX(at.x - half)].map((v) => v.project(this.stage.camera));
    const { x, y } = ends.sort((a, b) => (right ? b.x - a.x : a.x - b.x))[0];
    return [(x + 1) / 2 * box.width, (1 - y) / 2 * box.height];
  }

  free({ wide, high }, spot, x, y, box, taken, heads) {
    const [aside, up] = PLACES[spot];
    return roomy([x + aside * wide - wide / 2, y - up - high, wide, high], box, taken, heads);
  }

  // What lies over the picture, and the targets.
  kept(box) {
    const out = PANELS.map((id) => document.getElementById(id)).filter((e) => e && !e.hidden).map((e) => {
      const r = e.getBoundingClientRect();
      return [r.left - box.left, r.top - box.top, r.width, r.height];
    });
    for (const target of this.targets) {
      const cloth = target.filter(visible);
      if (!cloth.length) continue;
      const hull = new THREE.Box3();
      for (const part of cloth) hull.expandByObject(part);
      const frame = flattened(hull, this.stage.camera, box);
      // Round one that fills the picture there is no other room than between its arms.
      if (frame && frame[2] * frame[3] < box.width * box.height / 16) out.push(frame);
      else if (frame) out.push(...cloth.map((part) => flattened(new THREE.Box3().setFromObject(part), this.stage.camera, box)).filter(Boolean));
    }
    return out;
  }

  // Rectangles round all heads in sight.
  heads(box) {
    const { camera } = this.stage;
    const scale = box.height / 2 / Math.tan(camera.fov * Math.PI / 360);
    const out = [];
    for (const { node, at, person } of this.items) {
      if (!person || !visible(node)) continue;
      SPOT.setFromMatrixPosition(at.matrixWorld);
      if (at === node) SPOT.y += 1.5;
      SPOT.y += 0.08;
      const far = SPOT.distanceTo(camera.position);
      SPOT.project(camera);
      if (SPOT.z >= 1 || Math.abs(SPOT.x) > 1.1 || Math.abs(SPOT.y) > 1.1) continue;
      const size = HEAD * scale / far;
      if (size < 5) continue;
      out.push([(SPOT.x + 1) / 2 * box.width - size / 2, (1 - SPOT.y) / 2 * box.height - size / 2, size, size]);
    }
    return out;
  }
}

const SPOT = new THREE.Vector3();

function roomy(rect, box, taken, heads) {
  if (rect[0] < 2 || rect[1] < 2 || rect[0] + rect[2] > box.width - 2 || rect[1] + rect[3] > box.height - 2) return false;
  return !taken.some((other) => meet(rect, other, 2)) && !heads.some((other) => meet(rect, other, 0));
}

function meet([a, b, w, h], [c, d, v, g], gap) {
  return a < c + v + gap && c < a + w + gap && b < d + g + gap && d < b + h + gap;
}

// The middle of a thing's top, seen from its own place, and how large it is; of what is not there at the moment by its shape.
function extent(node) {
  const box = new THREE.Box3();
  if (visible(node)) {
    box.setFromObject(node);
    const own = SPOT.setFromMatrixPosition(node.matrixWorld).clone();
    return told(box, own);
  }
  node.traverse((child) => { if (child.isMesh) { child.geometry.computeBoundingBox(); box.union(child.geometry.boundingBox); } });
  return told(box, new THREE.Vector3());
}

function told(box, own) {
  if (box.isEmpty()) return { above: new THREE.Vector3(), size: 0, high: 0 };
  return { above: box.getCenter(new THREE.Vector3()).setY(box.max.y).sub(own), size: Math.max(...box.getSize(SPOT).toArray()), high: box.max.y - box.min.y };
}

// The rectangle that a box fills in the picture; null when some of it lies behind the eye.
function flattened({ min, max }, camera, box) {
  const xs = [];
  const ys = [];
  for (const x of [min.x, max.x]) {
    for (const y of [min.y, max.y]) {
      for (const z of [min.z, max.z]) {
        SPOT.set(x, y, z).applyMatrix4(camera.matrixWorldInverse);
        if (SPOT.z > -0.2) return null;
        SPOT.applyMatrix4(camera.projectionMatrix);
        xs.push((SPOT.x + 1) / 2 * box.width);
        ys.push((1 - SPOT.y) / 2 * box.height);
      }
    }
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}
