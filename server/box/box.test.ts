import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WorkerShutdown } from '../runtime/worker-shutdown.ts';
import { type Box, startBox } from './box.ts';
import type { BoxRules } from './rules.ts';

const entry = new URL('../../tests/support/hostile-box.mjs', import.meta.url);
/** Limits that none of these works reaches within a test. */
const patient: BoxRules = { memoryMib: 4096, silenceMs: 120_000, standstillMs: 120_000, lookMs: 20 };

const open: Box[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((box) => box.close()));
});

function start(rules: Partial<BoxRules> = {}, graceMs = 5000): Box {
  const box = startBox({ entry, rules: { ...patient, ...rules }, graceMs });
  open.push(box);
  return box;
}

/** Whether a process runs: it has not ended, whether or not its exit was read. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X');
  return !/\) [ZX]/.test(status);
}

describe('work in a box', () => {
  it('is done one call after the other, by a process of its own', async () => {
    const box = start();
    expect(await box.call('pid', 'a', null)).not.toBe(process.pid);
    const request = { date: new Date(5), bytes: new Uint8Array([1, 2]), none: null };
    expect(await box.call('echo', 'b', request)).toEqual(request);
    expect(box.isAlive).toBe(true);
  });

  it('fails as it does here, with its own stack', async () => {
    const box = start();
    const failed = box.call('refuse', 'a', null);
    await expect(failed).rejects.toMatchObject({
      message: 'out of luck',
      stack: expect.stringContaining('hostile-box'),
    });
    await expect(box.call('nothing', 'a', null)).rejects.toMatchObject({ code: 'task.unknown' });
  });

  it.each(['buffers', 'webassembly'])('is ended when its %s outgrow its memory', async (harm) => {
    const box = start({ memoryMib: 250 });
    await expect(box.call('harm', 'read', { harm })).rejects.toMatchObject({
      code: 'task.too-much-memory',
      params: { task: 'read', allowed: 250 },
    });
    expect(box.isAlive).toBe(false);
  });

  it('is ended when its heap is full, which no look comes before', async () => {
    const box = start({ memoryMib: 128, lookMs: 3_600_000 });
    await expect(box.call('harm', 'read', { harm: 'heap' })).rejects.toMatchObject({
      code: 'task.too-much-memory',
    });
  });

  it.each([
    ['answers nothing', 'loop', { silenceMs: 1000 }],
    ['computes without getting on', 'loop in a thread', { standstillMs: 1000 }],
  ])('is ended when it %s', async (_, harm, rules) => {
    const box = start(rules);
    await expect(box.call('harm', 'read', { harm })).rejects.toMatchObject({
      code: 'task.took-too-long',
      params: { task: 'read', seconds: 1 },
    });
  });

  it('may wait for others as long as it likes, until it is stopped', async () => {
    const box = start({ silenceMs: 400, standstillMs: 100 });
    const stopping = new AbortController();
    const waiting = box.call('untilStopped', 'read', null, stopping.signal);
    const other = start({ standstillMs: 1000 });
    await expect(other.call('harm', 'read', { harm: 'loop in a thread' })).rejects.toThrow();
    expect(box.isAlive).toBe(true);
    const reason = new WorkerShutdown();
    stopping.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(await box.call('echo', 'next', 1)).toBe(1);
  });

  it('is killed when it does not stop', async () => {
    const box = start({}, 100);
    const stopping = new AbortController();
    const looping = box.call('harm', 'read', { harm: 'loop' }, stopping.signal);
    stopping.abort();
    await expect(looping).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('that dies says how', async () => {
    await expect(start().call('harm', 'read', { harm: 'death' })).rejects.toMatchObject({
      code: 'task.crashed',
      params: { task: 'read', reason: 'ended-by-signal', signal: 'SIGKILL' },
    });
  });

  it.runIf(process.platform === 'linux')('takes what it started with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-box-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const note = join(folder, 'pid');
    const box = start({ silenceMs: 500 });
    await expect(box.call('harm', 'read', { harm: 'child', note })).rejects.toThrow();
    const pid = Number(await readFile(note, 'utf8'));
    await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false));
  });
});
