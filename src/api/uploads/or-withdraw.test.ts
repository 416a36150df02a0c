import { expect, test } from 'vitest';
import { createClient } from '../client.ts';
import { cancelOnFailure } from './cancel-on-failure.ts';

test('a project whose files are refused is taken back, and the refusal told even where that fails', async () => {
  const calls: string[] = [];
  const client = (status: number) =>
    createClient('', async (url, init) => {
      calls.push(`${init?.method} ${String(url)}`);
      return Response.json({ ok: true }, { status });
    });
  expect(await cancelOnFailure(client(200), 7, async () => 'announced')).toBe('announced');
  expect(calls).toEqual([]);
  const refusal = new Error('used up');
  for (const status of [200, 500]) {
    await expect(cancelOnFailure(client(status), 7, () => Promise.reject(refusal))).rejects.toBe(refusal);
  }
  expect(calls).toEqual(Array(2).fill('POST /api/imageset/7/destroy'));
});
