// Sun, open sky, haze and tone: the same formula as in the window and in the pictures.
import * as THREE from 'three';
import { bytes } from './motion.js';
import { certainty } from './model.js';

const vec = (list) => list.map((v) => Number(v).toFixed(5)).join(', ');

// Linear light to display: the shoulder half on the brightest channel (keeps the hue), half on each (keeps it soft).
const TONE = `
vec3 shoulderOf(vec3 v) { return min(v, .66) + .34 * (1. - exp(-max(v - .66, 0.) / .34)); }
vec3 CustomToneMapping(vec3 color) {
  vec3 v = color * toneMappingExposure;
  float m = max(max(v.r, v.g), max(v.b, 1e-5));
  vec3 a = pow(clamp(mix(shoulderOf(v), v * (shoulderOf(vec3(m)).r / m), .45), 0., 1.), vec3(1. / 2.2));
  a = clamp(a + .10 * (a - .45) * 4. * a * (1. - a), 0., 1.);
  return mix(a / 12.92, pow((a + .055) / 1.055, vec3(2.4)), step(.04045, a));
}`;

export function prepareTone() {
  const chunk = THREE.ShaderChunk.tonemapping_pars_fragment;
  THREE.ShaderChunk.tonemapping_pars_fragment = chunk.replace(/vec3 CustomToneMapping\([^}]*\}/, TONE);
}

export class Light {
  constructor(scene, renderer, data, soft) {
    this.data = data;
    this.way = new THREE.Vector3(...data.to_sun);
    const sun = new THREE.DirectionalLight(new THREE.Color(...data.sun), Math.PI);
    sun.castShadow = true;
    const side = Math.min(renderer.capabilities.maxTextureSize, soft || window.innerWidth < 760 ? 2048 : 4096);
    sun.shadow.mapSize.set(side, side);
    sun.shadow.bias = -0.0004;
    sun.shadow.normalBias = 0.03;
    sun.shadow.radius = 1.6;
    Object.assign(sun.shadow.camera, { left: -26, right: 26, top: 26, bottom: -26, near: 1, far: 300 });
    this.sun = sun;
    scene.add(sun, sun.target, sky(data, this.way), fields(data, this.way));
    this.grid = { value: this.texture(data.grid) };
    this.origin = { value: new THREE.Vector3(...(data.grid ? data.grid.origin : [0, 0, 0])) };
    this.size = { value: new THREE.Vector3(...(data.grid ? data.grid.size : [1, 1, 1])) };
    this.tints = {};
    for (const [name, color] of Object.entries(data.grades)) {
      this.tints[name] = this.material(new THREE.MeshLambertMaterial({ color, side: THREE.DoubleSide }), name === 'conjectured', true);
    }
  }

  coarser(side) {
    const { shadow } = this.sun;
    if (shadow.mapSize.x <= side) return;
    shadow.mapSize.set(side, side);
    if (shadow.map) { shadow.map.dispose(); shadow.map = null; }
  }

  texture(grid) {
    const values = grid ? bytes(grid.values) : new Uint8Array([128, 255, 128, 255]);
    const cells = grid ? grid.cells : [1, 1, 1];
    const texture = new THREE.Data3DTexture(values, ...cells);
    texture.minFilter = THREE.LinearFilter;
    texture.magFilter = THREE.LinearFilter;
    texture.unpackAlignment = 1;
    texture.needsUpdate = true;
    return texture;
  }

  // A plain material of the file as ours. Cloth lets light through: double-sided materials are lit from behind as well.
  dress(old) {
    const color = old.color.clone();
    const made = new THREE.MeshLambertMaterial({ color, vertexColors: true, side: old.side, name: old.name });
    return this.material(made, false, false);
  }

