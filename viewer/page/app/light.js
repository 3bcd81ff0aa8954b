// Light, sky, haze, tone and ink: the programs of the window and of the pictures (assets/shaders), with what they are told.
import * as THREE from 'three';
import { bytes } from './motion.js';

const HEAD = 'precision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp sampler3D;\nprecision highp sampler2DShadow;\n';
const GRADES = ['stated', 'glossed', 'inferred', 'conjectured', 'neutral'];
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
const vector = (list) => new THREE.Vector3(...list);

export class Light {
  // `soft`: no graphics card; light is then computed at the corners, and shadows have hard edges.
  constructor(data, shaders, soft) {
    this.data = data;
    this.shaders = shaders;
    this.soft = soft;
    this.toSun = vector(data.to_sun);
    this.graded = false;
    const { grid, ink, haze } = data;
    const texture = volume(grid);
    const reach = grid ? Math.min(Math.max(...grid.size.map((s, i) => s / grid.cells[i])) * 0.55, 0.5) : 0.3;
    this.defines = { CASCADES: soft ? 1 : 2, GRID_REACH: reach.toFixed(6), SHADOWS: '' };
    this.grid = grid && { ...grid, bytes: texture.image.data };
    this.shut = texture;
    this.uniforms = Object.fromEntries(Object.entries({
      u_view_projection: new THREE.Matrix4(),
      u_inverse: new THREE.Matrix4(),
      u_eye: new THREE.Vector3(),
      u_to_sun: this.toSun,
      u_sun: vector(data.sun),
      u_hemi_low: vector(data.low),
      u_hemi_high: vector(data.high),
      u_hemi: data.strength,
      u_haze: new THREE.Vector4(...haze),
      u_haze_range: new THREE.Vector2(...data.haze_range),
      u_exposure: data.exposure,
      u_evidence: 0,
      u_grades: GRADES.map((name) => vector(rgb(data.grades[name]).map((v) => v ** 2.2))),
      u_ghost_phase: 0,
      u_hatch: 9,
      u_grid: new THREE.Vector4(1, 0, 0, 0),
      u_sky_grid: texture,
      u_grid_origin: vector(grid ? grid.origin : [1e6, 0, 0]),
      u_grid_size: vector(grid ? grid.size : [1, 1, 1]),
      u_shadow: [new THREE.Matrix4(), new THREE.Matrix4()],
      u_shadow_map: null,
      u_shadow_texel: new THREE.Vector4(),
      u_horizon: vector(rgb(data.sky[0])),
      u_middle: vector(rgb(data.sky[1])),
      u_zenith: vector(rgb(data.sky[2])),
      u_backdrop: new THREE.Vector4(0, 0, 0, 0),
      u_colour: null,
      u_depth: null,
      u_pixel: [1, 1],
      u_size: [1, 1],
      u_planes: new THREE.Vector2(),
      u_ink: new THREE.Vector4(...rgb(ink.colour), ink.near),
      u_ink_far: new THREE.Vector2(ink.far, ink.fade),
      u_flat: 0,
      u_focal: new THREE.Vector2(),
    }).map(([name, value]) => [name, { value }]));
    this.made = new Map();
  }

