// Light, sky, cameras and drawing.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { CSS2DRenderer } from 'three/examples/jsm/renderers/CSS2DRenderer.js';
import { certainty, owner } from './model.js';

const EVIDENCE = { stated: '#2B4C73', glossed: '#7DB0BD', inferred: '#E3C88C', conjectured: '#AE5C45', neutral: '#CFCDC8' };

export function supported() {
  try { return Boolean(document.createElement('canvas').getContext('webgl2')); } catch { return false; }
}

export class Stage {
  constructor(canvas, overlay, gltf, views) {
    this.views = views;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.names = new CSS2DRenderer({ element: overlay });
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(34, 1, 0.05, 1500);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.controls.dampingFactor = 0.12;
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.minDistance = 0.6;
    this.controls.maxDistance = 400;
    this.model = gltf.scene;
    this.scene.add(this.model, sky());
    this.light();
    this.prepare();
    this.follow = null;
    this.eyes = false;
    this.view('range');
    this.resize();
  }

  light() {
    const sun = new THREE.DirectionalLight('#FFE6C6', 3.6);
    sun.position.set(70, 36, 63);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.04;
    Object.assign(sun.shadow.camera, { left: -26, right: 26, top: 26, bottom: -26, near: 1, far: 260 });
    this.sun = sun;
    this.scene.add(sun, sun.target, new THREE.HemisphereLight("#B4C8E0", "#A08A66", 1.35));
  }

  prepare() {
    this.meshes = [];
    this.model.traverse((node) => {
      if (!node.isMesh) return;
      node.castShadow = true;
      node.receiveShadow = true;
      node.userData.plain = node.material;
      this.meshes.push(node);
    });
    this.tints = Object.fromEntries(Object.entries(EVIDENCE).map(([name, color]) => [name,
      new THREE.MeshStandardMaterial({ color, roughness: 0.95, side: THREE.DoubleSide })]));
  }

  colour(byCertainty) {
    for (const mesh of this.meshes) {
      const thing = owner(mesh);
      const person = thing && thing.userData.kind === 'person';
      mesh.material = byCertainty ? this.tints[person ? 'neutral' : certainty(thing)] : mesh.userData.plain;
    }
  }

  layer(names, shown) {
    this.model.traverse((node) => { if (names.includes(node.userData.layer)) node.visible = shown; });
  }

  view(name) {
    const view = this.views[name];
    if (!view) return;
    this.follow = null;
    this.eyes = false;
    this.camera.fov = view.fov * (this.camera.aspect < 1 ? 1.35 : 1);
    this.camera.position.set(...view.eye);
    this.controls.target.set(...view.target);
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  // Keep the sun's shadow where one looks: sharp on the hall and at the target alike.
  aim() {
    const target = this.controls.target;
    const distance = Math.min(Math.max(this.camera.position.distanceTo(target), 8), 110);
    const half = distance * 0.75;
    const box = this.sun.shadow.camera;
    if (Math.abs(box.right - half) > half * 0.1) {
      Object.assign(box, { left: -half, right: half, top: half, bottom: -half });
      box.updateProjectionMatrix();
    }
    this.sun.target.position.copy(target);
    this.sun.position.set(target.x + 70, target.y + 36, target.z + 63);
  }

  draw() {
    if (this.follow) this.track();
    if (!this.eyes) this.controls.update();
    this.aim();
    this.renderer.render(this.scene, this.camera);
    this.names.render(this.scene, this.camera);
  }

  track() {
    const place = new THREE.Vector3().setFromMatrixPosition(this.follow.matrixWorld);
    if (this.eyes) {
      const turn = new THREE.Quaternion().setFromRotationMatrix(this.follow.matrixWorld);
      const ahead = new THREE.Vector3(0, 0, 1).applyQuaternion(turn);
      this.camera.position.copy(place).addScaledVector(ahead, 0.28).y += 1.57;
      this.camera.lookAt(place.x + ahead.x * 20, place.y + 1.45, place.z + ahead.z * 20);
      this.controls.target.copy(place).addScaledVector(ahead, 6);
      return;
    }
    place.y += 1.0;
    const moved = place.clone().sub(this.controls.target);
    this.controls.target.copy(place);
    this.camera.position.add(moved);
  }

  person(node, eyes) {
    this.follow = node;
    this.eyes = Boolean(node && eyes);
    this.controls.enabled = !this.eyes;
    if (node && !eyes) {
      const place = new THREE.Vector3().setFromMatrixPosition(node.matrixWorld);
      this.controls.target.set(place.x, place.y + 1, place.z);
      this.camera.position.set(place.x + 4, place.y + 2.6, place.z + 6);
    }
  }

  resize() {
    const box = this.renderer.domElement.parentElement.getBoundingClientRect();
    const width = Math.max(box.width, 1);
    const height = Math.max(box.height, 1);
    this.renderer.setSize(width, height, false);
    this.names.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  pick(x, y) {
    const box = this.renderer.domElement.getBoundingClientRect();
    const point = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(point, this.camera);
    return ray.intersectObjects(this.meshes.filter((m) => shown(m)), false)[0] || null;
  }
}

function shown(node) {
  for (let n = node; n; n = n.parent) if (!n.visible || Math.abs(n.scale.x) < 1e-6) return false;
  return true;
}

function sky() {
  const material = new THREE.ShaderMaterial({
    side: THREE.BackSide,
    depthWrite: false,
    fog: false,
    vertexShader: 'varying vec3 d; void main(){ d = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: `varying vec3 d; void main(){ float h = normalize(d).y;
      vec3 low = vec3(.925,.898,.835), mid = vec3(.749,.812,.847), top = vec3(.541,.667,.816);
      vec3 c = h < .25 ? mix(low, mid, clamp(h/.25,0.,1.)) : mix(mid, top, clamp((h-.25)/.75,0.,1.));
      gl_FragColor = vec4(c, 1.0); }`,
  });
  const dome = new THREE.Mesh(new THREE.SphereGeometry(1200, 24, 12), material);
  dome.userData.sky = true;
  return dome;
}
