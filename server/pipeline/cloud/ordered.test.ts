import { expect, it } from 'vitest';
import { inOrder } from './ordered.ts';

/** Promises that are settled by name. */
function createGates() {
  const gates = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const work = (name: string) =>
    new Promise<string>((resolve, reject) => gates.set(name, { resolve: () => resolve(name), reject }));
  return { work, gate: (name: string) => gates.get(name)! };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('hands results on in order, whichever comes first', async () => {
  const { work, gate } = createGates();
  const seen: string[] = [];
  const run = inOrder(['a', 'b'], 2, work, (result) => void seen.push(result));
  gate('b').resolve();
  await turn();
  expect(seen).toEqual([]);
  gate('a').resolve();
  await run;
  expect(seen).toEqual(['a', 'b']);
});

it('holds a failure back until its turn, without leaving it unheard', async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  try {
    const { work, gate } = createGates();
    const seen: string[] = [];
    const run = inOrder(['a', 'b'], 2, work, (result) => void seen.push(result));
    gate('b').reject(new Error('b failed'));
    await turn();
    await turn();
    gate('a').resolve();
    await expect(run).rejects.toThrow('b failed');
    expect(seen).toEqual(['a']);
    expect(unheard).toEqual([]);
  } finally {
    process.off('unhandledRejection', hear);
  }
});
