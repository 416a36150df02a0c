import { describe, expect, it } from 'vitest';
import type { Edition } from '#contract/editions.ts';
import { createClient } from './client.ts';
import { retryTasks } from './retry-tasks.ts';

/** Reruns the tasks of project 3 at a server that answers pokes in turn; returns the calls and the waits. */
async function retryAt(edition: Edition, answers: readonly (boolean | 'fault')[]) {
  const calls: string[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const client = createClient('', async (url) => {
    calls.push(String(url));
    if (String(url).includes('retry_tasks')) return Response.json({ retried: 2 });
    const answer = left.shift() ?? true;
    if (answer === 'fault') throw new TypeError('no network');
    const name = new URL(String(url), 'http://x').searchParams.get('name');
    return Response.json({ name, is_running: answer });
  });
  const retried = await retryTasks(client, 3, edition, async (ms) => {
    waits.push(ms);
  });
  return { calls, retried, waits };
}

const retry = '/api/imageset/3/retry_tasks';
const pokes = (...names: string[]) => names.map((name) => `/poke-service?name=${name}`);

describe('tasks that are run again', () => {
  it('are asked for at once in the cloud', async () => {
    expect(await retryAt('cloud', [])).toEqual({ calls: [retry], retried: 2, waits: [] });
  });

  it('wait for the services of a desktop, each poked until it runs', async () => {
    const { calls, waits } = await retryAt('desktop', [false, 'fault', true]);
    expect(calls).toEqual([
      ...pokes('heavy_compute', 'heavy_compute', 'heavy_compute', 'delegator', 'supervisor'),
      retry,
    ]);
    expect(waits).toEqual([500, 500]);
  });

  it('do not wait for a service longer than six pokes', async () => {
    const { calls, waits } = await retryAt('desktop', Array(6).fill(false));
    expect(calls.filter((call) => call.includes('heavy_compute'))).toHaveLength(6);
    expect(waits).toEqual(Array(5).fill(500));
    expect(calls.at(-1)).toBe(retry);
  });
});
