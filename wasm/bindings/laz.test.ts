import { describe, expect, it } from 'vitest';
import { seededRandom } from '#bench/data/lidar.ts';
import { sumRecords } from '#domain/cloud/point-sums.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { LayerName, PointRecords } from '#domain/formats/las/points.ts';
import { type LazScheme, writtenScheme } from '#domain/formats/laz/laz-vlr.ts';
import { loadKernel } from '#tests/support/kernels.ts';
import { decodeWithLazPerf, loadLazPerf, mixedRecords, randomRecords } from '#tests/support/laz-records.ts';
import { createLazCodec, type LazChunk } from './laz.ts';

const createCodec = () => createLazCodec(loadKernel('laz'));

function chunkOf(records: PointRecords, compressed: Uint8Array): LazChunk {
  const scheme: LazScheme = writtenScheme(records.format, records.recordLength);
  return { scheme, compressed, pointCount: records.count, file: 'test.laz', offset: 0 };
}

/** A module with the exports of the LAZ kernel's decoder, whose `decodeChunk` is the instruction `unreachable`. */
const trappingKernel = Uint8Array.from(
  Buffer.from(
    '0061736d01000000011a046000017f60027f7f017f60087f7f7f7f7f7f7f7f017f6000000305040001020305030100010739' +
      '05066d656d6f72790200086669786564456e64000009657874726153697a6500010b6465636f64654368756e6b0002077072657061726500030a1204040041000b040041000b0300000b02000b',
    'hex',
  ),
);

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const shapes = [0, 1, 2, 3, 6, 7, 8].flatMap((format) => [0, 5].map((extra) => ({ format, extra })));

describe('sums of points', () => {
  it.each(shapes)(
    'are those of the reference, format $format with $extra extra bytes',
    ({ format, extra }) => {
      const codec = createCodec();
      for (const count of [0, 1, 2, 3, 4, 5, 7, 8, 1001]) {
        const records = mixedRecords(format, extra, Math.max(1, count), format + count);
        const own = { ...records, count, bytes: records.bytes.subarray(0, count * records.recordLength) };
        expect(codec.sumRecords(own)).toEqual(sumRecords(own));
        if (count === 0) continue;
        const chunk = chunkOf(records, codec.encodeChunk(records));
        expect(codec.sumChunk(chunk)).toEqual(sumRecords(records));
      }
    },
  );

  it.each([20, 21, 22, 23, 31])('are those of the reference for records of %i bytes', (recordLength) => {
    const random = seededRandom(recordLength);
    const count = 37;
    const bytes = Uint8Array.from({ length: count * recordLength }, () => random() * 256);
    const records = { format: 0, recordLength, count, bytes };
    expect(createCodec().sumRecords(records)).toEqual(sumRecords(records));
  });
});

describe('round trip', () => {
  it.each(shapes)('format $format with $extra extra bytes, also by laz-perf', async ({ format, extra }) => {
    const codec = createCodec();
    const peer = await loadLazPerf();
    for (const records of [
      mixedRecords(format, extra, 20_000, format + 1),
      randomRecords(format, extra, 3_000, format + 2),
      { ...randomRecords(format, extra, 1), count: 1 },
      { ...randomRecords(format, extra, 2), count: 2 },
    ]) {
      const compressed = codec.encodeChunk(records);
      const decoded = codec.decodeChunk(chunkOf(records, compressed));
      expect(decoded).toMatchObject({ format, recordLength: records.recordLength, count: records.count });
      expect(isSame(decoded.bytes, records.bytes)).toBe(true);
      expect(isSame(decodeWithLazPerf(peer, compressed, records), records.bytes)).toBe(true);
    }
  });

  it('keeps NaN, negative zero and extreme GPS times', () => {
    const codec = createCodec();
    const records = mixedRecords(6, 0, 200);
    const view = new DataView(records.bytes.buffer);
    const odd = [
      Number.NaN,
      -0,
      0,
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      Number.MIN_VALUE,
      Number.POSITIVE_INFINITY,
    ];
    for (let i = 0; i < 200; i++) view.setFloat64(i * 30 + 22, odd[i % odd.length]!, true);
    const decoded = codec.decodeChunk(chunkOf(records, codec.encodeChunk(records)));
    expect(isSame(decoded.bytes, records.bytes)).toBe(true);
  });

  it('gives the same bytes for the same records, whatever was coded before', () => {
    const records = mixedRecords(7, 2, 5_000);
    const first = createCodec().encodeChunk(records);
    const used = createCodec();
    used.encodeChunk(randomRecords(3, 9, 2_000));
    used.encodeChunk(randomRecords(8, 40, 2_000));
    expect(isSame(used.encodeChunk(records), first)).toBe(true);
  });

  it('refuses formats with waveforms as a fault of the caller', () => {
    const { length: recordLength } = pointFormat(4);
    const records = { format: 4, recordLength, count: 1, bytes: new Uint8Array(recordLength) };
    expect(() => createCodec().encodeChunk(records)).toThrow(RangeError);
  });
});

