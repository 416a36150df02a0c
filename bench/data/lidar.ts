import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';

/** A small seeded generator of numbers in [0, 1) (mulberry32, T. Ettinger, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Pulse {
  x: number;
  y: number;
  z: number;
  time: number;
  angle: number;
  returns: number;
  canopy: number;
}

const pointsPerLine = 500;
const metres = 1000;

function makePulse(index: number, random: () => number): Pulse {
  const line = Math.floor(index / pointsPerLine);
  const along = index % pointsPerLine;
  const isBack = line % 2 === 1;
  const across = (isBack ? pointsPerLine - along : along) / pointsPerLine - 0.5;
  const x = across * 300 + (random() - 0.5) * 0.1;
  const y = line * 0.6 + (random() - 0.5) * 0.1;
  const z = 12 * Math.sin(x / 40) * Math.cos(y / 55) + 0.03 * y + (random() - 0.5) * 0.04;
  const isTree = Math.sin(x / 17) + Math.sin(y / 23) > 1;
  const returns = isTree ? 1 + Math.floor(random() * 3) : 1;
  const time = 2.1e8 + index * 5e-6 + line * 2e-3;
  return { x, y, z, time, angle: across * 40, returns, canopy: isTree ? 4 + random() * 14 : 0 };
}

function putCommon(view: DataView, at: number, pulse: Pulse, number: number, random: () => number): void {
  const height = pulse.canopy * (1 - (number - 1) / pulse.returns);
  view.setInt32(at, Math.round(pulse.x * metres), true);
  view.setInt32(at + 4, Math.round(pulse.y * metres), true);
  view.setInt32(at + 8, Math.round((pulse.z + (number === pulse.returns ? 0 : height)) * metres), true);
  view.setUint16(at + 12, Math.round((pulse.canopy ? 60 : 140) + random() * 50), true);
}

/**
 * Airborne lidar in order of time: zigzag scan lines over rolling ground, trees with up to three returns,
 * intensities, classes 2 and 5, 8-bit colours in the upper byte where the format has them. Scale 1 mm.
 * Deterministic.
 */
export function makeLidar(format: 1 | 3 | 6 | 7, count: number, seed = 1): PointRecords {
  const random = seededRandom(seed);
  const {
    length: recordLength,
    extended,
    gpsTime,
    rgb,
    classification,
    scanAngle,
    pointSourceId,
  } = pointFormat(format);
  const bytes = new Uint8Array(count * recordLength);
  const view = new DataView(bytes.buffer);
  for (let i = 0, index = 0; i < count; index++) {
    const pulse = makePulse(index, random);
    for (let number = 1; number <= pulse.returns && i < count; number++, i++) {
      const at = i * recordLength;
      putCommon(view, at, pulse, number, random);
      bytes[at + 14] = number | (pulse.returns << (extended ? 4 : 3));
      bytes[at + classification] = pulse.canopy > 0 && number < pulse.returns ? 5 : 2;
      if (extended) view.setInt16(at + scanAngle, Math.round(pulse.angle / 0.006), true);
      else view.setInt8(at + scanAngle, Math.round(pulse.angle));
      view.setUint16(at + pointSourceId, 7, true);
      if (gpsTime !== undefined) view.setFloat64(at + gpsTime, pulse.time, true);
      if (rgb !== undefined) {
        const green = 90 + Math.round(40 * Math.sin(pulse.x / 9) + random() * 12);
        const rest = pulse.canopy > 0 ? 20 : -10;
        for (const [channel, value] of [green - rest, green, green - rest - 15].entries()) {
          view.setUint16(at + rgb + channel * 2, value * 256, true);
        }
      }
    }
  }
  return { format, recordLength, count, bytes };
}

/** Cuts records into octree-like nodes: each point goes to a random level and to its tile of that level. */
export function cutIntoNodes(records: PointRecords, levels: number, seed = 2): PointRecords[] {
  const random = seededRandom(seed);
  const { bytes, count, recordLength, format } = records;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const nodes = new Map<string, number[]>();
  for (let i = 0; i < count; i++) {
    const level = Math.min(levels - 1, Math.floor(levels * Math.sqrt(random())));
    const tile = 400_000 / 2 ** level;
    const x = Math.floor(view.getInt32(i * recordLength, true) / tile);
    const y = Math.floor(view.getInt32(i * recordLength + 4, true) / tile);
    const key = `${level} ${x} ${y}`;
    const node = nodes.get(key);
    if (node) node.push(i);
    else nodes.set(key, [i]);
  }
  return [...nodes.values()].map((indices) => {
    const part = new Uint8Array(indices.length * recordLength);
    for (const [to, from] of indices.entries()) {
      part.set(bytes.subarray(from * recordLength, (from + 1) * recordLength), to * recordLength);
    }
    return { format, recordLength, count: indices.length, bytes: part };
  });
}
