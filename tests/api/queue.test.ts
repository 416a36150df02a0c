import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { imageset } from '#server/db/schema/projects.ts';
import { task, worker as workerTable } from '#server/db/schema/work.ts';
import { type Claimant, claimNext } from '#server/queue/claim.ts';
import { defaultLeaseRules, endTask } from '#server/queue/lease.ts';
import { runMaintenance } from '#server/services/processing/maintenance.ts';
import { queueProcessing } from '#server/services/processing/tasks.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';
import { makeAll } from '#tests/support/pipelines.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const machine = (host: string, memoryMib = 4096): Claimant => ({ name: `${host} worker`, host, memoryMib });

/** A project whose processing is queued, with the memory it is estimated to need. */
async function queueProject(owner: Caller, name: string, memoryMib = 1024): Promise<number> {
  const pk = await createProject(api, owner, name);
  const [row] = await api.context.db.select().from(imageset).where(eq(imageset.pk, pk));
  const taskPk = await api.context.db.transaction((tx) => queueProcessing(tx, api.context.config, row!));
  await api.context.db.update(task).set({ memoryMib }).where(eq(task.pk, taskPk));
  return pk;
}

/** Takes the next task on a machine and gives the project's name. */
async function take(claimant: Claimant): Promise<string | null> {
  const lease = await claimNext(api.context.db, claimant, defaultLeaseRules);
  if (!lease) return null;
  const [row] = await api.context.db
    .select({ name: imageset.name })
    .from(imageset)
    .where(eq(imageset.pk, lease.task.imagesetPk));
  return row?.name ?? null;
}

async function finishAll(): Promise<void> {
  const rows = await api.context.db.select().from(task).where(eq(task.status, 'running'));
  for (const row of rows) {
    const lease = { task: row, attempt: row.attempt, owner: row.leaseOwner ?? '' };
    await endTask(api.context.db, lease, 'done');
  }
}

describe('accounts', () => {
  it('take turns, however many projects one of them has waiting', async () => {
    const busy = await api.signIn({ email: 'busy@example.com' });
    const rare = await api.signIn({ email: 'rare@example.com' });
    for (let index = 0; index < 20; index++) await queueProject(busy, `busy ${index}`);
    for (let index = 0; index < 2; index++) await queueProject(rare, `rare ${index}`);
    const order: (string | null)[] = [];
    for (let turn = 0; turn < 6; turn++) {
      order.push(await take(machine('a')));
      await finishAll();
    }
    expect(order).toEqual(['busy 0', 'rare 0', 'busy 1', 'rare 1', 'busy 2', 'busy 3']);
  });

  it('share machines that work side by side', async () => {
    const busy = await api.signIn({ email: 'busy@example.com' });
    const rare = await api.signIn({ email: 'rare@example.com' });
    for (let index = 0; index < 4; index++) await queueProject(busy, `busy ${index}`);
    await queueProject(rare, 'rare');
    const taken = [];
    for (const host of ['a', 'b', 'c']) taken.push(await take(machine(host)));
    expect(taken).toEqual(['busy 0', 'rare', 'busy 1']);
  });
});

describe('tasks that together need more memory than a machine has', () => {
  it('run one after the other there, and at once on two machines', async () => {
    const owner = await api.signIn({ email: 'owner@example.com' });
    await queueProject(owner, 'heavy', 3000);
    await queueProject(owner, 'heavier', 9000);
    await queueProject(owner, 'light', 1000);
    expect(await take(machine('a'))).toBe('heavy');
    expect(await take(machine('a'))).toBe('light');
    expect(await take(machine('a'))).toBeNull();
    expect(await take(machine('b'))).toBe('heavier');
    await finishAll();
  });

  it('are estimated by what the project was seen to need before', async () => {
    const owner = await api.signIn({ email: 'owner@example.com' });
    const pk = await queueProject(owner, 'grown', 500);
    await queueProject(owner, 'other', 500);
    await api.context.db.update(imageset).set({ peakRamMib: 3900.5 }).where(eq(imageset.pk, pk));
    expect(await take(machine('a'))).toBe('grown');
    expect(await take(machine('a'))).toBeNull();
    const [row] = await api.context.db.select().from(task).where(eq(task.imagesetPk, pk));
    expect(row).toMatchObject({ memoryMib: 3901, leaseHost: 'a' });
  });
});

describe('many workers', () => {
  it('do each task once', async () => {
    const owner = await api.signIn({ email: 'owner@example.com' });
    const pks: number[] = [];
    for (let index = 0; index < 12; index++) pks.push(await queueProject(owner, `job ${index}`, 1));
    const worked: string[] = [];
    for (let count = 0; count < 4; count++) {
      api.work(async (request) => {
        worked.push(request.outDir);
        await makeAll(request);
      });
    }
    await vi.waitFor(async () => {
      const rows = await api.context.db.select({ status: task.status }).from(task);
      expect(rows.every((row) => row.status === 'done')).toBe(true);
    }, 30_000);
    expect(new Set(worked).size).toBe(12);
    expect(worked).toHaveLength(12);
  });
});

describe('work that no worker is there to do', () => {
  it('leaves its project stalled, with tasks that may be run again, until a worker comes', async () => {
    const owner = await api.signIn({ email: 'owner@example.com', isSuperuser: true });
    const pk = await queueProject(owner, 'alone');
    const stateOf = async () =>
      (await api.call(owner, routes.projectLoad, { params: { pk } })).json().state as string;
    await runMaintenance(api.context, defaultLeaseRules);
    expect(await stateOf()).toBe('processing');
    await api.context.db.update(task).set({ readyAt: sql`now() - interval '2 minutes'` });
    await api.context.db.insert(workerTable).values({ name: 'there', host: 'a' });
    await runMaintenance(api.context, defaultLeaseRules);
    expect(await stateOf()).toBe('processing');
    await api.context.db.delete(workerTable);
    await runMaintenance(api.context, defaultLeaseRules);
    expect(await stateOf()).toBe('stalled');
    const listed = await api.call(owner, routes.projectRetryableTasks, { params: { pk } });
    expect(listed.json()).toMatchObject([
      {
        task_name: 'process_lidar',
        status: 'timed out',
        error_message: expect.stringContaining('No worker'),
      },
    ]);
    const retried = await api.call(owner, routes.projectRetryTasks, { params: { pk } });
    expect(retried.json()).toEqual({ retried: 1 });
    expect(await stateOf()).toBe('processing');
    api.work(makeAll);
    await vi.waitFor(async () => expect(await stateOf()).toBe('completed'), 20_000);
  });
});
