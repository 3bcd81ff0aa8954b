// The movement of a section: unpacked when the section is shown, then sampled. The format is that of viewer/page/motion.py.
import { inflateSync } from 'three/examples/jsm/libs/fflate.module.js';

const TICK = 10;
const PLACE = 1 / 512;
const TURN = 1 / 1024;
const KEPT = 4;

export function bytes(text) {
  // Newer browsers read base64 themselves, many times faster.
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < out.length; i += 1) out[i] = binary.charCodeAt(i);
  return out;
}

// Numbers of one block: LEB128, low bits first.
function numbers(block) {
  const out = new Int32Array(block.length);
  let n = 0;
  for (let i = 0; i < block.length;) {
    let value = 0;
    let shift = 0;
    let byte;
    do { byte = block[i]; i += 1; value |= (byte & 127) << shift; shift += 7; } while (byte > 127);
    out[n] = value;
    n += 1;
  }
  return out.subarray(0, n);
}

const signed = (v) => (v & 1 ? -((v + 1) >> 1) : v >> 1);

export function decode(packed) {
  const raw = inflateSync(packed);
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const blocks = [];
  for (let at = 0; at < raw.length;) {
    const size = view.getUint32(at, true);
    blocks.push(raw.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  const [steps, , when, what, timeSizes, timeRows, valueSizes, valueRows] = blocks.map(numbers);
  const kinds = blocks[1];
  const times = [];
  for (let row = 0, at = 0; row < timeSizes.length; at += timeSizes[row], row += 1) {
    const list = new Int32Array(timeSizes[row]);
    for (let i = 0, t = 0; i < list.length; i += 1) { t += timeRows[at + i] * TICK; list[i] = t; }
    times.push(list);
  }
  const starts = new Int32Array(valueSizes.length);
  for (let row = 1; row < valueSizes.length; row += 1) starts[row] = starts[row - 1] + valueSizes[row - 1];
  const tracks = [];
  let node = 0;
  for (let n = 0; n < steps.length; n += 1) {
    node += signed(steps[n]);
    const keys = times[when[n]];
    const row = valueRows.subarray(starts[what[n]], starts[what[n]] + valueSizes[what[n]]);
    const kind = kinds[n] & 3;
    const values = kind === 3 ? shown(row) : kind === 1 ? turns(row, keys.length) : places(row, keys.length);
    tracks.push({ node, kind, step: (kinds[n] & 4) > 0, keys, values, at: 0 });
  }
  return tracks;
}

function shown(row) {
  return Float32Array.from(row);
}

function places(row, count) {
  const out = new Float32Array(count * 3);
  for (let part = 0; part < 3; part += 1) {
    for (let i = 0, v = 0; i < count; i += 1) { v += signed(row[part * count + i]); out[i * 3 + part] = v * PLACE; }
  }
  return out;
}

// Quaternions come without their largest part, which is positive and follows from the others.
function turns(row, count) {
  const out = new Float32Array(count * 4);
  const parts = [1, 2, 3].map((part) => {
    const list = new Float32Array(count);
    for (let i = 0, v = 0; i < count; i += 1) { v += signed(row[part * count + i]); list[i] = v * TURN; }
    return list;
  });
  for (let i = 0; i < count; i += 1) {
    const largest = row[i];
    let rest = 1;
    for (let part = 0, k = 0; part < 4; part += 1) {
      if (part === largest) continue;
      const v = parts[k][i];
      k += 1;
      out[i * 4 + part] = v;
      rest -= v * v;
    }
    out[i * 4 + largest] = Math.sqrt(Math.max(rest, 0));
  }
  return out;
}

export class Motion {
  // `nodes`: objects in the order of the packed scene; `chunk(n)`: packed bytes of section n.
  constructor(nodes, chunk) {
    this.nodes = nodes;
    this.chunk = chunk;
    // How everything stands before it moves: ten numbers a node.
    this.rest = new Float32Array(nodes.length * 10);
    nodes.forEach(({ position: p, quaternion: q, scale: s }, i) => this.rest.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z], i * 10));
    this.decoded = new Map();
    this.index = -1;
  }

  tracks(index) {
    let found = this.decoded.get(index);
    if (found) { this.decoded.delete(index); this.decoded.set(index, found); return found; }
    const packed = this.chunk(index);
    found = packed ? decode(packed) : [];
    this.decoded.set(index, found);
    if (this.decoded.size > KEPT) this.decoded.delete(this.decoded.keys().next().value);
    return found;
  }

  // Put everything where it is at `ms` of section `index`.
  show(index, ms) {
    const tracks = this.tracks(index);
    if (index !== this.index) {
      this.nodes.forEach((node, i) => {
        const at = i * 10;
        node.position.fromArray(this.rest, at);
        node.quaternion.fromArray(this.rest, at + 3);
        node.scale.fromArray(this.rest, at + 7);
        node.updateMatrix();
      });
      this.index = index;
    }
    for (const track of tracks) this.apply(track, ms);
    for (const track of tracks) this.nodes[track.node].updateMatrix();
  }

  apply(track, ms) {
    const node = this.nodes[track.node];
    const { keys, values, kind } = track;
    const i = seek(track, ms);
    const j = Math.min(i + 1, keys.length - 1);
    const gap = keys[j] - keys[i];
    const part = track.step || gap <= 0 ? 0 : Math.min(Math.max((ms - keys[i]) / gap, 0), 1);
    if (kind === 3) { node.scale.setScalar(values[i]); return; }
    if (kind === 1) { slerp(node.quaternion, values, i * 4, j * 4, part); return; }
    const a = i * 3;
    const b = j * 3;
    (kind === 0 ? node.position : node.scale).set(
      values[a] + (values[b] - values[a]) * part,
      values[a + 1] + (values[b + 1] - values[a + 1]) * part,
      values[a + 2] + (values[b + 2] - values[a + 2]) * part,
    );
  }
}

// The last key at or before `ms`; time mostly goes on a little, so begin where it was.
function seek(track, ms) {
  const { keys } = track;
  let i = track.at;
  if (keys[i] > ms || (i + 8 < keys.length && keys[i + 8] <= ms)) {
    let low = 0;
    let high = keys.length;
    while (high - low > 1) { const middle = (low + high) >> 1; if (keys[middle] <= ms) low = middle; else high = middle; }
    i = low;
  } else while (i + 1 < keys.length && keys[i + 1] <= ms) i += 1;
  track.at = i;
  return i;
}

function slerp(out, values, a, b, part) {
  let [bx, by, bz, bw] = [values[b], values[b + 1], values[b + 2], values[b + 3]];
  const [ax, ay, az, aw] = [values[a], values[a + 1], values[a + 2], values[a + 3]];
  if (part === 0) { out.set(ax, ay, az, aw); return; }
  let dot = ax * bx + ay * by + az * bz + aw * bw;
  if (dot < 0) { dot = -dot; bx = -bx; by = -by; bz = -bz; bw = -bw; }
  let low = 1 - part;
  let high = part;
  if (dot < 0.9995) {
    const angle = Math.acos(dot);
    const sine = Math.sin(angle);
    low = Math.sin(low * angle) / sine;
    high = Math.sin(high * angle) / sine;
  }
  out.set(ax * low + bx * high, ay * low + by * high, az * low + bz * high, aw * low + bw * high).normalize();
}
