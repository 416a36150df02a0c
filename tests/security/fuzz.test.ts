/**
 * Every parser of what comes from outside, on changed copies of sound inputs: it ends in a value or a typed error, and
 * never asks for more memory than is stated here. The gate tries the same changes each time; the long form (`npm test --
 * fuzz`) tries others, for half a minute a parser (`PLUMBLINE_FUZZ_SECONDS`) by its own clock. A failure names its seed:
 * `PLUMBLINE_FUZZ_SEED` begins with it.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '#bench/data/lidar.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { countMemory, type MemoryCounter } from '#tests/support/counted-memory.ts';
import { hostileParsers } from '#tests/support/hostile/all.ts';
import type { HostileParser } from '#tests/support/hostile/parser.ts';
import { mutate } from '#tests/support/mutations/mutate.ts';
import { isTyped } from '#tests/support/typed-errors.ts';

const mutations = 400;
const isLong = process.env['PLUMBLINE_LONG'] === '1';
const seconds = Number(process.env['PLUMBLINE_FUZZ_SECONDS'] ?? 30);
const firstSeed = Number(process.env['PLUMBLINE_FUZZ_SEED'] ?? (isLong ? randomInt(2 ** 31) : 1));

/** Maximum allocation of reading 100 KB of any bytes, including memory freed on the way. */
const maxBytes = 256 * 2 ** 20;

let memory: MemoryCounter;
beforeAll(() => {
  memory = countMemory();
});
afterAll(() => memory.stop());

/** What is wrong with how a parser takes some bytes; null where it ends in a value or a typed error in little memory. */
async function faultOf(parser: HostileParser, bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const heap = process.memoryUsage().heapUsed;
  memory.take();
  try {
    await parser.parse(bytes);
  } catch (error) {
    if (!isTyped(error)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const most = Math.max(memory.take(), process.memoryUsage().heapUsed - heap);
  return most > maxBytes ? `${Math.round(most / 2 ** 20)} MiB asked for` : null;
}

/** Seeds one after the other: a fixed number, or as many as there is time for. */
function* seeds(): Generator<number> {
  const end = Date.now() + 1000 * seconds;
  for (let seed = firstSeed; isLong ? Date.now() < end : seed < firstSeed + mutations; seed++) yield seed;
}

const parsers = await hostileParsers(await loadCrsTable());

describe.each(parsers)('$name', (parser) => {
  it('reads its sound inputs', async () => {
    for (const input of parser.inputs) await parser.parse(input.slice() as Uint8Array<ArrayBuffer>);
  });

  it('ends in a value or a typed error on anything else', { timeout: 1000 * seconds + 600_000 }, async () => {
    let tried = 0;
    for (const seed of seeds()) {
      const { bytes, note, input } = mutate(parser.inputs, seededRandom(seed));
      const fault = await faultOf(parser, bytes);
      expect(fault, `PLUMBLINE_FUZZ_SEED=${seed}, input ${input}: ${note}`).toBeNull();
      tried++;
    }
    if (isLong) console.log(`${parser.name}: ${tried} inputs from seed ${firstSeed} on`);
  });
});
