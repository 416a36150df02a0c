import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { task, taskStep } from '#server/db/schema/work.ts';
import { claimNext } from '#server/queue/claim.ts';
import { defaultLeaseRules, heartbeat, type Lease } from '#server/queue/lease.ts';
import { hasWorker } from '#server/queue/worker-registry.ts';
import { runMaintenance } from '#server/services/processing/maintenance.ts';
import type { RunPipeline } from '#server/worker/pipelines/pipeline-port.ts';
import { commitEnd, commitProduct, commitProgress } from '#server/worker/tasks/commit.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { uploadProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { makeAll, makeProduct, untilAborted } from '#tests/support/pipelines.ts';
import { verifyDownloads } from '#tests/support/verify-downloads.ts';

let api: TestApi;
let owner: Caller;
let pk: number;

beforeEach(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com', isSuperuser: true });
  pk = await uploadProject(api, owner, patternBytes(5000));
});
afterEach(() => api.close());

const load = async (): Promise<Project> =>
  (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
const readTask = async () => (await api.context.db.select().from(task).where(eq(task.imagesetPk, pk)))[0];
const untilState = (state: Project['state']) =>
  vi.waitFor(async () => {
    const project = await load();
    expect(project.state).toBe(state);
    return project;
  }, 20_000);

/** Takes the project's task as a worker that is then silent. */
async function claimSilently(): Promise<Lease> {
  const silent = { name: 'silent', host: 'far', memoryMib: 4096 };
  const lease = await claimNext(api.context.db, silent, defaultLeaseRules);
  if (!lease) throw new Error('the task was not there to be claimed');
  return lease;
}

const expireLease = () =>
  api.context.db
    .update(task)
    .set({ leaseUntil: sql`now() - interval '1 second'` })
    .where(eq(task.imagesetPk, pk));

describe('a processed project', () => {
  it('has its products, files, picture and the cost of each step, and leaves no work folder', async () => {
    api.work(async (request) => {
      expect(request.inputs).toMatchObject([{ name: 'flight 1.laz' }]);
      request.onProgress({ product: 'lidar_point_cloud', fraction: 0.5, stage: 'octree', peakMiB: 300 });
      await makeAll(request);
      await request.onThumbnail(join(request.outDir, 'surface_model.json'));
      await request.onStep({ name: 'octree', wallS: 1, cpuS: 2, peakMiB: 512, peakDiskMiB: 2048 });
    });
    const project = await untilState('completed');
    expect(project.progress).toBe(1);
    expect(project.products.map((product) => [product.name, product.status])).toEqual([
      ['lidar_point_cloud', 'Done'],
      ['digital_elevation_model', 'Done'],
      ['surface_model', 'Done'],
      ['contour_map', 'Done'],
      ['project_report', 'Done'],
    ]);
    expect(project).toMatchObject({
      peak_ram_usage_gb: 0.5,
      max_disk_space_usage: 2,
      base_coordinate_system: 32617,
    });
    expect(project.state_history.map(([state]) => state)).toEqual([
      'initialized',
      'uploading',
      'processing',
      'completed',
    ]);
    const get = (url: string | null | undefined) =>
      api.app.inject({ method: 'GET', url: url ?? '', headers: { cookie: owner.cookie } });
    expect((await get(project.products[1]?.downloads['json'])).body).toBe('digital_elevation_model');
    expect((await get(project.thumbnail_url)).statusCode).toBe(200);
    const report = await verifyDownloads(api, owner, project.products[4]!);
    expect(report).toMatchObject({ code: 0, kinds: { 'project_report.json': 'bytes' } });
    expect(await api.context.db.select().from(taskStep)).toMatchObject([
      { name: 'octree', cpuS: 2, attempt: 1 },
    ]);
    await vi.waitFor(async () => expect(await readdir(join(api.dataFolder, 'work'))).toEqual([]));
  });

  it('says which product these data could not give', async () => {
    api.work(async (request) => {
      for (const name of request.products) {
        if (name !== 'surface_model') await makeProduct(request, name, name);
        else await request.onProductFailed(name, { code: 'upload.incomplete', params: { files: 'flat' } });
      }
    });
    const failed = (await untilState('completed')).products.find(
      (product) => product.name === 'surface_model',
    );
    expect(failed).toMatchObject({ status: 'Failed', visualization: 'error' });
    expect(failed?.error_message).toContain('flat');
  });
});

describe('work that fails', () => {
  it('is tried three times, then the project is errored, its products Failed, and the cause in the log', async () => {
    let tries = 0;
    let isFixed = false;
    const causes: [string, unknown][] = [];
    const run: RunPipeline = async (request) => {
      tries += 1;
      if (isFixed) return makeAll(request);
      await makeProduct(request, 'lidar_point_cloud', 'cloud');
      throw new Error('out of luck');
    };
    api.work(run, { onFailure: (log, error) => causes.push([log, error]) });
    const project = await untilState('errored');
    expect(tries).toBe(3);
    const statuses = project.products.map((product) => product.status);
    expect(statuses).toEqual(['Done', 'Failed', 'Failed', 'Failed', 'Failed']);
    const [[log, cause] = []] = causes;
    expect(cause).toMatchObject({ message: 'out of luck' });
    expect(project.products[1]?.error_message).toContain(log);
    expect(JSON.stringify(project)).not.toContain('out of luck');
    const retryable = (await api.call(owner, routes.projectRetryableTasks, { params: { pk } })).json();
    expect(retryable).toMatchObject([{ task_name: 'process_lidar', status: 'errored' }]);
    expect(retryable[0].stack_trace).toContain('out of luck');

    isFixed = true;
    const retried = await api.call(owner, routes.projectRetryTasks, { params: { pk } });
    expect(retried.json()).toEqual({ retried: 1 });
    const repaired = await untilState('completed');
    expect(repaired.products.every((product) => product.error_message === null)).toBe(true);
    expect((await api.call(owner, routes.projectRetryableTasks, { params: { pk } })).json()).toEqual([]);
  });

  it('is not tried again when the same would come of it', async () => {
    let tries = 0;
    api.work(async () => {
      tries += 1;
      throw new AppError('crs.text-unrecognised', { text: 'nonsense' });
    });
    const project = await untilState('errored');
    expect(tries).toBe(1);
    expect(project.products[0]?.error_message).toContain('nonsense');
  });
});

describe('a work folder that a cut-off worker still holds', () => {
  it('is waited for, which costs no try', async () => {
    let isHeld = true;
    api.work(async (request) => {
      if (!isHeld) return makeAll(request);
      isHeld = false;
      throw new AppError('process.folder-in-use', { folder: request.outDir, pid: 1 });
    });
    await untilState('completed');
    expect(await readTask()).toMatchObject({ status: 'done', attempt: 2, failures: 0 });
  });
});

describe('a worker that died', () => {
  it('loses its task to another, which goes on, and can commit nothing more', async () => {
    const dead = await claimSilently();
    await commitProgress(api.context, dead, {
      product: 'lidar_point_cloud',
      fraction: 0.25,
      stage: 'octree',
      peakMiB: 1,
    });
    expect((await load()).products[0]?.work_units_completed).toBe(250);
    await expireLease();
    await runMaintenance(api.context, defaultLeaseRules);
    expect(await readTask()).toMatchObject({ status: 'queued', attempt: 1, failures: 1 });
    api.work(makeAll);
    await untilState('completed');
    // Each product that is made gives all tries back.
    expect(await readTask()).toMatchObject({ status: 'done', attempt: 2, failures: 0 });

    expect(await heartbeat(api.context.db, dead, defaultLeaseRules)).toBe(false);
    const late = {
      name: 'surface_model',
      files: [],
      epsg: null,
      wkt: null,
      unitOfMeasure: null,
      resolution: null,
      pixelWidth: null,
      pixelHeight: null,
      meta: {},
    } as const;
    await expect(commitProduct(api.context, dead, late)).rejects.toMatchObject({ code: 'job.lease-lost' });
    await expect(commitEnd(api.context, dead)).rejects.toMatchObject({ code: 'job.lease-lost' });
    const surface = (await load()).products.find((product) => product.name === 'surface_model');
    expect(surface).toMatchObject({ epsg: 32617, status: 'Done' });
  });

  it('three times leaves the project errored and its products Failed, never In Progress', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      await claimSilently();
      await expireLease();
      await runMaintenance(api.context, defaultLeaseRules);
    }
    const project = await load();
    expect(project.state).toBe('errored');
    expect(project.products.map((product) => product.status)).not.toContain('In Progress');
    expect(project.products[0]?.error_message).toContain('3 times');
    const retryable = (await api.call(owner, routes.projectRetryableTasks, { params: { pk } })).json();
    expect(retryable).toMatchObject([{ status: 'timed out' }]);
  });

  it('keeps its task as long as it sends heartbeats', async () => {
    const lease = await claimSilently();
    expect(await heartbeat(api.context.db, lease, defaultLeaseRules)).toBe(true);
    await runMaintenance(api.context, defaultLeaseRules);
    expect(await readTask()).toMatchObject({ status: 'running', attempt: 1, leaseOwner: 'silent' });
  });
});