  // A graded one keeps near the colour of its grade: less sun, more sky.
  material(made, hatch, graded) {
    const { data } = this;
    const cloth = made.side === THREE.DoubleSide && !graded;
    made.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, { skyGrid: this.grid, gridOrigin: this.origin, gridSize: this.size });
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;')
        .replace('#include <project_vertex>', '#include <project_vertex>\nvec4 placed = vec4(transformed, 1.);\n#ifdef USE_INSTANCING\nplaced = instanceMatrix * placed;\n#endif\nvPlace = (modelMatrix * placed).xyz;');
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>
          precision highp sampler3D;
          varying vec3 vPlace;
          uniform sampler3D skyGrid;
          uniform vec3 gridOrigin, gridSize;
          vec3 ambientOf(vec3 n) {
            vec3 at = (vPlace + n * .32 - gridOrigin) / gridSize;
            vec4 seen = texture(skyGrid, clamp(at, 0., 1.));
            // Beyond the grid all of the sky is open.
            float away = max(max(abs(at.x - .5), abs(at.y - .5)), abs(at.z - .5)) - .5;
            seen = mix(seen, vec4(.5, 1., .5, 1.), smoothstep(-.03, .0, away));
            vec3 from = seen.xyz * 2. - 1.;
            float open = seen.a, shut = 1. - seen.a;
            float faced = .5 + .5 * dot(n, from) / max(length(from), .2);
            vec3 around = mix(vec3(${vec(data.low)}), vec3(${vec(data.high)}), .5 + .5 * n.y);
            vec3 c = ${data.strength.toFixed(3)} * around * (.14 + .86 * open) * mix(1., .30 + 1.25 * faced, shut);
            return c + vec3(.20, .152, .102) * shut * (1. - open * .5) * (.30 + faced);
          }`)
        .replace('#include <lights_fragment_end>', `#include <lights_fragment_end>
          vec3 upright = inverseTransformDirection(normal, viewMatrix);
          reflectedLight.indirectDiffuse = diffuseColor.rgb * ambientOf(upright);
          ${cloth ? `{ float d = dot(upright, vec3(${vec(data.to_sun)}));
            reflectedLight.directDiffuse *= d > 0. ? .62 : 1.;
            reflectedLight.directDiffuse += diffuseColor.rgb * vec3(${vec(data.sun)}) * .40 * max(-d, 0.) * vec3(1., .94, .84); }` : ''}
          ${graded ? 'reflectedLight.directDiffuse *= .36; reflectedLight.indirectDiffuse = reflectedLight.indirectDiffuse * .7 + diffuseColor.rgb * vec3(.26, .25, .23);' : ''}
          ${hatch ? 'if (fract((gl_FragCoord.x + gl_FragCoord.y) / 9.) < .24) reflectedLight.indirectDiffuse += vec3(.16, .15, .13);' : ''}`)
        .replace('#include <tonemapping_fragment>', `
          float far = ${data.haze[3].toFixed(3)} * clamp((distance(cameraPosition, vPlace) - ${data.haze_range[0].toFixed(1)}) / ${data.haze_range[1].toFixed(1)}, 0., 1.);
          gl_FragColor.rgb = mix(gl_FragColor.rgb, vec3(${vec(data.haze.slice(0, 3))}), far);
          #include <tonemapping_fragment>`);
    };
    made.customProgramCacheKey = () => `shegong-${cloth}-${hatch}-${graded}`;
    return made;
  }

  // The colour of each mesh by how sure its thing is; people and the open land are not measured.
  grade(meshes, on) {
    for (const mesh of meshes) {
      let node = mesh;
      while (node && node.userData.sure === undefined) node = node.parent;
      mesh.material = on ? this.tints[certainty(node)] : mesh.userData.plain;
    }
  }

  // Keep the sun's shadow where one looks: sharp on the hall and at the target alike. It moves by whole texels: edges do not crawl.
  // Whether it has moved.
  aim(camera, target) {
    const distance = Math.min(Math.max(camera.position.distanceTo(target), 8), 150);
    const half = 2 ** (Math.ceil(Math.log2(distance * 0.75) * 2) / 2);
    const box = this.sun.shadow.camera;
    if (Math.abs(box.right - half) > 1e-3) {
      Object.assign(box, { left: -half, right: half, top: half, bottom: -half });
      box.updateProjectionMatrix();
    }
    const grain = half / 64;
    const at = new THREE.Vector3(...['x', 'y', 'z'].map((axis) => Math.round(target[axis] / grain) * grain));
    const moved = !at.equals(this.sun.target.position) || this.half !== half;
    this.half = half;
    this.sun.target.position.copy(at);
    this.sun.position.copy(at).addScaledVector(this.way, 150);
    return moved;
  }
}

const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

