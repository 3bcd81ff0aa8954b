// The standing model, and what its nodes say of themselves.
import * as THREE from 'three';

export async function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

const ARRAYS = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const MOST = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };
const PARTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const SHINES = 64;
const CORNER = new THREE.Vector3();

// The scene with its nodes in the order of the file. The file is ours (viewer/page/model.py), so that what it may hold is known:
// `rules` tells which materials are cloth, through which the sun shines, as the window has it.
export function load(buffer, rules) {
  const head = new DataView(buffer);
  const size = head.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, size)));
  const binary = 28 + size;
  const read = (number) => {
    const { bufferView, byteOffset = 0, componentType, count, type } = json.accessors[number];
    const view = json.bufferViews[bufferView];
    const Kind = ARRAYS[componentType];
    const step = (view.byteStride || PARTS[type] * Kind.BYTES_PER_ELEMENT) / Kind.BYTES_PER_ELEMENT;
    const start = binary + (view.byteOffset || 0) + byteOffset;
    return { array: new Kind(buffer, start, (count - 1) * step + PARTS[type]), step, count, most: MOST[componentType] || 1, low: json.accessors[number].min, high: json.accessors[number].max };
  };
  const picked = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
  const materials = (json.materials || []).map((m) => material(m, rules));
  const shapes = (json.meshes || []).map((mesh) => shape(mesh, read, materials, rules));
  const nodes = (json.nodes || []).map((row) => {
    const node = row.mesh === undefined ? new THREE.Object3D() : new THREE.Mesh(shapes[row.mesh], picked);
    node.name = row.name;
    node.userData = row.extras || {};
    if (row.translation) node.position.fromArray(row.translation);
    if (row.rotation) node.quaternion.fromArray(row.rotation);
    if (row.scale) node.scale.fromArray(row.scale);
    // What stands still is not composed again at every moment.
    node.matrixAutoUpdate = false;
    node.updateMatrix();
    return node;
  });
  json.nodes.forEach((row, i) => { for (const child of row.children || []) nodes[i].add(nodes[child]); });
  const scene = new THREE.Group();
  for (const root of json.scenes[json.scene || 0].nodes) scene.add(nodes[root]);
  return { scene, nodes };
}

function material(m, rules) {
  const { baseColorFactor: colour = [1, 1, 1], metallicFactor: metal = 1, roughnessFactor: rough = 1 } = m.pbrMetallicRoughness;
  const double = Boolean(m.doubleSided);
  return { name: m.name, colour, metal: Math.round(255 * metal), gloss: Math.round(255 * (1 - rough)), double, cloth: double && rules.cloth.some((word) => m.name.includes(word)) };
}

const shown = (linear) => Math.round(255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055));

// All parts of a mesh in one, what is seen from one side first: each is drawn in one call or two, however often it stands there.
function shape(mesh, read, materials, rules) {
  const parts = mesh.primitives.map(({ attributes: a, indices, material: number }) => ({
    position: read(a.POSITION), normal: read(a.NORMAL), colour: a.COLOR_0 === undefined ? null : read(a.COLOR_0), index: read(indices), of: materials[number],
  }));
  const vertices = parts.reduce((sum, part) => sum + part.position.count, 0);
  const corners = parts.reduce((sum, part) => sum + part.index.count, 0);
  const position = new Float32Array(vertices * 3);
  const normal = new Int8Array(vertices * 4);
  const colour = new Uint8Array(vertices * 4);
  const surface = new Uint8Array(vertices * 4);
  const index = vertices > 65535 ? new Uint32Array(corners) : new Uint16Array(corners);
  let at = 0;
  let end = 0;
  let glossy = false;
  let cloth = false;
  const sides = [0, 0];
  for (const double of [false, true]) {
    const first = end;
    for (const part of parts.filter(({ of }) => of.double === double)) {
      const { of } = part;
      const light = of.cloth || (mesh.name.startsWith('target') && rules.painted.includes(of.name)) ? 255 : 0;
      const flat = of.colour.slice(0, 3).map(shown);
      position.set(part.position.array, at * 3);
      for (let i = 0; i < part.position.count; i += 1) {
        const to = (at + i) * 4;
        for (let k = 0; k < 3; k += 1) {
          normal[to + k] = part.normal.array[i * part.normal.step + k];
          colour[to + k] = part.colour ? shown(of.colour[k] * part.colour.array[i * part.colour.step + k] / part.colour.most) : flat[k];
        }
        colour[to + 3] = of.gloss;
        surface[to] = of.metal;
        surface[to + 1] = light;
      }
      for (let i = 0; i < part.index.count; i += 1) index[end + i] = part.index.array[i] + at;
      at += part.position.count;
      end += part.index.count;
      cloth ||= light > 0;
      glossy ||= of.gloss > SHINES || of.metal > 0;
    }
    sides[Number(double)] = end - first;
  }
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(normal, 4, true));
  geometry.setAttribute('colour', new THREE.BufferAttribute(colour, 4, true));
  geometry.setAttribute('surface', new THREE.BufferAttribute(surface, 4, true));
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
  if (sides[0]) geometry.addGroup(0, sides[0], 0);
  if (sides[1]) geometry.addGroup(sides[0], sides[1], 1);
  geometry.userData = { glossy, cloth };
  // Bounds stand in the file: no need to go through all corners.
  geometry.boundingBox = new THREE.Box3();
  for (const { position: { low, high } } of parts) geometry.boundingBox.expandByPoint(CORNER.fromArray(low)).expandByPoint(CORNER.fromArray(high));
  geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new THREE.Sphere());
  return geometry;
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

export const RANK = ['stated', 'glossed', 'inferred', 'conjectured'];

// A thing is as sure as its own measures are; what has none is as sure as what it belongs to. The grades come with the page.
export function certainty(node) {
  return RANK[node && node.userData.sure] || 'neutral';
}

// Compass bearing in degrees of what a node looks at: its +Z.
export function facing(node) {
  const m = node.matrixWorld.elements;
  return (Math.atan2(m[8], -m[10]) * 180 / Math.PI + 360) % 360;
}