describe('layers', () => {
  const every: LayerName[] = [
    'xyz',
    'intensity',
    'classification',
    'returnNumber',
    'numberOfReturns',
    'rgb',
    'gpsTime',
    'pointSourceId',
  ];

  /** The fields of the record at `at`, read one by one. */
  const fieldsOf = (view: DataView, at: number, format: number): Record<LayerName, number[]> => {
    const layout = pointFormat(format);
    const returns = view.getUint8(at + 14);
    const colour = layout.rgb;
    return {
      xyz: [0, 4, 8].map((axis) => view.getInt32(at + axis, true)),
      intensity: [view.getUint16(at + 12, true)],
      classification: [view.getUint8(at + layout.classification) & (layout.extended ? 255 : 31)],
      returnNumber: [returns & (layout.extended ? 15 : 7)],
      numberOfReturns: [layout.extended ? returns >> 4 : (returns >> 3) & 7],
      rgb:
        colour === undefined ? [] : [0, 2, 4].map((channel) => view.getUint16(at + colour + channel, true)),
      gpsTime: layout.gpsTime === undefined ? [] : [view.getFloat64(at + layout.gpsTime, true)],
      pointSourceId: [view.getUint16(at + layout.pointSourceId, true)],
    };
  };

  function layersOf(records: PointRecords, name: LayerName): number[] {
    const view = new DataView(records.bytes.buffer);
    const starts = Array.from({ length: records.count }, (_, i) => i * records.recordLength);
    return starts.flatMap((at) => fieldsOf(view, at, records.format)[name]);
  }

  it.each(shapes)(
    'format $format with $extra extra bytes, each alone and all together',
    ({ format, extra }) => {
      const codec = createCodec();
      const records = mixedRecords(format, extra, 2_500);
      const chunk = chunkOf(records, codec.encodeChunk(records));
      const layout = pointFormat(format);
      const present = every.filter((name) => (name !== 'rgb' && name !== 'gpsTime') || name in layout);
      const all = codec.decodeLayers(chunk, every);
      expect(Object.keys(all).sort()).toEqual(['count', ...present].sort());
      for (const name of present) {
        const truth = layersOf(records, name);
        expect(Array.from(all[name]!), name).toEqual(truth);
        expect(Array.from(codec.decodeLayers(chunk, [name])[name]!), `${name} alone`).toEqual(truth);
      }
    },
  );

  it('answers no points with empty arrays', () => {
    const scheme = writtenScheme(7, 36);
    const chunk = { scheme, compressed: new Uint8Array(0), pointCount: 0, file: 'empty', offset: 0 };
    expect(createCodec().decodeLayers(chunk, ['xyz']).xyz).toHaveLength(0);
    expect(createCodec().decodeChunk(chunk).bytes).toHaveLength(0);
  });
});

