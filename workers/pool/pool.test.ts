import { MessageChannel } from 'node:worker_threads';
import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { afterEach, describe, expect, it } from 'vitest';
import type { KernelName } from '#wasm/bindings/kernels.ts';
import type { TaskPool } from '../contract/pool.ts';
import type { TaskProgress } from '../contract/task-map.ts';
import type { TaskReply, WorkerApi } from '../contract/wire.ts';
import { createPool, type HostedWorker, type WorkerCrash } from './pool.ts';

type Behaviour = (call: ScriptedCall) => void;

interface ScriptedCall {
  id: unknown;
  /** Kernels that came with it. */
  kernels: readonly string[];
  reply(reply: TaskReply<never>): void;
  report(progress: TaskProgress): void;
  crash(crash: WorkerCrash): void;
  onAbort(listener: () => void): void;
}

/** A pool with workers defined by the test, over real comlink channels. */
const aModule = () => new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

function createScriptedPool(
  behaviour: Behaviour,
  loadKernel: (name: KernelName) => Promise<WebAssembly.Module> = async () => aModule(),
) {
  let spawned = 0;
  const spawn = (): HostedWorker => {
    spawned++;
    const { port1, port2 } = new MessageChannel();
    let onCrash: (crash: WorkerCrash) => void = () => {};
    const abortListeners = new Map<number, () => void>();
    const api: WorkerApi = {
      start: () => {},
      prepare: async () => {},
      abort: (call) => abortListeners.get(call)?.(),
      run: (call, _name, input, onProgress, kernels) =>
        new Promise((resolve) => {
          behaviour({
            id: (input as unknown as { id: unknown }).id,
            kernels: Object.keys(kernels),
            reply: (reply) => resolve(reply as never),
            report: (progress) => onProgress?.(progress),
            crash: (crash) => onCrash(crash),
            onAbort: (listener) => abortListeners.set(call, listener),
          });
        }),
    };
    Comlink.expose(api, nodeEndpoint(port2));
    return {
      endpoint: nodeEndpoint(port1),
      terminate: () => port1.close(),
      onCrash: (listener) => {
        onCrash = listener;
      },
    };
  };
  const pool = createPool({ size: 1, spawn, graceMs: 5, loadKernel });
  return { pool, spawned: () => spawned };
}

const run = (pool: TaskPool, id: unknown, options = {}) =>
  pool.run('laz.encodeChunk', { id } as never, options) as unknown as Promise<unknown>;

