// How a picture is drawn: shadows, sky, everything that is seen, ink; finely by a card, quickly without one.
import * as THREE from 'three';
import { Light } from './light.js';
import { Shadow } from './shadow.js';
import { Crowd } from './crowd.js';

// Milliseconds by which shadows may be behind, where no card draws them.
const LAG = 300;
// Radius in pixels below which a thing is not drawn: finely, and quickly.
const LEAST = [0.4, 1.6];

function still() {
  const scene = new THREE.Scene();
  scene.matrixWorldAutoUpdate = false;
  return scene;
}

export class Painter {
  constructor(canvas, model, data, soft) {
    this.soft = soft;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: false, alpha: false, stencil: false, depth: false, powerPreference: 'high-performance' });
    // The programs make display colours themselves.
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.autoClear = false;
    // Asking for errors would wait for each program in turn.
    this.renderer.debug.checkShaderErrors = false;
    this.light = new Light(data.light, data.shaders, soft);
    this.shadow = this.shadows(soft ? 1 : 2, soft || window.innerWidth < 760 ? 2048 : 3072);
    this.crowd = new Crowd(model.scene, (made) => this.light.materials(made));
    // Without a card the sky is drawn at half the size, and only when one looks elsewhere.
    this.far = soft ? new THREE.WebGLRenderTarget(1, 1, { depthBuffer: false, generateMipmaps: false }) : null;
    this.heaven = still();
    if (soft) this.heaven.add(this.light.sky());
    this.scene = still();
    this.scene.add(this.crowd.group, this.light.sky(soft ? this.far.texture : null));
    this.finish = still();
    this.finish.add(this.light.ink());
    // Drawn over everything.
    this.overlay = still();
    this.target = new THREE.WebGLRenderTarget(1, 1, { samples: soft ? 0 : 4, depthTexture: new THREE.DepthTexture(1, 1, THREE.UnsignedIntType), generateMipmaps: false });
    this.frustum = new THREE.Frustum();
  }

  shadows(maps, side) { return new Shadow(this.renderer, this.light.toSun, this.light.depth(), maps, side); }

  // Compile the programs of all that is drawn, without waiting for them.
  prepare(camera) {
    this.crowd.update(null);
    this.crowd.show(false);
    for (const scene of [this.heaven, this.scene, this.finish]) this.renderer.compile(scene, camera);
  }

  resize(width, height, ratio) {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.target.setSize(this.renderer.domElement.width, this.renderer.domElement.height);
  }

  colour(byCertainty) {
    this.light.grade(byCertainty);
    this.crowd.dress((made) => this.light.materials(made));
    this.skyFor = null;
  }

  // What was drawn before counts no more.
  forget() {
    this.skyFor = null;
    for (const one of [this.shadow, this.fine]) if (one) one.fresh = false;
  }

  // A picture of what a camera sees that looks at `at`. `changed`: since the last one something has moved; `resting`: it is to stay.
  paint(camera, at, changed, resting) {
    const { renderer, crowd, light, target } = this;
    const shadow = resting && this.soft ? this.fineShadow() : this.shadow;
    this.frustum.setFromProjectionMatrix(new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    crowd.update({
      frustum: this.frustum,
      eye: camera.position,
      scale: target.height / 2 / Math.tan(camera.fov * Math.PI / 360),
      least: LEAST[Number(this.soft && !resting)],
      grain: shadow.texels[0] * 0.7,
    });
    const placed = shadow.place(camera, at, crowd.balls);
    if (changed) for (const one of [this.shadow, this.fine]) if (one) one.fresh = false;
    // Without a card, shadows may lag a little behind who moves.
    const now = performance.now();
    if (placed || (!shadow.fresh && (!this.soft || resting || now - shadow.drawn > LAG))) {
      shadow.draw(this.scene, crowd);
      shadow.fresh = true;
      shadow.drawn = now;
    }
    const grain = Math.max(1, Math.round(renderer.getPixelRatio()));
    light.tell(camera, at, { width: target.width, height: target.height, grain }, shadow);
    if (this.far) this.sky(camera, light.uniforms.u_view_projection.value);
    crowd.show(false);
    renderer.setRenderTarget(target);
    renderer.clear(false, true, false);
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(null);
    light.uniforms.u_colour.value = target.texture;
    light.uniforms.u_depth.value = target.depthTexture;
    renderer.render(this.finish, camera);
    if (this.overlay.children.length) renderer.render(this.overlay, camera);
  }

  // Shadows for a picture that rests, where no card draws the others.
  fineShadow() {
    this.fine ||= this.shadows(1, 4096);
    return this.fine;
  }

  sky(camera, matrix) {
    const { far, renderer, target } = this;
    const [width, height] = [target.width, target.height].map((v) => Math.max(v >> 1, 1));
    if (this.skyFor && this.skyFor.equals(matrix) && far.width === width && far.height === height) return;
    this.skyFor = matrix.clone();
    far.setSize(width, height);
    renderer.setRenderTarget(far);
    renderer.render(this.heaven, camera);
  }
}
