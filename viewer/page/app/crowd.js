// Each shape is drawn in one call, however often it is shown: a hundred people share a few hundred shapes.
import * as THREE from 'three';

const HIDDEN = 1;

export class Crowd {
  constructor(scene, root) {
    this.group = new THREE.Group();
    scene.add(this.group);
    this.root = root;
    this.groups = [];
    this.meshes = [];
    root.traverse((node) => { if (node.isMesh) this.meshes.push(node); });
    this.gather();
  }

  // Groups by shape and material; again when materials have changed.
  gather() {
    for (const { many } of this.groups) { this.group.remove(many); many.dispose(); }
    const found = new Map();
    for (const mesh of this.meshes) {
      const key = `${mesh.geometry.id}/${mesh.material.id}`;
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(mesh);
    }
    this.groups = [];
    for (const meshes of found.values()) {
      const many = new THREE.InstancedMesh(meshes[0].geometry, meshes[0].material, meshes.length);
      many.frustumCulled = false;
      many.castShadow = true;
      many.receiveShadow = true;
      many.matrixAutoUpdate = false;
      const group = { many, count: 0 };
      for (const mesh of meshes) { mesh.layers.set(HIDDEN); mesh.userData.group = group; }
      this.groups.push(group);
      this.group.add(many);
    }
  }

  // Take over places and what is shown from the tree.
  update() {
    for (const group of this.groups) group.count = 0;
    this.walk(this.root);
    for (const { many, count } of this.groups) {
      many.count = count;
      many.visible = count > 0;
      many.instanceMatrix.needsUpdate = true;
    }
  }

  walk(node) {
    if (!node.visible || Math.abs(node.scale.x) < 1e-6) return;
    if (node.isMesh) {
      const { group } = node.userData;
      node.matrixWorld.toArray(group.many.instanceMatrix.array, group.count * 16);
      group.count += 1;
    }
    for (const child of node.children) this.walk(child);
  }
}

// A ray that meets the shapes of the tree, though they are drawn by the crowd.
export function reach(ray) { ray.layers.enable(HIDDEN); }