describe('task pool', () => {
  let open: TaskPool | null = null;
  afterEach(async () => {
    await open?.dispose();
    open = null;
  });

  it('starts a worker ahead of the first task, and that one runs it', async () => {
    const { pool, spawned } = createScriptedPool(({ id, reply }) => reply({ ok: true, output: id as never }));
    open = pool;
    pool.prepare('laz.encodeChunk');
    pool.prepare('laz.encodeChunk');
    expect(await run(pool, 'a')).toBe('a');
    expect(spawned()).toBe(1);
  });

  it('answers with what the worker returns', async () => {
    const { pool } = createScriptedPool((call) =>
      call.reply({ ok: true, output: { value: call.id } as never }),
    );
    open = pool;
    expect(await run(pool, 7)).toEqual({ value: 7 });
  });

  it('runs higher priorities first and equal ones in order of arrival', async () => {
    const order: unknown[] = [];
    const waiting: ScriptedCall[] = [];
    const { pool } = createScriptedPool((call) => {
      order.push(call.id);
      if (call.id === 'first') waiting.push(call);
      else call.reply({ ok: true, output: null as never });
    });
    open = pool;
    const started = run(pool, 'first');
    await expect.poll(() => waiting.length).toBe(1);
    const rest = [
      run(pool, 'low'),
      run(pool, 'high', { priority: 2 }),
      run(pool, 'high too', { priority: 2 }),
    ];
    waiting[0]?.reply({ ok: true, output: null as never });
    await Promise.all([started, ...rest]);
    expect(order).toEqual(['first', 'high', 'high too', 'low']);
  });

  it('sends a worker each kernel of its tasks once', async () => {
    const sent: unknown[] = [];
    const { pool } = createScriptedPool(({ kernels, reply }) => {
      sent.push(kernels);
      reply({ ok: true, output: null as never });
    });
    open = pool;
    await run(pool, 1);
    await run(pool, 2);
    await pool.run('geometry.grid', {} as never);
    await pool.run('raster.slope', {} as never);
    expect(sent).toEqual([['laz'], [], ['delaunay', 'tin'], []]);
  });

  it('tells of an error that nobody expected the task alone, and has its stack as the cause', async () => {
    const stack = 'TypeError: x is undefined\n    at decode (/srv/app/decode.js:3:1)';
    const error = { code: 'task.failed', params: { task: 'a' } } as const;
    const { pool } = createScriptedPool(({ reply }) => reply({ ok: false, aborted: false, error, stack }));
    open = pool;
    const failed = await run(pool, 'a').catch((thrown: unknown) => thrown);
    expect(failed).toMatchObject({ ...error, cause: { message: 'TypeError: x is undefined', stack } });
  });

  it('fails a task whose kernel cannot be had, and asks for it again for the next', async () => {
    let tries = 0;
    const { pool } = createScriptedPool(
      ({ id, reply }) => reply({ ok: true, output: id as never }),
      async () => {
        if (++tries === 1) throw new TypeError('Failed to fetch');
        return aModule();
      },
    );
    open = pool;
    await expect(run(pool, 'a')).rejects.toMatchObject({ code: 'task.failed' });
    expect(await run(pool, 'b')).toBe('b');
  });

  it('brings typed errors back with code and parameters', async () => {
    const error = { code: 'task.unknown', params: { task: 'x' } } as const;
    const { pool } = createScriptedPool((call) => call.reply({ ok: false, aborted: false, error }));
    open = pool;
    await expect(run(pool, 1)).rejects.toMatchObject({ name: 'AppError', ...error });
  });

  it('reports progress', async () => {
    const seen: TaskProgress[] = [];
    const { pool } = createScriptedPool((call) => {
      call.report({ fraction: 0.5, stage: 'half' });
      call.reply({ ok: true, output: null as never });
    });
    open = pool;
    await run(pool, 1, { onProgress: (progress: TaskProgress) => seen.push(progress) });
    await expect.poll(() => seen).toEqual([{ fraction: 0.5, stage: 'half' }]);
  });

  it('fails the running task of a worker that dies, and replaces the worker', async () => {
    let first = true;
    const scripted = createScriptedPool((call) => {
      if (first) call.crash({ reason: { reason: 'ended-with-code', exitCode: 1 } });
      else call.reply({ ok: true, output: 'alive' as never });
      first = false;
    });
    open = scripted.pool;
    await expect(run(scripted.pool, 1)).rejects.toMatchObject({ code: 'task.crashed' });
    expect(await run(scripted.pool, 2)).toBe('alive');
    expect(scripted.spawned()).toBe(2);
  });

  it('says of a worker whose heap was full how much it may hold', async () => {
    const { pool } = createScriptedPool((call) =>
      call.crash({ reason: { reason: 'an-unexpected-fault' }, heapMib: 64 }),
    );
    open = pool;
    await expect(run(pool, 1)).rejects.toMatchObject({
      code: 'task.too-much-memory',
      params: { task: 'laz.encodeChunk', allowed: 64 },
    });
  });

  it('drops a queued task that is aborted and leaves the running one alone', async () => {
    const calls: ScriptedCall[] = [];
    const { pool } = createScriptedPool((call) => calls.push(call));
    open = pool;
    const running = run(pool, 'running');
    await expect.poll(() => calls.length).toBe(1);
    const controller = new AbortController();
    const queued = run(pool, 'queued', { signal: controller.signal });
    controller.abort();
    await expect(queued).rejects.toMatchObject({ name: 'AbortError' });
    calls[0]?.reply({ ok: true, output: 'done' as never });
    expect(await running).toBe('done');
    expect(calls).toHaveLength(1);
  });

  it('replaces a worker that goes on after an abort', async () => {
    const calls: ScriptedCall[] = [];
    const scripted = createScriptedPool((call) => {
      calls.push(call);
      if (call.id === 'next') call.reply({ ok: true, output: 'fresh' as never });
    });
    open = scripted.pool;
    const controller = new AbortController();
    const stuck = run(scripted.pool, 'stuck', { signal: controller.signal });
    await expect.poll(() => calls.length).toBe(1);
    controller.abort();
    await expect(stuck).rejects.toMatchObject({ name: 'AbortError' });
    expect(await run(scripted.pool, 'next')).toBe('fresh');
    expect(scripted.spawned()).toBe(2);
  });

  it('refuses work after it is closed', async () => {
    const { pool } = createScriptedPool(() => {});
    await pool.dispose();
    await expect(run(pool, 1)).rejects.toMatchObject({ code: 'task.pool-closed' });
  });
});
