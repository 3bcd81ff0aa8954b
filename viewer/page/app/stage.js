// Cameras: where one looks from, and when a picture is drawn.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Painter } from './painter.js';
import { visible } from './model.js';

// What draws here: null (no WebGL), 'card', or 'soft' where no graphics card helps.
export function supported() {
  try {
    const gl = document.createElement('canvas').getContext('webgl2');
    if (!gl) return null;
    const told = gl.getExtension('WEBGL_debug_renderer_info');
    const name = told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : '';
    const lose = gl.getExtension('WEBGL_lose_context');
    if (lose) lose.loseContext();
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? 'soft' : 'card';
  } catch { return null; }
}

const CUT_BEFORE = 0.25;
// Height of the eye above the ground, in metres.
const LOWEST = 0.25;
// Milliseconds of rest after which a coarse picture is drawn again finely.
const REST = 500;

export class Stage {
  // `drawing` false: everything but the drawing itself, until it is set to true.
  constructor(canvas, model, data, { drawing = true, soft = false } = {}) {
    this.drawing = drawing;
    this.soft = soft;
    this.coarse = false;
    this.views = data.views;
    this.painter = new Painter(canvas, model, data, soft);
    this.renderer = this.painter.renderer;
    this.light = this.painter.light;
    this.camera = new THREE.PerspectiveCamera(34, 1, 0.1, 2500);
    this.quiet = window.matchMedia('(prefers-reduced-motion: reduce)');
    this.controls = new OrbitControls(this.camera, canvas);
    this.calm();
    this.controls.dampingFactor = 0.12;
    // Low down one may look up, but nobody goes below the ground.
    this.controls.maxPolarAngle = Math.PI * 0.6;
    this.controls.minDistance = 0.6;
    this.controls.maxDistance = 400;
    this.controls.addEventListener('start', () => { this.glide = null; });
    this.model = model.scene;
    this.meshes = model.nodes.filter((node) => node.isMesh);
    // A card that was taken away and comes back knows nothing any more.
    canvas.addEventListener('webglcontextrestored', () => { this.painter.forget(); this.touch(); });
    this.follow = null;
    this.eyes = false;
    this.glide = null;
    this.stale = true;
    this.lens = 34;
    this.seen = new THREE.Matrix4();
    this.pending = [0, 0];
    this.floors = data.floors || [];
    // Pixels by which the picture is drawn aside, so that a panel does not hide what was chosen: now, and what it comes to.
    this.aside = [0, 0];
    this.asideTo = [0, 0];
    this.measure();
    this.view('range', true);
  }

  // Compile the programs of all that is drawn, without waiting for them.
  prepare() { if (this.drawing) this.painter.prepare(this.camera); }

  // Who wants no motion gets none: no gliding, no running on of a turn.
  calm() {
    this.still = this.quiet.matches;
    this.controls.enableDamping = !this.still;
  }

  // Where drawing is slow (no graphics card), a coarser picture is better than a halting one.
  ease(milliseconds) {
    this.slow = milliseconds > 80 ? (this.slow || 0) + 1 : 0;
    if (this.slow < 4 || this.eased >= 2) return;
    this.slow = 0;
    this.eased = (this.eased || 0) + 1;
    this.resized();
  }

  // Pixels of the picture to a pixel of the page: while it moves, and when it rests.
  ratio(resting) {
    const finest = Math.min(window.devicePixelRatio || 1, 2);
    // Without smooth edges from a card, a resting picture is drawn larger than it is shown.
    if (resting) return this.soft ? Math.max(finest, 1.5) : finest;
    return (this.soft ? [Math.min(finest, 1), 0.75, 0.6] : [finest, Math.min(finest, 1), 0.75])[this.eased || 0];
  }

  touch() { this.stale = true; }

  colour(byCertainty) { this.painter.colour(byCertainty); this.touch(); }

  // What was chosen shines a little.
  mark(node) { this.painter.crowd.glowing = node; this.touch(); }

