// Usage: node world.mjs FILE.glb CLIP T1 T2 … — world matrices (column major, 16 numbers) of every named node at the times, by three.js.
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
const out = {};
for (const t of times) {
  mixer.setTime(Number(t));
  gltf.scene.updateMatrixWorld(true);
  const frame = {};
  gltf.scene.traverse((o) => { if (o.name) frame[o.name] = Array.from(o.matrixWorld.elements); });
  out[t] = frame;
}
process.stdout.write(JSON.stringify({ duration: clip ? clip.duration : 0, frames: out }));
