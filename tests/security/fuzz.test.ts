import { describe, expect, it } from 'vitest';
import { seededRandom } from '#bench/data/lidar.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { type HostileParser, hostileParsers } from '#tests/support/hostile-parsers.ts';
import { mutate } from '#tests/support/mutate.ts';
import { isTyped } from '#tests/support/typed-errors.ts';

/** Mutations a parser: the long form tries other ones than the gate does, and 50 times as many. */
const isLong = process.env['PLUMBLINE_LONG'] === '1';
const mutations = isLong ? 20_000 : 400;
const firstSeed = isLong ? 1_000_000 : 1;

/** Memory that reading 100 KB may take at most, whatever the bytes say. */
const mostBytes = 256 * 2 ** 20;

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What is wrong with how a parser takes some bytes; null where it ends in a value or a typed error in little memory. */
async function faultOf(parser: HostileParser, bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const before = heldBytes();
  let value: unknown;
  try {
    value = await parser.parse(bytes);
  } catch (error) {
    if (!isTyped(error)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const grown = heldBytes() - before;
  return grown > mostBytes ? `${Math.round(grown / 2 ** 20)} MiB held, ${typeof value}` : null;
}

const parsers = await hostileParsers(await loadCrsTable());

describe.each(parsers)('$name', (parser) => {
  it('reads its sound inputs', async () => {
    for (const input of parser.inputs) await parser.parse(input.slice() as Uint8Array<ArrayBuffer>);
  });

  it('ends in a value or a typed error on anything else', { timeout: 600_000 }, async () => {
    for (let seed = firstSeed; seed < firstSeed + mutations; seed++) {
      const random = seededRandom(seed);
      const at = Math.floor(random() * parser.inputs.length);
      const { bytes, note } = mutate(parser.inputs[at]!, random);
      const fault = await faultOf(parser, bytes);
      expect(fault, `seed ${seed}, input ${at}: ${note}`).toBeNull();
    }
  });
});