  layer(names, shown) {
    this.model.traverse((node) => { if (names.includes(node.userData.layer)) node.visible = shown; });
    if (names.includes('roof')) this.light.unroof(!shown);
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

  // A named view; a tall picture may have one of its own.
  view(name, atOnce = false) {
    const view = (this.camera.aspect < 0.85 && this.views[`${name}-tall`]) || this.views[name];
    if (view) this.go(view, atOnce);
  }

  place(eye, target, fov) {
    this.camera.position.copy(eye);
    this.controls.target.copy(target);
    this.zoom(fov);
    this.controls.update();
    this.camera.updateMatrixWorld();
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
    if (this.pending[0] || this.pending[1]) this.stride(Math.min(seconds * 9, 1));
    const [x, y] = this.asideTo.map((want, i) => want - this.aside[i]);
    if (x || y) {
      const part = Math.hypot(x, y) < 1 ? 1 : Math.min(seconds * 8, 1);
      this.aside = [this.aside[0] + x * part, this.aside[1] + y * part];
      this.offset();
      this.touch();
    }
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
    if (this.unmeasured) this.measure();
    if (this.follow) this.track();
    if (!this.eyes) {
      this.controls.update();
      if (this.camera.position.y < LOWEST) { this.camera.position.y = LOWEST; this.camera.lookAt(this.controls.target); }
    }
    this.camera.updateMatrixWorld();
    const turned = !this.seen.equals(this.camera.matrixWorld);
    const changed = moving || this.stale;
    const resting = !changed && !turned;
    const now = performance.now();
    if (resting && !(this.coarse && this.drawing && now - this.drawn > REST)) return false;
    this.seen.copy(this.camera.matrixWorld);
    this.stale = false;
    this.nearest();
    if (this.drawing) {
      if (this.renderer.getPixelRatio() !== this.ratio(resting)) this.measure(resting);
      this.painter.paint(this.camera, this.controls.target, changed, resting);
      this.coarse = this.ratio(false) < this.ratio(true) && !resting;
      // The first picture waits for its programs, a resting one is meant to take longer.
      if (this.drawn && !resting) this.ease(Math.max(performance.now() - now, now - this.drawn < 400 ? now - this.drawn : 0));
      this.drawn = now;
    }
    return true;
  }

  // A nearer near plane costs precision far away; who stands far from what he looks at needs none.
  nearest() {
    const { camera } = this;
    const near = Math.min(Math.max(0.012 * camera.position.distanceTo(this.controls.target), 0.1), 1);
    if (camera.near !== near) { camera.near = near; camera.updateProjectionMatrix(); }
  }

  // The picture as it is now, as the address of an image; nothing where nothing is drawn.
  picture() {
    if (!this.drawing) return '';
    this.painter.paint(this.camera, this.controls.target, false, false);
    return this.renderer.domElement.toDataURL('image/jpeg', 0.9);
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
    // The clock may have gone on since the last picture; who was hidden then has no direction.
    node.updateWorldMatrix(true, false);
    const m = node.matrixWorld;
    const spot = new THREE.Vector3().setFromMatrixPosition(m);
    const ahead = new THREE.Vector3(0, 0, 1).transformDirection(m);
    const side = new THREE.Vector3(-ahead.z, 0, ahead.x);
    const eye = spot.clone().addScaledVector(ahead, -4.6).addScaledVector(side, -1.9);
    eye.y += 2.5;
    spot.y += 1;
    this.place(eye, spot, 36);
  }

  // Walking: forward and to the right, in metres, with what one looks at; at a brisk pace, or at once for who wants no motion.
  walk(forward, right) {
    this.glide = null;
    if (this.follow) this.person(null, false);
    this.pending = [forward, right].map((want, i) => Math.min(Math.max(this.pending[i] + want, -2), 2));
    if (this.still) this.stride(1);
    this.touch();
  }

  // A part of the way that is still to be walked.
  stride(part) {
    const [forward, right] = this.pending.map((way) => way * part);
    this.pending = this.pending.map((way) => (Math.abs(way) * (1 - part) < 0.005 ? 0 : way * (1 - part)));
    const ahead = this.controls.target.clone().sub(this.camera.position).setY(0).normalize();
    const step = ahead.clone().multiplyScalar(forward).add(new THREE.Vector3(-ahead.z, 0, ahead.x).multiplyScalar(right));
    const from = this.camera.position;
    const to = from.clone().add(step);
    const low = this.floor(from.x, from.z);
    // Who walks goes up and down the stairs; who flies stays at his height.
    if (from.y - low < 4) step.y = this.floor(to.x, to.z) - low;
    this.camera.position.add(step);
    this.controls.target.add(step);
    this.touch();
  }

  // Height of the floor at a place: platform, stairs or court.
  floor(x, z) {
    for (const [west, north, east, south, top] of this.floors) if (x >= west && x <= east && z >= north && z <= south) return top;
    return 0;
  }

  // Keep a thing in the free part [left, top, right, bottom] of the picture, in pixels; null: nothing is in the way.
  keepSeen(node, free) {
    this.asideTo = [0, 0];
    if (node && free && !this.eyes) {
      this.camera.clearViewOffset();
      this.camera.updateMatrixWorld();
      const at = new THREE.Box3().setFromObject(node).getCenter(new THREE.Vector3()).project(this.camera);
      const { width, height } = this.extent;
      const x = (at.x + 1) / 2 * width;
      const y = (1 - at.y) / 2 * height;
      const [left, top, right, bottom] = free;
      const inside = x > left + 20 && x < right - 20 && y > top + 20 && y < bottom - 20;
      if (at.z < 1 && !inside) {
        const limit = (way, most) => Math.min(Math.max(way, -most), most);
        this.asideTo = [limit(x - (left + right) / 2, width / 2), limit(y - (top + bottom) / 2, height / 2)];
      }
    }
    if (this.still) this.aside = [...this.asideTo];
    this.offset();
    this.touch();
  }

  offset() {
    const { width, height } = this.extent;
    const [x, y] = this.aside;
    if (Math.hypot(x, y) < 0.5) this.camera.clearViewOffset();
    else this.camera.setViewOffset(width, height, x, y, width, height);
  }

  // The size is taken over just before the next picture: a canvas that changes its size is empty until then.
  resized() { this.unmeasured = true; this.touch(); }

  measure(resting = false) {
    this.unmeasured = false;
    const box = this.renderer.domElement.parentElement.getBoundingClientRect();
    const width = Math.max(box.width, 1);
    const height = Math.max(box.height, 1);
    this.painter.resize(width, height, this.ratio(resting));
    this.extent = { width, height };
    this.camera.aspect = width / height;
    this.offset();
    this.zoom(this.lens);
    if (!resting) this.touch();
  }

  pick(x, y) {
    const box = this.renderer.domElement.getBoundingClientRect();
    const point = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(point, this.camera);
    ray.near = CUT_BEFORE;
    return ray.intersectObjects(this.meshes.filter((m) => visible(m)), false)[0] || null;
  }
}
