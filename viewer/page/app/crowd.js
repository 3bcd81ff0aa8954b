// Each shape is drawn in one call, however often it is shown: a hundred people share a few hundred shapes.
import * as THREE from 'three';

const FLOATS = 16;
// Layers of nodes that lie so far off that they cast no shadow here.
const AWAY = ['landscape', 'backdrop'];
const UNGRADED = 4;
// How much of what was chosen shines: it keeps its own colour.
const GLOW = 0.45;

export class Crowd {
  // `materials(userData)`: what one-sided and two-sided parts of a shape are drawn with.
  constructor(root, materials) {
    this.root = root;
    this.materials = materials;
    this.group = new THREE.Group();
    this.group.matrixAutoUpdate = false;
    this.groups = [];
    this.glowing = null;
    const found = new Map();
    const walk = (node, away, grade) => {
      const far = away || AWAY.includes(node.userData.layer);
      const sure = node.userData.sure === undefined ? grade : node.userData.sure;
      if (node.isMesh) {
        if (!found.has(node.geometry)) found.set(node.geometry, []);
        found.get(node.geometry).push(node);
        Object.assign(node.userData, { far, grade: sure });
      }
      for (const child of node.children) walk(child, far, sure);
    };
    walk(root, false, UNGRADED);
    for (const [geometry, nodes] of found) this.groups.push(this.assembled(geometry, nodes));
  }

  assembled(geometry, nodes) {
    const array = new Float32Array(nodes.length * FLOATS);
    const buffer = new THREE.InstancedInterleavedBuffer(array, FLOATS, 1);
    buffer.setUsage(THREE.DynamicDrawUsage);
    ['row0', 'row1', 'row2', 'looks'].forEach((name, i) => geometry.setAttribute(name, new THREE.InterleavedBufferAttribute(buffer, 4, i * 4)));
    const many = new THREE.Mesh(geometry, this.materials(geometry.userData));
    many.frustumCulled = false;
    many.matrixAutoUpdate = false;
    many.visible = false;
    const group = { many, buffer, array, nodes, far: nodes.every((node) => node.userData.far), seen: 0, all: 0, ball: geometry.boundingSphere };
    for (const node of nodes) node.userData.group = group;
    this.group.add(many);
    return group;
  }

  // Drawn with other materials from now on.
  dress(materials) {
    this.materials = materials;
    for (const { many } of this.groups) many.material = materials(many.geometry.userData);
  }

  // Take over places and what is shown from the tree: what is seen first, then what only casts shadows. `sight`: frustum, eye,
  // pixels of a metre at the distance of one, and the radius in pixels and in metres below which a thing is not drawn and casts
  // no shadow; null: everything. `balls`: centre and radius of all that casts shadows.
  update(sight) {
    for (const group of this.groups) group.seen = group.all = 0;
    this.later = [];
    this.balls = [];
    this.walk(this.root, sight, 0);
    for (const [node, glow] of this.later) this.put(node, glow);
    for (const group of this.groups) {
      if (!group.dirty) continue;
      group.dirty = false;
      group.buffer.needsUpdate = true;
    }
  }

  walk(node, sight, above) {
    if (!node.visible || Math.abs(node.scale.x) < 1e-6) return;
    const glow = node === this.glowing ? GLOW : above;
    if (node.isMesh) {
      const { group } = node.userData;
      const m = node.matrixWorld.elements;
      const { center: { x, y, z }, radius } = group.ball;
      BALL.center.set(m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13], m[2] * x + m[6] * y + m[10] * z + m[14]);
      BALL.radius = radius * Math.sqrt(Math.max(m[0] * m[0] + m[1] * m[1] + m[2] * m[2], m[4] * m[4] + m[5] * m[5] + m[6] * m[6]));
      if (!group.far) this.balls.push(BALL.center.x, BALL.center.y, BALL.center.z, BALL.radius);
      if (!sight || (sight.frustum.intersectsSphere(BALL) && BALL.radius * sight.scale > sight.least * BALL.center.distanceTo(sight.eye))) {
        this.put(node, glow);
        group.seen = group.all;
      } else if (!group.far && BALL.radius > sight.grain) this.later.push([node, glow]);
    }
    for (const child of node.children) this.walk(child, sight, glow);
  }

  // A row of the instances of a shape; it is sent to the card only when it differs from what is there.
  put(node, glow) {
    const { group, grade } = node.userData;
    const m = node.matrixWorld.elements;
    const { array } = group;
    let at = group.all * FLOATS;
    let { dirty } = group;
    for (let row = 0; row < 3; row += 1) {
      for (let k = row; k < 16; k += 4) {
        const v = Math.fround(m[k]);
        if (array[at] !== v) { array[at] = v; dirty = true; }
        at += 1;
      }
    }
    if (array[at] !== grade || array[at + 1] !== Math.fround(glow) || array[at + 2] !== 1) { array.set([grade, glow, 1, 1], at); dirty = true; }
    group.dirty = dirty;
    group.all += 1;
  }

  // Show what the camera sees, or all that casts a shadow.
  show(casting) {
    for (const { many, seen, all, far } of this.groups) {
      const count = casting ? (far ? 0 : all) : seen;
      many.visible = count > 0;
      many.geometry.instanceCount = count;
    }
  }
}

const BALL = new THREE.Sphere();