describe('a worker that is stopped', () => {
  it('requeues its task, which costs it no try, and another goes on in the same work folder', async () => {
    let begun = () => {};
    const isRunning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const first = api.work(async (request) => {
      await makeProduct(request, 'lidar_point_cloud', 'cloud');
      begun();
      await untilAborted(request);
    });
    await isRunning;
    await first.stop();
    expect(await readTask()).toMatchObject({ status: 'queued', failures: 0, attempt: 1 });
    expect((await load()).state).toBe('processing');
    let found: string[] = [];
    api.work(async (request) => {
      found = await readdir(request.outDir);
      await makeAll(request);
    });
    await untilState('completed');
    expect(found).toEqual(['lidar_point_cloud.json']);
  });

  it('by the deletion of the project leaves it at once', async () => {
    let stopped = false;
    let begun = () => {};
    const isRunning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    api.work(
      async (request) => {
        begun();
        await untilAborted(request).finally(() => {
          stopped = true;
        });
      },
      { rules: { ...defaultLeaseRules, heartbeatMs: 50 } },
    );
    await isRunning;
    await api.call(owner, routes.projectDestroy, { params: { pk }, body: { destroy_data: true } });
    await vi.waitFor(() => expect(stopped).toBe(true), 20_000);
    expect((await api.call(owner, routes.projectLoad, { params: { pk } })).statusCode).toBe(404);
    expect(await api.context.store.stat(`${pk}/input/lidar_point_cloud_1_0.laz`)).toBeNull();
  });
});

