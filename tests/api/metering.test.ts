import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Account } from '#contract/schemas/account.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { account } from '#server/db/schema/accounts.ts';
import { imageset, product } from '#server/db/schema/projects.ts';
import { task } from '#server/db/schema/work.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject, uploadProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';

const gibibyte = 2 ** 30;
const mebibyte = 2 ** 20;
const granted = 3 / 1024;

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ freeProcessing: granted });
});
afterAll(() => api.close());

const accountOf = async (caller: Caller): Promise<Account> =>
  (await api.call(caller, routes.accountGet)).json();
const chargedOf = async (pk: number): Promise<number | null> => {
  const [row] = await api.context.db.select().from(imageset).where(eq(imageset.pk, pk));
  return row?.dataCharged ?? null;
};
const announceMiB = (caller: Caller, pk: number, size: number) =>
  api.call(caller, routes.lidarCreate, {
    params: { pk },
    body: { num_clusters: 1, file_size_mb: [size], is_compressed: true },
  });

describe('a project’s processing', () => {
  it('is charged by the bytes of its inputs when it starts, and told to its owner', async () => {
    const caller = await api.signIn({ email: 'charged@example.com' });
    expect(await accountOf(caller)).toMatchObject({
      free_processing: granted,
      used_processing: 0,
      available_processing: granted,
    });
    const size = 100_000;
    const pk = await uploadProject(api, caller, patternBytes(size));
    const project = (await api.call(caller, routes.projectLoad, { params: { pk } })).json();
    expect(project.data_charged).toBe(size / gibibyte);
    const after = await accountOf(caller);
    expect(after.used_processing).toBe(size / gibibyte);
    expect(after.available_processing).toBe(granted - size / gibibyte);
    await api.call(caller, routes.uploadCompleted, { params: { pk } });
    expect((await accountOf(caller)).used_processing).toBe(size / gibibyte);
  });

  it('is refused before a byte is sent where the account has too little left', async () => {
    const caller = await api.signIn({ email: 'short@example.com' });
    const pk = await createProject(api, caller, 'Big quarry');
    const answer = await announceMiB(caller, pk, 4);
    expect(answer.statusCode).toBe(402);
    expect(answer.json()).toMatchObject({
      code: 'usage.used-up',
      error_message:
        "Big quarry has 0.004 GiB to process, and 0.003 GiB of your account's processing are left (0 GiB are used). Nothing was charged. Leave out some files, or get more processing for the account.",
    });
    expect((await announceMiB(caller, pk, 3)).statusCode).toBe(200);
  });

  it('cannot be had twice by two projects that were announced together', async () => {
    const caller = await api.signIn({ email: 'twice@example.com' });
    await api.context.db
      .update(account)
      .set({ freeProcessing: 1 / 1024 })
      .where(eq(account.pk, caller.pk));
    const bytes = patternBytes(600_000);
    const first = await uploadProject(api, caller, bytes, false);
    const second = await uploadProject(api, caller, bytes, false);
    const answers = await Promise.all(
      [first, second].map((pk) => api.call(caller, routes.uploadCompleted, { params: { pk } })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 402]);
    expect((await accountOf(caller)).used_processing).toBe(600_000 / gibibyte);
    const refused = answers[0]?.statusCode === 402 ? first : second;
    const { state, is_fully_uploaded } = (
      await api.call(caller, routes.projectLoad, { params: { pk: refused } })
    ).json();
    expect([state, is_fully_uploaded]).toEqual(['uploading', false]);
  });

  it('has no limit while the account has none', async () => {
    const caller = await api.signIn({ email: 'unlimited@example.com' });
    const until = new Date(Date.now() + 3_600_000);
    await api.context.db
      .update(account)
      .set({ freeProcessing: 0, unlimitedProcessingUntil: until })
      .where(eq(account.pk, caller.pk));
    const pk = await createProject(api, caller);
    expect((await announceMiB(caller, pk, 5000)).statusCode).toBe(200);
    expect(await accountOf(caller)).toMatchObject({
      available_processing: null,
      free_processing: 0,
      unlimited_processing_until: until.toISOString(),
    });
  });

  it('costs nothing where it fails, and is charged again when it is tried again', async () => {
    const caller = await api.signIn({ email: 'failing@example.com' });
    const pk = await uploadProject(api, caller, patternBytes(mebibyte));
    expect(await chargedOf(pk)).toBe(1 / 1024);
    const worker = api.work(async () => {
      throw new AppError('las.not-las', { file: 'flight.laz' });
    });
    await vi.waitFor(async () => {
      const [row] = await api.context.db.select().from(task).where(eq(task.imagesetPk, pk));
      expect(row?.status).toBe('errored');
    });
    await worker.stop();
    expect(await chargedOf(pk)).toBeNull();
    expect((await accountOf(caller)).used_processing).toBe(0);
    await api.call(caller, routes.projectRetryTasks, { params: { pk } });
    expect((await accountOf(caller)).used_processing).toBe(1 / 1024);
    await api.call(caller, routes.projectDestroy, { params: { pk }, body: { destroy_data: false } });
    expect((await accountOf(caller)).used_processing).toBe(0);
  });

  it('is not given back by deleting a project that has a product', async () => {
    const caller = await api.signIn({ email: 'deleting@example.com' });
    const pk = await uploadProject(api, caller, patternBytes(mebibyte));
    await api.context.db
      .update(product)
      .set({ status: 'Done' })
      .where(and(eq(product.imagesetPk, pk), eq(product.name, 'digital_elevation_model')));
    await api.call(caller, routes.projectDestroy, { params: { pk }, body: { destroy_data: false } });
    expect((await accountOf(caller)).used_processing).toBe(1 / 1024);
  });
});
