// Usage: node world.mjs FILE.glb CLIP T1 T2 … — by three.js, the names of all nodes, and for each time their world matrices
// (column major, 16 float32 each, in base64: a million numbers as text take longer to print than to compute).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const three = path.join(process.env.SHEGONG_NODE, 'node_modules', 'three');
// The loader touches a few browser names even where no picture is loaded.
globalThis.self = globalThis;
const THREE = await import(pathToFileURL(path.join(three, 'build', 'three.module.js')));
const { GLTFLoader } = await import(pathToFileURL(path.join(three, 'examples', 'jsm', 'loaders', 'GLTFLoader.js')));
const [file, name, ...times] = process.argv.slice(2);
const bytes = await readFile(file);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const gltf = await new Promise((done, fail) => new GLTFLoader().parse(buffer, '', done, fail));
const mixer = new THREE.AnimationMixer(gltf.scene);
const clip = gltf.animations.find((c) => c.name === name);
if (clip) {
  const action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
}
const nodes = [];
gltf.scene.traverse((o) => { if (o.name) nodes.push(o); });
const frames = {};
for (const t of times) {
  mixer.setTime(Number(t));
  gltf.scene.updateMatrixWorld(true);
  const all = new Float32Array(16 * nodes.length);
  nodes.forEach((o, n) => all.set(o.matrixWorld.elements, 16 * n));
  frames[t] = Buffer.from(all.buffer).toString('base64');
}
process.stdout.write(JSON.stringify({ duration: clip ? clip.duration : 0, names: nodes.map((o) => o.name), frames }));
