// The standing model, and what its nodes say of themselves.
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

export async function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

// The scene with its nodes in the order of the file: names alone are not enough, since shapes share them.
export function load(buffer) {
  return new Promise((done, fail) => {
    new GLTFLoader().parse(buffer, '', (gltf) => {
      const { json, associations } = gltf.parser;
      const nodes = new Array((json.nodes || []).length).fill(null);
      gltf.scene.traverse((object) => {
        const found = associations.get(object);
        if (!found || found.nodes === undefined) return;
        nodes[found.nodes] = object;
        object.name = json.nodes[found.nodes].name;
      });
      done({ scene: gltf.scene, nodes });
    }, fail);
  });
}

// The thing that a mesh belongs to: the nearest node upward that carries a label of its own.
export function owner(object) {
  let node = object;
  while (node && !(node.userData && node.userData.label)) node = node.parent;
  return node;
}

export function whole(node) {
  let found = node;
  for (let n = node; n; n = n.parent) if (n.userData && n.userData.label) found = n;
  return found;
}

export function visible(object) {
  for (let node = object; node; node = node.parent) {
    if (!node.visible || Math.abs(node.scale.x) < 1e-6) return false;
  }
  return true;
}

const RANK = ['stated', 'glossed', 'inferred', 'conjectured'];

// A thing is as sure as its own measures are; what has none is as sure as what it belongs to. The grades come with the page.
export function certainty(node) {
  return RANK[node && node.userData.sure] || 'neutral';
}

// Compass bearing in degrees of what a node looks at: its +Z.
export function facing(node) {
  const m = node.matrixWorld.elements;
  return (Math.atan2(m[8], -m[10]) * 180 / Math.PI + 360) % 360;
}
