import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { writtenScheme } from '#domain/formats/laz/laz-vlr.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { readCloud } from '#workers/io/read-cloud.ts';
import { loadKernel } from '../support/kernels.ts';
import { readWithLazPerf } from '../support/laz-perf.ts';
import { decodeWithLazPerf, loadLazPerf } from '../support/laz-records.ts';
import { describeWithShared, hasSharedData, sharedData } from '../support/shared-data.ts';

const codec = createLazCodec(loadKernel('laz'));

function listPacked(): string[] {
  if (!hasSharedData) return [];
  const root = sharedData('las');
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.laz'))
    .sort();
}

async function readBlocks(path: string, file: Uint8Array): Promise<PointRecords[]> {
  const las = await openLas(memorySource(path, file));
  const blocks: PointRecords[] = [];
  for await (const block of readCloud(las, async (chunk) => codec.decodeChunk(chunk))) blocks.push(block);
  return blocks;
}

describeWithShared('every LAZ and COPC file of the public data', () => {
  test.each([...listPacked(), '../brighton-beach/model.laz'])(
    '%s: our records are those of laz-perf, and it reads what we write of them',
    async (path) => {
      const file = new Uint8Array(readFileSync(join(sharedData('las'), path)));
      const blocks = await readBlocks(path, file).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'laz.unsupported') return undefined;
        throw error;
      });
      if (!blocks) {
        expect(path).toMatch(/fullwave|version-1/);
        return;
      }
      const truth = await readWithLazPerf(file);
      expect(Buffer.concat(blocks.map((block) => block.bytes)).equals(truth.bytes)).toBe(true);

      const peer = await loadLazPerf();
      for (const block of blocks.slice(0, 3)) {
        const compressed = codec.encodeChunk(block);
        expect(Buffer.compare(decodeWithLazPerf(peer, compressed, block), block.bytes)).toBe(0);
        const scheme = writtenScheme(block.format, block.recordLength);
        const chunk = { scheme, compressed, pointCount: block.count, file: path, offset: 0 };
        expect(Buffer.compare(codec.decodeChunk(chunk).bytes, block.bytes)).toBe(0);
      }
    },
  );
});