// Land far off: hills one behind the other, and the wood into which the plain fades; as in the window.
const FAR = `
float hill(float a, float s) {
  return .5 + .22 * sin(a * 3. + s) + .16 * sin(a * 7. + s * 2.3) + .08 * sin(a * 17. + s * 4.1) + .03 * sin(a * 41. + s);
}
vec3 land(vec3 low, vec3 mid, vec3 ray, vec3 sun, float near) {
  float lit = .86 + .18 * dot(normalize(vec3(ray.x, 1e-4, ray.z)), -vec3(sun.x, 0., sun.z));
  return mix(mix(low, mid, .55) * .93, vec3(.478, .494, .376) * lit, near);
}`;

function sky(data, way) {
  const [low, mid, top] = data.sky.map(rgb);
  const material = new THREE.ShaderMaterial({
    side: THREE.BackSide,
    depthWrite: false,
    fog: false,
    toneMapped: false,
    vertexShader: 'varying vec3 d; void main() { d = position; gl_Position = projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.); }',
    fragmentShader: `varying vec3 d; ${FAR} void main() {
      vec3 w = normalize(d); float h = w.y;
      vec3 low = vec3(${vec(low)}), mid = vec3(${vec(mid)}), top = vec3(${vec(top)}), sun = vec3(${vec(way.toArray())});
      vec3 c = mix(low, mid, smoothstep(0., .16, h));
      c = mix(c, top, smoothstep(.14, .75, h));
      float near = max(dot(normalize(vec3(w.x, max(h, 0.) * .6, w.z)), sun), 0.);
      c = mix(c, vec3(1., .95, .84), .45 * pow(near, 6.) * (1. - smoothstep(0., .5, h)));
      if (h < .12) {
        float a = atan(w.x, -w.z);
        float soft = max(fwidth(h), .0006);
        for (int i = 0; i < 4; i++) {
          float f = float(i);
          float ridge = (.098 - .020 * f) * hill(a, 1.7 + f * 2.1) + .004 - cameraPosition.y * .0002;
          c = mix(c, land(low, mid, w, sun, .10 + .20 * f), smoothstep(ridge + soft, ridge - soft, h));
        }
        float crown = .0072 + .0022 * sin(a * 37. + 3. * sin(a * 13.)) * sin(a * 19. + 1.3) + .0025 * sin(a * 5. + .7) - cameraPosition.y * .00012;
        c = mix(c, land(low, mid, w, sun, .52) * .96, smoothstep(crown + soft, crown - soft, h));
      }
      gl_FragColor = vec4(c, 1.); }`,
  });
  const dome = new THREE.Mesh(new THREE.SphereGeometry(500, 32, 16), material);
  dome.renderOrder = -1;
  dome.frustumCulled = false;
  return dome;
}

// Fields as far as the eye goes, into the haze of the horizon: the ground of the model ends sooner.
function fields(data, way) {
  const [low, mid] = data.sky.map(rgb);
  const material = new THREE.ShaderMaterial({
    toneMapped: false,
    vertexShader: 'varying vec3 p; void main() { p = (modelMatrix * vec4(position, 1.)).xyz; gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.); }',
    fragmentShader: `varying vec3 p; ${FAR}
      float hash(vec2 c) { return fract(sin(dot(c, vec2(12.98, 78.23))) * 43758.5); }
      float noise(vec2 c) { vec2 i = floor(c), f = smoothstep(0., 1., fract(c));
        return mix(mix(hash(i), hash(i + vec2(1., 0.)), f.x), mix(hash(i + vec2(0., 1.)), hash(i + 1.), f.x), f.y); }
      void main() {
        float rough = noise(p.xz / 41.) * .6 + noise(p.xz / 13.) * .4;
        vec3 c = mix(vec3(.57, .58, .37), vec3(.71, .64, .46), rough);
        float far = distance(cameraPosition, p);
        vec3 wood = land(vec3(${vec(low)}), vec3(${vec(mid)}), normalize(p - cameraPosition), vec3(${vec(way.toArray())}), .52) * .96;
        gl_FragColor = vec4(mix(c, wood, 1. - exp(-max(far - 60., 0.) / 380.)), 1.); }`,
  });
  const disc = new THREE.Mesh(new THREE.CircleGeometry(1400, 48), material);
  disc.rotation.x = -Math.PI / 2;
  disc.position.set(0, -0.35, 35);
  return disc;
}
