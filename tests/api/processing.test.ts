import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { defaultLeaseRules } from '#server/queue/lease.ts';
import type { PipelineRequest } from '#server/worker/pipelines/pipeline-port.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { uploadProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { makeAll, makeProduct, untilAborted } from '#tests/support/pipelines.ts';

let api: TestApi;
let owner: Caller;
let pk: number;

beforeEach(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  pk = await uploadProject(api, owner, patternBytes(5000));
});
afterEach(() => api.close());

const rules = { ...defaultLeaseRules, heartbeatMs: 50 };
const workFolders = () => readdir(join(api.dataFolder, 'work')).catch(() => []);
const load = async (): Promise<Project> =>
  (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
const act = (route: typeof routes.projectPause) => api.call(owner, route, { params: { pk } });

/** A worker that makes one product and then runs until it is stopped, once; later attempts make everything. */
function workOnce() {
  let begun = () => {};
  let stopped = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const hasStopped = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const found: string[][] = [];
  api.work(
    async (request: PipelineRequest) => {
      found.push(await readdir(request.outDir));
      if (found.length > 1) return makeAll(request);
      await makeProduct(request, 'lidar_point_cloud', 'cloud');
      begun();
      await untilAborted(request).finally(stopped);
    },
    { rules },
  );
  return { hasBegun, hasStopped, found };
}

describe('a paused project', () => {
  it('stops its worker, keeps what it has, and goes on from there when it is resumed', async () => {
    const { hasBegun, hasStopped, found } = workOnce();
    await hasBegun;
    const paused: Project = (await act(routes.projectPause)).json();
    expect(paused).toMatchObject({ state: 'paused', processing_paused: true });
    await hasStopped;
    expect((await load()).products.map(({ status }) => status)).toEqual([
      'Done',
      ...Array(4).fill('In Progress'),
    ]);
    expect((await act(routes.projectPause)).json()).toMatchObject({ state: 'paused' });

    expect((await act(routes.projectResume)).json()).toMatchObject({
      state: 'processing',
      processing_paused: false,
    });
    expect((await act(routes.projectResume)).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await load()).state).toBe('completed'), 20_000);
    expect(found).toEqual([[], ['lidar_point_cloud.json']]);
    const { state_history } = await load();
    expect(state_history.map(([state]) => state)).toEqual([
      'initialized',
      'uploading',
      'processing',
      'paused',
      'processing',
      'completed',
    ]);
  });

  it('is one that waited in the queue, too; no worker then takes it', async () => {
    expect((await load()).awaits_worker).toBe(true);
    await act(routes.projectPause);
    expect((await load()).awaits_worker).toBe(false);
    let runs = 0;
    const worker = api.work(async (request) => {
      runs++;
      await makeAll(request);
    });
    const other = await uploadProject(api, owner, patternBytes(10));
    await vi.waitFor(async () => {
      const project = await api.call(owner, routes.projectLoad, { params: { pk: other } });
      expect(project.json().state).toBe('completed');
    }, 20_000);
    await worker.stop();
    expect(runs).toBe(1);
    expect((await load()).state).toBe('paused');
  });

  it('is refused where nothing is being processed', async () => {
    api.work(makeAll);
    await vi.waitFor(async () => expect((await load()).state).toBe('completed'), 20_000);
    for (const route of [routes.projectPause, routes.projectResume, routes.projectCancel]) {
      const answer = await act(route);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'api.project-state', params: { state: 'completed' } });
    }
  });
});

describe('a cancelled project', () => {
  it('gives up what is not finished and its work folder, and begins again when it is resumed', async () => {
    const { hasBegun, hasStopped, found } = workOnce();
    await hasBegun;
    const cancelled: Project = (await act(routes.projectCancel)).json();
    expect(cancelled.state).toBe('paused');
    expect(cancelled.products.map(({ status }) => status)).toEqual(['Done', ...Array(4).fill('Failed')]);
    expect(cancelled.products[1]?.error_message).toContain('cancelled');
    await hasStopped;
    await vi.waitFor(async () => expect(await workFolders()).toEqual([]));
    expect((await act(routes.projectCancel)).statusCode).toBe(200);

    await act(routes.projectResume);
    await vi.waitFor(async () => expect((await load()).state).toBe('completed'), 20_000);
    expect(found).toEqual([[], []]);
    expect((await load()).products.every((product) => product.error_message === null)).toBe(true);
  });

  it('that was paused before loses its work folder at once', async () => {
    const { hasBegun, hasStopped } = workOnce();
    await hasBegun;
    await act(routes.projectPause);
    await hasStopped;
    expect(await workFolders()).toEqual([String(pk)]);
    await act(routes.projectCancel);
    expect(await workFolders()).toEqual([]);
  });
});

describe('services of a desktop', () => {
  it('do not exist in the cloud edition', async () => {
    const answer = await api.call(owner, routes.pokeService, { query: { name: 'delegator' } });
    expect(answer.json()).toMatchObject({ code: 'api.wrong-edition' });
  });
});