describe('damaged chunks', () => {
  const codeOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
    return 'none';
  };

  it.each([3, 7, 8])('a chunk of format %i that is cut anywhere is refused', (format) => {
    const codec = createCodec();
    const records = mixedRecords(format, 3, 1_000);
    const whole = codec.encodeChunk(records);
    for (const share of [0, 0.001, 0.01, 0.1, 0.5, 0.9, 0.97]) {
      const compressed = whole.slice(0, Math.floor(whole.byteLength * share));
      const codes = ['laz.truncated', 'laz.corrupt', 'laz.count-mismatch'];
      expect(codes).toContain(codeOf(() => codec.decodeChunk(chunkOf(records, compressed))));
    }
  });

  it.each([0, 1, 3, 6, 7, 8])('random damage to format %i ends in records or a typed error', (format) => {
    const codec = createCodec();
    const random = seededRandom(format + 40);
    const records = mixedRecords(format, 2, 600);
    const whole = codec.encodeChunk(records);
    const allowed = ['none', 'laz.truncated', 'laz.corrupt', 'laz.count-mismatch'];
    for (let round = 0; round < 300; round++) {
      const compressed = whole.slice();
      const from = Math.floor(random() ** 3 * compressed.length);
      const length = 1 + Math.floor(random() * 40);
      for (let i = from; i < Math.min(from + length, compressed.length); i++) {
        compressed[i] = Math.floor(random() * 256);
      }
      expect(allowed).toContain(codeOf(() => codec.decodeChunk(chunkOf(records, compressed))));
    }
    expect(isSame(codec.decodeChunk(chunkOf(records, whole)).bytes, records.bytes)).toBe(true);
  });

  it('a kernel that traps says nothing of the file', () => {
    const codec = createLazCodec(new WebAssembly.Module(trappingKernel));
    const records = mixedRecords(6, 0, 10);
    const chunk = chunkOf(records, new Uint8Array(100));
    expect(() => codec.decodeChunk(chunk)).toThrow(WebAssembly.RuntimeError);
  });

  it('bytes that are no chunk at all end in a typed error', () => {
    const codec = createCodec();
    for (const fill of [0, 255]) {
      for (const format of [3, 8]) {
        const records = randomRecords(format, 0, 5_000);
        const compressed = new Uint8Array(4_000).fill(fill);
        const code = codeOf(() => codec.decodeChunk(chunkOf(records, compressed)));
        expect(['laz.truncated', 'laz.corrupt', 'laz.count-mismatch', 'none']).toContain(code);
      }
    }
  });

  it('an absurd number of points is refused before memory grows', () => {
    const records = mixedRecords(6, 0, 10);
    const codec = createCodec();
    const chunk = { ...chunkOf(records, codec.encodeChunk(records)), pointCount: 4_000_000_000 };
    expect(codeOf(() => codec.decodeChunk(chunk))).toBe('laz.chunk-too-large');
    expect(codeOf(() => codec.decodeChunk({ ...chunk, pointCount: 11 }))).toBe('laz.count-mismatch');
  });

  it('a chunk is refused where it needs more memory than the limit, and read where it needs as much', () => {
    const records = mixedRecords(7, 0, 100_000);
    const chunk = chunkOf(records, createCodec().encodeChunk(records));
    const code = (maxBytes: number) =>
      codeOf(() => createLazCodec(loadKernel('laz'), maxBytes).decodeChunk(chunk));
    expect(code(6 * 2 ** 20)).toBe('laz.chunk-too-large');
    expect(code(16 * 2 ** 20)).toBe('none');
  });

  it.each([0, 3, 6, 8])(
    'points that all are the same are read, more than bytes can hold refused: format %i',
    (format) => {
      const codec = createCodec();
      const one = mixedRecords(format, 0, 1);
      const count = 2_000_000;
      const bytes = new Uint8Array(count * one.recordLength);
      for (let at = 0; at < bytes.length; at += one.recordLength) bytes.set(one.bytes, at);
      const records = { ...one, count, bytes };
      const chunk = chunkOf(records, codec.encodeChunk(records));
      expect(isSame(codec.decodeChunk(chunk).bytes, bytes)).toBe(true);
      const claimed = { ...chunk, pointCount: 1201 * chunk.compressed.length };
      expect(codeOf(() => codec.decodeChunk(claimed))).toBe('laz.truncated');
    },
  );
});
