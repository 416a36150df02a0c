import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { AppError } from '#domain/errors/app-error.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { readCloud } from '#workers/io/read-cloud.ts';
import { loadKernel } from '../support/kernels.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';

/** Small repeatable random numbers (xorshift, Marsaglia 2003). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

async function readOrRefuse(bytes: Uint8Array): Promise<unknown> {
  try {
    const file = await openLas(memorySource('a.las', bytes));
    const summary = createSummary();
    for await (const records of readCloud(file, async (chunk) => codec.decodeChunk(chunk))) {
      addRecords(summary, records);
    }
    return summary.count;
  } catch (error) {
    return error;
  }
}

const codec = createLazCodec(loadKernel('laz'));
const files = [
  'lasR/example.copc.laz',
  'pdal/autzen_clip_native.copc.laz',
  'laz-perf-pairs/extrabytes.laz',
  'lasR/extra_byte.las',
  'pdal/permutations/1.0_1.las',
];

describeWithShared('damaged files', () => {
  test.each(files)('%s with damaged bytes is read or refused with a typed error', async (path) => {
    const intact = new Uint8Array(await readFile(sharedData(`las/${path}`)));
    const random = createRandom(77);
    for (let round = 0; round < 150; round++) {
      const bytes = intact.slice();
      const reach = round % 3 === 0 ? bytes.length : Math.min(bytes.length, 1700);
      for (let flip = 0; flip <= round % 4; flip++) bytes[random(reach)] = random(256);
      const outcome = await readOrRefuse(bytes);
      if (typeof outcome !== 'number') expect(outcome).toBeInstanceOf(AppError);
    }
  });

  test.each(files)('%s cut anywhere is read or refused with a typed error', async (path) => {
    const intact = new Uint8Array(await readFile(sharedData(`las/${path}`)));
    const random = createRandom(5);
    const whole = await readOrRefuse(intact);
    expect(whole).toBeTypeOf('number');
    for (let round = 0; round < 60; round++) {
      const outcome = await readOrRefuse(intact.subarray(0, random(intact.length)));
      if (outcome !== whole) expect(outcome).toBeInstanceOf(AppError);
    }
  });
});