describe('a worker that waits', () => {
  const wait = 3_600_000;
  const hasLooked = () => vi.waitFor(async () => expect(await hasWorker(api.context.db)).toBe(true));

  it('begins a task when it is queued, without looking again', async () => {
    const { db } = api.context;
    await db.update(task).set({ status: 'paused' });
    api.work(makeAll, { lookMs: wait });
    await hasLooked();
    await db.update(task).set({ status: 'queued' });
    await untilState('completed');
  });

  it('looks again once it can hear again', async () => {
    const { db } = api.context;
    await db.update(task).set({ status: 'paused' });
    api.work(makeAll, { lookMs: wait });
    await hasLooked();
    const listeners = sql`from pg_stat_activity where application_name = 'plumbline listener' and datname = current_database()`;
    await vi.waitFor(async () => {
      const { rows } = await db.execute(sql`select 1 ${listeners} and query like 'listen%'`);
      expect(rows).toHaveLength(1);
    });
    await db.execute(sql`alter table task disable trigger task_queued`);
    await db.update(task).set({ status: 'queued' });
    await db.execute(sql`select pg_terminate_backend(pid) ${listeners}`);
    await untilState('completed');
  });

  it('finds a task of which it heard nothing', async () => {
    const { db } = api.context;
    await db.execute(sql`alter table task disable trigger task_queued`);
    await db.update(task).set({ status: 'paused' });
    api.work(makeAll, { lookMs: 50 });
    await hasLooked();
    await db.update(task).set({ status: 'queued' });
    await untilState('completed');
  });
});
