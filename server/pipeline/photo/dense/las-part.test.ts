import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCrs } from '#domain/crs/read-crs.ts';
import { readExtraValues } from '#domain/formats/las/extra-bytes.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { createLocalFrame } from '#domain/photogrammetry/model/local-frame.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { createPartWriter } from './las-part.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-part-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a part of a dense cloud', () => {
  it('holds place, colour, views, sigma, normal and level of every point in the project’s system', async () => {
    const crs = await readCrs([{ source: 'user', payload: 'EPSG:32615' }]);
    const frame = createLocalFrame(crs.definition, [570_000, 5_188_000, 200]);
    const path = join(folder, 'part.las');
    const points = {
      count: 2,
      xyz: Float64Array.of(0, 0, 0, 10.5, -20.25, 3.125),
      normals: Float32Array.of(0, 0, 1, 0.6, 0, 0.8),
      rgb: Uint8Array.of(255, 0, 128, 1, 2, 3),
      views: Uint8Array.of(3, 7),
      sigma: Float32Array.of(0.021, 0.5),
      level: Uint8Array.of(0, 2),
    };
    const writer = await createPartWriter(path, { frame, crs });
    await writer.write(points);
    await writer.finish();
    const source = await openFileSource(path);
    try {
      const file = await openLas(source);
      const { header, extraDimensions } = file;
      expect(header.pointCount).toBe(2);
      expect(file.warnings).toEqual([]);
      const { pointDataOffset, recordLength } = header;
      const bytes = await source.read(pointDataOffset, 2 * recordLength);
      const records = { format: 7, recordLength, count: 2, bytes: new Uint8Array(bytes) };
      const values = (name: string) =>
        Array.from(readExtraValues(records, extraDimensions.find((dimension) => dimension.name === name)!));
      expect(values('Views')).toEqual([3, 7]);
      expect(values('Sigma').map((value) => Number(value.toFixed(6)))).toEqual([0.021, 0.5]);
      expect(values('Level')).toEqual([0, 2]);
      expect(values('NormalX').map((value) => Number(value.toFixed(3)))).toEqual([0, 0.6]);
      const world = frame.toWorld([10.5, -20.25, 3.125]);
      const view = new DataView(records.bytes.buffer);
      for (const axis of [0, 1, 2]) {
        const integer = view.getInt32(recordLength + 4 * axis, true);
        expect(integer * header.scale[axis]! + header.offset[axis]!).toBeCloseTo(world[axis]!, 2);
      }
    } finally {
      await source.close();
    }
  });
});
