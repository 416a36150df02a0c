import { describe, expect, it } from 'vitest';
import { createCommandQueue } from './command-queue.ts';

function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('the command queue', () => {
  it('does synchronous work at once when nothing is before it', () => {
    const queue = createCommandQueue();
    const done: string[] = [];
    void queue.enqueue(() => done.push('now'));
    expect(done).toEqual(['now']);
  });

  it('gives asynchronous work its place in line', async () => {
    const queue = createCommandQueue();
    const gate = createGate();
    const done: string[] = [];
    const slow = queue.enqueue(async () => {
      await gate.opened;
      done.push('slow');
    });
    const quick = queue.enqueue(() => done.push('quick'));
    expect(done).toEqual([]);
    gate.open();
    await Promise.all([slow, quick]);
    expect(done).toEqual(['slow', 'quick']);
  });

  it('goes on after a failure, which is the caller’s', async () => {
    const queue = createCommandQueue();
    const fails = queue.enqueue(() => {
      throw new Error('first');
    });
    const rejects = queue.enqueue(() => Promise.reject(new Error('second')));
    const works = queue.enqueue(() => 3);
    await expect(fails).rejects.toThrow('first');
    await expect(rejects).rejects.toThrow('second');
    expect(await works).toBe(3);
  });

  it('runs what work enqueues after that work', async () => {
    const queue = createCommandQueue();
    const done: string[] = [];
    await queue.enqueue(() => {
      void queue.enqueue(() => done.push('inner'));
      done.push('outer');
    });
    await queue.settle();
    expect(done).toEqual(['outer', 'inner']);
  });
});
