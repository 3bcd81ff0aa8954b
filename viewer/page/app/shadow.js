// Where the shadow maps lie and how they are drawn: flat views from the sun that hold what the camera sees; as viewer/shadow.py has it.
import * as THREE from 'three';

const NEAR_REACH = 16;
const FAR_REACH = 170;
// Depth of a map in metres: beyond the woods, since not every card holds what lies deeper to be lit.
const DEEP = 600;
const HALF = new THREE.Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);

export class Shadow {
  // `maps`: one for all that is seen, or two, a sharp one for what is near and one for the rest.
  constructor(renderer, toSun, material, maps, side) {
    this.renderer = renderer;
    this.material = material;
    this.maps = maps;
    this.side = side;
    this.camera = new THREE.Camera();
    this.camera.matrixAutoUpdate = false;
    const up = Math.abs(toSun.y) < 0.95 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(0, 0, -1);
    const right = new THREE.Vector3().crossVectors(up, toSun).normalize();
    this.axes = [right, new THREE.Vector3().crossVectors(toSun, right), toSun.clone()];
    const depthTexture = new THREE.DepthTexture(side * maps, side, THREE.UnsignedIntType);
    depthTexture.compareFunction = THREE.LessEqualCompare;
    depthTexture.minFilter = depthTexture.magFilter = THREE.LinearFilter;
    this.target = new THREE.WebGLRenderTarget(side * maps, side, { depthTexture, format: THREE.RedFormat, generateMipmaps: false });
    // Whether the map holds what is there now, and when it was drawn.
    this.fresh = false;
    this.drawn = 0;
    this.matrices = [];
    this.texels = [0, 0];
  }

  get texture() { return this.target.depthTexture; }

  // Find the places of the maps anew; whether they have moved.
  place(camera, target, balls) {
    const distance = camera.position.distanceTo(target);
    const near = Math.min(Math.max(1.3 * distance, 4), NEAR_REACH);
    const spans = this.maps === 2 ? [near, FAR_REACH] : [FAR_REACH];
    const bounds = this.bounds(balls);
    const fits = spans.map((reach) => this.fit(camera, reach, bounds));
    const moved = fits.some(({ matrix }, i) => !this.matrices[i] || !matrix.equals(this.matrices[i]));
    this.matrices = fits.map((f) => f.matrix);
    this.texels = fits.map((f) => f.texel);
    return moved;
  }

  // The box of all that casts shadows, along the axes of the sun.
  bounds(balls) {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < balls.length; i += 4) {
      const r = balls[i + 3];
      this.axes.forEach((axis, k) => {
        const at = axis.x * balls[i] + axis.y * balls[i + 1] + axis.z * balls[i + 2];
        if (r >= 120) return;
        low[k] = Math.min(low[k], at - r);
        high[k] = Math.max(high[k], at + r);
      });
    }
    return { low, high };
  }

  fit(camera, reach, { low, high }) {
    const seen = corners(camera, reach);
    let least = [0, 1].map((k) => Math.max(low[k], Math.min(...seen.map((p) => p.dot(this.axes[k])))));
    let most = [0, 1].map((k) => Math.min(high[k], Math.max(...seen.map((p) => p.dot(this.axes[k])))));
    if (most[0] <= least[0] || most[1] <= least[1]) { least = low; most = high; }
    // Sizes go in steps and places in whole texels, so that shadows do not swim when the camera moves a little.
    const wide = Math.max(most[0] - least[0], most[1] - least[1], 1e-3);
    const extent = 2 ** (Math.ceil(Math.log2(wide * 1.04) * 4) / 4);
    const texel = extent / this.side;
    const step = texel * 16;
    const middle = [0, 1].map((k) => Math.round((least[k] + most[k]) / 2 / step) * step);
    const front = Math.ceil(high[2]);
    const [a, b, c] = this.axes;
    const s = 2 / extent;
    const d = 2 / DEEP;
    const matrix = new THREE.Matrix4().set(
      a.x * s, a.y * s, a.z * s, -middle[0] * s,
      b.x * s, b.y * s, b.z * s, -middle[1] * s,
      -c.x * d, -c.y * d, -c.z * d, front * d - 1,
      0, 0, 0, 1,
    );
    return { matrix, texel };
  }

  // From a place on the ground to one in the map.
  lookups() {
    const found = this.matrices.map((m) => HALF.clone().multiply(m));
    return [found[0], found[found.length - 1]];
  }

  draw(scene, crowd) {
    const { renderer, target, side, material } = this;
    crowd.show(true);
    target.scissorTest = false;
    renderer.setRenderTarget(target);
    renderer.clear();
    // The rim stays empty: what lies beyond the map finds nothing there, and is lit.
    target.scissorTest = true;
    scene.overrideMaterial = material;
    this.matrices.forEach((matrix, i) => {
      material.uniforms.u_view_projection.value.copy(matrix);
      target.viewport.set(i * side, 0, side, side);
      target.scissor.set(i * side + 2, 2, side - 4, side - 4);
      renderer.setRenderTarget(target);
      renderer.render(scene, this.camera);
    });
    scene.overrideMaterial = null;
    renderer.setRenderTarget(null);
  }
}

// The eight corners of what a camera sees as far as `reach`.
function corners(camera, reach) {
  const high = Math.tan(camera.fov * Math.PI / 360);
  const wide = high * camera.aspect;
  const [right, up, back] = [0, 1, 2].map((k) => new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, k));
  const out = [];
  for (const far of [0.1, reach]) {
    for (const x of [-1, 1]) {
      for (const y of [-1, 1]) {
        out.push(camera.position.clone().addScaledVector(back, -far).addScaledVector(right, x * wide * far).addScaledVector(up, y * high * far));
      }
    }
  }
  return out;
}
