import { createLazPerf, type LazPerf } from 'laz-perf';
import { seededRandom } from '#bench/data/lidar.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';

/** Records whose every byte is random: worst case of every model. */
export function randomRecords(format: number, extraBytes: number, count: number, seed = 1): PointRecords {
  const random = seededRandom(seed);
  const recordLength = pointFormat(format).length + extraBytes;
  const bytes = Uint8Array.from({ length: count * recordLength }, () => Math.floor(random() * 256));
  return { format, recordLength, count, bytes };
}

/**
 * Records in which each field changes occasionally: several channels in turn, jumps of coordinates and times, grey and
 * coloured points, constant stretches.
 */
export function mixedRecords(format: number, extraBytes: number, count: number, seed = 1): PointRecords {
  const random = seededRandom(seed);
  const layout = pointFormat(format);
  const recordLength = layout.length + extraBytes;
  const bytes = new Uint8Array(count * recordLength);
  const view = new DataView(bytes.buffer);
  const state = new Uint8Array(recordLength);
  const now = new DataView(state.buffer);
  let time = 1e8;
  for (let i = 0; i < count; i++) {
    const step = random() < 0.01 ? 2 ** 31 * (random() - 0.5) : 200 * (random() - 0.5);
    for (const axis of [0, 4, 8]) now.setInt32(axis, (now.getInt32(axis, true) + step * random()) | 0, true);
    if (random() < 0.6) now.setUint16(12, 1000 + 300 * random(), true);
    const returns = 1 + Math.floor(random() * (layout.extended ? 15 : 5));
    const number = 1 + Math.floor(random() * returns);
    if (random() < 0.5) state[14] = layout.extended ? number | (returns << 4) : number | (returns << 3);
    if (layout.extended && random() < 0.3) state[15] = Math.floor(random() * 256);
    if (random() < 0.2) state[layout.classification] = Math.floor(random() * 20);
    if (random() < 0.1) state[layout.userData] = Math.floor(random() * 256);
    if (random() < 0.1) state[layout.scanAngle] = Math.floor(random() * 256);
    if (random() < 0.02) now.setUint16(layout.pointSourceId, random() * 65_536, true);
    if (layout.gpsTime !== undefined && random() < 0.8) {
      time = random() < 0.02 ? 3e8 * random() : time + (random() < 0.5 ? 1e-5 : 1e-4 * random());
      now.setFloat64(layout.gpsTime, time, true);
    }
    const colour = layout.rgb;
    if (colour !== undefined) {
      const isGrey = random() < 0.3;
      const grey = Math.floor(random() * 65_536);
      for (const channel of [0, 2, 4]) {
        now.setUint16(
          colour + channel,
          isGrey ? grey : random() < 0.5 ? grey & 0xff : random() * 65_536,
          true,
        );
      }
    }
    if (layout.nir !== undefined && random() < 0.5) now.setUint16(layout.nir, random() * 65_536, true);
    for (let b = layout.length; b < recordLength; b += 2) state[b] = Math.floor(random() * 8);
    bytes.set(state, i * recordLength);
  }
  return { format, recordLength, count: view.byteLength / recordLength, bytes };
}

/** Decodes a chunk with laz-perf. */
export function decodeWithLazPerf(
  peer: LazPerf,
  chunk: Uint8Array,
  { format, recordLength, count }: Pick<PointRecords, 'format' | 'recordLength' | 'count'>,
): Uint8Array {
  const data = peer._malloc(chunk.byteLength);
  const record = peer._malloc(recordLength);
  peer.HEAPU8.set(chunk, data);
  const decoder = new peer.ChunkDecoder();
  decoder.open(format, recordLength, data);
  const out = new Uint8Array(count * recordLength);
  for (let i = 0; i < count; i++) {
    decoder.getPoint(record);
    out.set(peer.HEAPU8.subarray(record, record + recordLength), i * recordLength);
  }
  decoder.delete();
  peer._free(data);
  peer._free(record);
  return out;
}

const load = (): Promise<LazPerf> => createLazPerf();
let loaded: ReturnType<typeof load> | undefined;

/** The peer decoder, loaded once. */
export async function loadLazPerf(): Promise<LazPerf> {
  loaded ??= load();
  return await loaded;
}
