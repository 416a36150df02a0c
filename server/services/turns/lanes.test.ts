import { expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

/** Work that ends on request, and reports that it has started. */
function held(name: string, begun: string[]) {
  let end = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    end,
    work: () => {
      begun.push(name);
      return promise;
    },
  };
}

it('leaves a place to others however much work of one key waits', async () => {
  const lanes = createLanes(3, 2);
  const begun: string[] = [];
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => held(name, begun));
  const other = held('b1', begun);
  const runs = [...many.map(({ work }) => lanes.run('a', work)), lanes.run('b', other.work)];
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  other.end();
  await runs[4];
  expect(begun).toHaveLength(3);
  many[0]!.end();
  await runs[0];
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const { end } of many) end();
  await Promise.all(runs);
  expect(begun.at(-1)).toBe('a4');
});

it('goes on after work that fails', async () => {
  const lanes = createLanes(1, 1);
  await expect(lanes.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lanes.run('a', async () => 'yes')).toBe('yes');
});
