import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KillBench, openKillBench } from '#tests/support/kill-rounds.ts';
import { createRandom } from '#tests/support/point-sets.ts';

const rounds = Number(process.env['PLUMBLINE_KILL_ROUNDS'] ?? 50);
const seed = Number(process.env['PLUMBLINE_KILL_SEED'] ?? Date.now() % 1e9);

let bench: KillBench;
beforeAll(async () => {
  bench = await openKillBench();
}, 240_000);
afterAll(() => bench.close());

describe(`${rounds} rounds of kills at random moments, seed ${seed}`, () => {
  it(
    'end in the products of an undisturbed run',
    async () => {
      const bench = await openKillBench();
      const random = createRandom(seed);
      try {
        expect(Object.keys(bench.files).length).toBeGreaterThan(5);
        for (let round = 1; round <= rounds; round++) {
          const { files, kills, project } = await bench.round(random);
          console.log(`round ${round}: ${kills.join(', then ')}: ${project.state}`);
          expect([project.state, files]).toEqual(['completed', bench.files]);
        }
      } finally {
        await bench.close();
      }
    },
    rounds * 240_000,
  );
});

it('three worker processes share six projects, and one that is killed gives its work back', async () => {
  const made = await bench.crowd(6, createRandom(seed));
  expect(made).toEqual(Array(6).fill(bench.files));
}, 600_000);
