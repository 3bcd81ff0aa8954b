// Cameras and drawing.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { CSS2DRenderer } from 'three/examples/jsm/renderers/CSS2DRenderer.js';
import { Light, prepareTone } from './light.js';
import { Crowd, reach } from './crowd.js';
import { visible } from './model.js';

export function supported() {
  try { return Boolean(document.createElement('canvas').getContext('webgl2')); } catch { return false; }
}

const CUT_BEFORE = 0.25;

export class Stage {
  constructor(canvas, overlay, model, data) {
    this.views = data.views;
    this.hall = data.outline.roof;
    prepareTone();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.toneMapping = THREE.CustomToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.names = new CSS2DRenderer({ element: overlay });
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(34, 1, 0.05, 1500);
    this.still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !this.still;
    this.controls.dampingFactor = 0.12;
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.minDistance = 0.6;
    this.controls.maxDistance = 400;
    this.controls.addEventListener('start', () => { this.glide = null; });
    this.model = model.scene;
    this.scene.add(this.model);
    this.light = new Light(this.scene, this.renderer, data.light);
    this.meshes = [];
    const dressed = new Map();
    this.model.traverse((node) => {
      if (!node.isMesh) return;
      if (!dressed.has(node.material)) dressed.set(node.material, this.light.dress(node.material));
      node.material = dressed.get(node.material);
      node.userData.plain = node.material;
      node.castShadow = true;
      node.receiveShadow = true;
      this.meshes.push(node);
    });
    this.crowd = new Crowd(this.scene, this.model);
    this.follow = null;
    this.eyes = false;
    this.glide = null;
    this.stale = true;
    this.lens = 34;
    this.seen = new THREE.Matrix4();
    this.view('range', true);
    this.resize();
  }

  // Where drawing is slow (no graphics card), a coarser picture is better than a halting one.
  ease(milliseconds) {
    this.slow = milliseconds > 80 ? (this.slow || 0) + 1 : 0;
    if (this.slow < 4 || this.eased >= 2) return;
    this.slow = 0;
    this.eased = (this.eased || 0) + 1;
    this.renderer.setPixelRatio(this.eased === 1 ? 1 : 0.75);
    this.light.coarser(this.eased === 1 ? 2048 : 1024);
    this.resize();
  }

  touch() { this.stale = true; }

  colour(byCertainty) { this.light.grade(this.meshes, byCertainty); this.crowd.gather(); this.touch(); }

  layer(names, shown) {
    this.model.traverse((node) => { if (names.includes(node.userData.layer)) node.visible = shown; });
    this.touch();
  }

  // Go to a view: by gliding, unless `at once` or the visitor wants no motion.
  go(view, atOnce = false, seconds = 1.2) {
    this.follow = null;
    this.eyes = false;
    this.controls.enabled = true;
    const to = { eye: new THREE.Vector3(...view.eye), target: new THREE.Vector3(...view.target), fov: view.fov };
    if (atOnce || this.still) { this.glide = null; this.place(to.eye, to.target, to.fov); return; }
    const from = { eye: this.camera.position.clone(), target: this.controls.target.clone(), fov: this.lens };
    this.glide = { from, to, seconds, at: 0 };
    this.touch();
  }

  view(name, atOnce = false) {
    const view = this.views[name];
    if (view) this.go(view, atOnce);
  }

  place(eye, target, fov) {
    this.camera.position.copy(eye);
    this.controls.target.copy(target);
    this.zoom(fov);
    this.controls.update();
    this.touch();
  }

  // `fov` is that of a wide picture; a tall one keeps what stands at the sides in view.
  zoom(fov) {
    this.lens = fov;
    const { aspect } = this.camera;
    const wide = Math.tan(fov * Math.PI / 360);
    const least = 1.25;
    this.camera.fov = Math.atan(wide * Math.max(1, Math.min(least / aspect, 2.2))) * 360 / Math.PI;
    this.camera.updateProjectionMatrix();
  }