  // A program of the window: its vertex and fragment shader, with defines.
  program(vertex, fragment, defines, more = {}) {
    const text = (name) => [HEAD, this.shaders.common, this.shaders[name], ''].join('\n');
    return new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: text(vertex),
      fragmentShader: text(fragment),
      defines: { ...defines },
      uniforms: this.uniforms,
      ...more,
    });
  }

  // What one-sided and two-sided parts are drawn with: [front, both].
  materials({ glossy, cloth }) {
    const { graded, soft } = this;
    const key = `${graded}/${glossy && !graded}/${cloth}`;
    if (!this.made.has(key)) {
      const quick = soft && !graded && !glossy;
      this.made.set(key, [THREE.FrontSide, THREE.DoubleSide].map((side) => {
        const defines = { ...this.defines };
        if (!soft) defines.FINE = '';
        if (graded) defines.EVIDENCE = '';
        else if (glossy) defines.GLOSSY = '';
        if (quick && (cloth || side === THREE.DoubleSide)) defines.TWOSIDED = '';
        return quick ? this.program('plain_vert', 'plain_frag', defines, { side }) : this.program('scene_vert', 'scene_frag', defines, { side });
      }));
    }
    return this.made.get(key);
  }

  // Sky, hills and the plain behind everything; or what was drawn of them before.
  sky(small = null) {
    const sky = over(this.program('screen_vert', small ? 'shrunk_frag' : 'sky_frag', {}, { depthWrite: false, depthFunc: THREE.LessEqualDepth }));
    if (small) sky.material.uniforms = { u_colour: { value: small } };
    sky.renderOrder = 100;
    return sky;
  }

  // Ink on the edges, and darkening in the corners where a card draws.
  ink() {
    return over(this.program('screen_vert', 'ink_frag', this.soft ? {} : { FINE: '' }, { depthTest: false, depthWrite: false }));
  }

  // Shadows: depth alone. Its place in the map is its own affair.
  depth() {
    const made = this.program('depth_vert', 'depth_frag', {}, { side: THREE.DoubleSide, colorWrite: false, polygonOffset: true, polygonOffsetFactor: 1.1, polygonOffsetUnits: 2 });
    made.uniforms = { u_view_projection: { value: new THREE.Matrix4() } };
    return made;
  }

  // By certainty, or as it looks.
  grade(on) {
    const { data, uniforms: u } = this;
    this.graded = on;
    u.u_evidence.value = Number(on);
    u.u_sun.value.set(...(on ? [1.02, 0.97, 0.92] : data.sun));
    u.u_hemi_low.value.set(...(on ? [0.30, 0.29, 0.28] : data.low));
    u.u_hemi_high.value.set(...(on ? [0.47, 0.47, 0.47] : data.high));
    u.u_haze.value.w = on ? 0 : data.haze[3];
  }

  // Without a roof the sky is open everywhere.
  unroof(open) {
    this.unroofed = open;
    this.bare ||= volume(null);
    this.uniforms.u_sky_grid.value = open ? this.bare : this.shut;
  }

  // Told before each picture: where one looks from, how large it is, and where the shadows lie.
  tell(camera, target, { width, height, grain }, shadow) {
    const u = this.uniforms;
    u.u_view_projection.value.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    u.u_inverse.value.copy(u.u_view_projection.value).invert();
    u.u_eye.value.copy(camera.position);
    u.u_planes.value.set(camera.near, camera.far);
    u.u_size.value = [width, height];
    u.u_pixel.value = [grain, grain];
    u.u_hatch.value = 9 * grain;
    const high = Math.tan(camera.fov * Math.PI / 360);
    u.u_focal.value.set(high * camera.aspect, high);
    u.u_shadow.value = shadow.lookups();
    u.u_shadow_map.value = shadow.texture;
    u.u_shadow_texel.value.set(1 / shadow.side / shadow.maps, 1 / shadow.side, shadow.texels[0], shadow.texels[shadow.texels.length - 1]);
    // The eye opens for where one is and for what one looks at.
    const open = 0.6 * this.openness(camera.position) + 0.4 * this.openness(target);
    const inside = Math.min(Math.max((0.62 - open) / 0.4, 0), 1);
    u.u_exposure.value = this.data.exposure * (1 - inside) + this.data.inside * inside;
  }

  // The share of the sky that is seen from a place.
  openness({ x, y, z }) {
    const { grid } = this;
    if (!grid || this.unroofed) return 1;
    const at = [x, y, z].map((v, i) => Math.floor((v - grid.origin[i]) / grid.size[i] * grid.cells[i]));
    if (at.some((v, i) => v < 0 || v >= grid.cells[i])) return 1;
    return grid.bytes[((at[2] * grid.cells[1] + at[1]) * grid.cells[0] + at[0]) * 4 + 3] / 255;
  }
}

// Something over the whole picture: three corners, of which the program knows where they are.
function over(material) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(9), 3));
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}

function volume(grid) {
  const values = grid ? bytes(grid.values) : new Uint8Array([128, 255, 128, 255]);
  const texture = new THREE.Data3DTexture(values, ...(grid ? grid.cells : [1, 1, 1]));
  texture.minFilter = texture.magFilter = THREE.LinearFilter;
  texture.unpackAlignment = 1;
  texture.needsUpdate = true;
  return texture;
}
