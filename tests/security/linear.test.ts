/**
 * The one place where tests look at a clock: what they forbid is work that grows faster than the input, and only time
 * shows it. They use CPU time of this process, the least of several runs, and compare a parser with itself: eight
 * times the input may take 2.5³ times as long, since each doubling may take 2.5 times. No figure of a machine is in it,
 * but that times below a few milliseconds are taken for those, since clocks and collectors of garbage disturb them.
 */
import { describe, expect, it } from 'vitest';
import { loadCrsTable } from '#domain/crs/table.ts';
import { byteAttacks } from '#tests/support/byte-attacks.ts';
import { type Attack, textAttacks } from '#tests/support/text-attacks.ts';
import { isTyped } from '#tests/support/typed-errors.ts';

/** What eight times the input may cost: 2.5 a doubling. */
const maxGrowth = 2.5 ** 3;
/** The least time that the smaller input is taken to need. */
const floorMs = 5;
/** The smaller input is doubled until it takes this, or has the greatest length. */
const minMs = 10;
const [minLength, maxLength] = [1 << 13, 1 << 18];
const runs = 3;

async function millisecondsOf(parse: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await parse();
  } catch (error) {
    if (!isTyped(error)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function minOf(attack: Attack, length: number): Promise<number> {
  const parse = attack.prepare(length);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) least = Math.min(least, await millisecondsOf(parse));
  return least;
}

/** Times of an input and of one eight times as long, in milliseconds. */
async function timesOf(attack: Attack): Promise<{ length: number; small: number; large: number }> {
  const quick = await millisecondsOf(attack.prepare(8 * minLength));
  if (quick < floorMs * maxGrowth) return { length: minLength, small: floorMs, large: quick };
  let length = minLength;
  while (length < maxLength && (await millisecondsOf(attack.prepare(length))) < minMs) length *= 2;
  const small = Math.max(floorMs, await minOf(attack, length));
  return { length, small, large: await minOf(attack, 8 * length) };
}

const table = await loadCrsTable();
const attacks = [...textAttacks(table), ...byteAttacks(table)];

describe('time grows with the input, not faster', () => {
  it.each(attacks)('$name', async (attack) => {
    const { length, small, large } = await timesOf(attack);
    const told = `${attack.name}: ${small} ms for ${length} bytes, ${large} ms for ${8 * length}`;
    expect(large / small, told).toBeLessThan(maxGrowth);
  });
});