  advance(seconds) {
    const { glide } = this;
    if (!glide) return;
    glide.at = Math.min(glide.at + seconds / glide.seconds, 1);
    const part = glide.at * glide.at * (3 - 2 * glide.at);
    this.place(
      glide.from.eye.clone().lerp(glide.to.eye, part),
      glide.from.target.clone().lerp(glide.to.target, part),
      glide.from.fov + (glide.to.fov - glide.from.fov) * part,
    );
    if (glide.at >= 1) this.glide = null;
  }

  // Draws when something has changed; whether it has.
  draw(moving) {
    if (this.follow) this.track();
    if (!this.eyes) this.controls.update();
    this.camera.updateMatrixWorld();
    const turned = !this.seen.equals(this.camera.matrixWorld);
    if (!moving && !this.stale && !turned) return false;
    this.seen.copy(this.camera.matrixWorld);
    const { stale } = this;
    this.stale = false;
    if (moving || stale) this.crowd.update();
    this.expose();
    this.light.aim(this.camera, this.controls.target);
    const before = performance.now();
    this.renderer.render(this.scene, this.camera);
    this.ease(Math.max(performance.now() - before, before - (this.drawn || 0) < 1000 ? before - this.drawn : 0));
    this.drawn = before;
    this.names.render(this.scene, this.camera);
    return true;
  }

  // Under the roof the eye opens.
  expose() {
    const { x, y, z } = this.camera.position;
    const [west, north, east, south, top] = this.hall;
    const inside = x > west && x < east && z > north && z < south && y < top;
    const { exposure, inside: wide } = this.light.data;
    this.renderer.toneMappingExposure = inside ? wide : exposure;
  }

  track() {
    const spot = new THREE.Vector3().setFromMatrixPosition(this.follow.matrixWorld);
    if (this.eyes) {
      const head = this.model.getObjectByName(`${this.follow.name}-head`) || this.follow;
      const m = head.matrixWorld;
      const ahead = new THREE.Vector3(0, 0, 1).transformDirection(m);
      const eye = new THREE.Vector3().setFromMatrixPosition(m);
      if (head === this.follow) eye.y += 1.48;
      eye.addScaledVector(ahead, 0.2).y += 0.08;
      this.camera.position.copy(eye);
      this.controls.target.copy(eye).addScaledVector(ahead, 6);
      this.camera.lookAt(this.controls.target);
      return;
    }
    spot.y += 1.0;
    const moved = spot.clone().sub(this.controls.target);
    // A change of place is a cut: the camera jumps along.
    this.controls.target.copy(spot);
    this.camera.position.add(moved);
  }

  person(node, eyes) {
    this.glide = null;
    this.follow = node;
    this.eyes = Boolean(node && eyes);
    this.controls.enabled = !this.eyes;
    this.touch();
    if (!node) return;
    if (eyes) { this.zoom(44); return; }
    const m = node.matrixWorld;
    const spot = new THREE.Vector3().setFromMatrixPosition(m);
    const ahead = new THREE.Vector3(0, 0, 1).transformDirection(m);
    const side = new THREE.Vector3(-ahead.z, 0, ahead.x);
    const eye = spot.clone().addScaledVector(ahead, -4.6).addScaledVector(side, -1.9);
    eye.y += 2.5;
    spot.y += 1;
    this.place(eye, spot, 36);
  }

  // Walking: forward and to the right, in metres, with what one looks at.
  walk(forward, right) {
    const ahead = this.controls.target.clone().sub(this.camera.position).setY(0).normalize();
    const step = ahead.clone().multiplyScalar(forward).add(new THREE.Vector3(-ahead.z, 0, ahead.x).multiplyScalar(right));
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.touch();
  }

  resize() {
    const box = this.renderer.domElement.parentElement.getBoundingClientRect();
    const width = Math.max(box.width, 1);
    const height = Math.max(box.height, 1);
    this.renderer.setSize(width, height, false);
    this.names.setSize(width, height);
    this.camera.aspect = width / height;
    this.zoom(this.lens);
    this.touch();
  }

  pick(x, y) {
    const box = this.renderer.domElement.getBoundingClientRect();
    const point = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(point, this.camera);
    ray.near = CUT_BEFORE;
    reach(ray);
    return ray.intersectObjects(this.meshes.filter((m) => visible(m)), false)[0] || null;
  }
}
