import { describe, expect, it } from 'vitest';
import { LoadQueue, type LoadRequest, mergeRequests } from './load-queue.ts';

/** A queue with requests that the test completes. */
function createBench(concurrency: number) {
  const started: string[] = [];
  const aborted: string[] = [];
  const finish = new Map<string, () => void>();
  let changes = 0;
  const queue = new LoadQueue(concurrency, () => changes++);
  const request = (key: string, priority: number): LoadRequest => ({
    key,
    priority,
    load: (signal) =>
      new Promise((resolve) => {
        started.push(key);
        finish.set(key, resolve);
        signal.addEventListener('abort', () => {
          aborted.push(key);
          resolve();
        });
      }),
  });
  return { queue, request, started, aborted, finish, changes: () => changes };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('LoadQueue', () => {
  it('starts the most important first, no more than allowed at a time', async () => {
    const { queue, request, started, finish } = createBench(2);
    queue.request('cloud', [request('a', 1), request('b', 5), request('c', 3)]);
    expect(started).toEqual(['b', 'c']);
    expect(queue.pending).toBe(3);
    finish.get('b')!();
    await turn();
    expect(started).toEqual(['b', 'c', 'a']);
  });

  it('begins no more pieces than a frame allows, whatever ends meanwhile', async () => {
    const { queue, request, started, finish } = createBench(4);
    const requests = ['a', 'b', 'c'].map((key, i) => request(key, 3 - i));
    queue.allowStarts(1);
    queue.request('cloud', requests);
    finish.get('a')!();
    await turn();
    expect([started, queue.pending]).toEqual([['a'], 2]);
    queue.allowStarts(1);
    queue.request('cloud', requests.slice(1));
    expect(started).toEqual(['a', 'b']);
    queue.allowStarts(Number.POSITIVE_INFINITY);
    queue.request('cloud', requests.slice(1));
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('aborts what is no longer requested and keeps what is', async () => {
    const { queue, request, started, aborted } = createBench(2);
    queue.request('cloud', [request('a', 2), request('b', 1)]);
    queue.request('cloud', [request('b', 1), request('d', 9)]);
    await turn();
    expect(aborted).toEqual(['a']);
    expect(started).toEqual(['a', 'b', 'd']);
  });

  it('lets owners request apart from each other', async () => {
    const { queue, request, aborted } = createBench(4);
    queue.request('cloud', [request('a', 1)]);
    queue.request('terrain', [request('t', 1)]);
    queue.request('cloud', []);
    await turn();
    expect(aborted).toEqual(['a']);
    expect(queue.pending).toBe(1);
  });

  it('forgets a piece once loaded and tells', async () => {
    const { queue, request, finish, changes } = createBench(1);
    queue.request('cloud', [request('a', 1)]);
    finish.get('a')!();
    await turn();
    expect(queue.pending).toBe(0);
    expect(changes()).toBe(1);
  });
});

describe('mergeRequests', () => {
  it('requests once for what several views want, as urgently as the most urgent', () => {
    const load = async () => undefined;
    const joined = mergeRequests([
      { key: 'a', priority: 1, load },
      { key: 'b', priority: 5, load },
      { key: 'a', priority: 3, load },
      { key: 'b', priority: 2, load },
    ]);
    expect(joined.map(({ key, priority }) => [key, priority])).toEqual([
      ['a', 3],
      ['b', 5],
    ]);
  });
});
