import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { task } from '#server/db/schema/work.ts';
import { createConsole } from '#server/worker/tasks/engine-console.ts';
import { createTestApi } from '#tests/support/api.ts';
import { uploadProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';

it('lines of a console that could not be kept are kept with the next ones, and a new console takes their place', async () => {
  const api = await createTestApi();
  onTestFinished(() => api.close());
  const owner = await api.signIn({ email: 'owner@example.com' });
  const pk = await uploadProject(api, owner, patternBytes(10));
  const { db } = api.context;
  const [row] = await db
    .update(task)
    .set({ status: 'running', attempt: 1, leaseOwner: 'one' })
    .where(eq(task.imagesetPk, pk))
    .returning();
  const lease = { task: row!, attempt: 1, owner: 'one' };
  const read = async () => (await api.call(owner, routes.projectConsole, { params: { pk } })).json().lines;

  const keep = createConsole(api.context, lease);
  await keep(['a', 'b'], 0);
  const away = vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('the database is away'));
  await keep(['c'], 2);
  away.mockRestore();
  expect(await read()).toEqual(['a', 'b']);
  await keep(['d'], 3);
  expect(await read()).toEqual(['a', 'b', 'c', 'd']);

  await createConsole(api.context, { ...lease, owner: 'another' })(['of nobody'], 4);
  expect(await read(), 'a worker that lost its lease').toEqual(['a', 'b', 'c', 'd']);
  await createConsole(api.context, lease)(['anew'], 0);
  expect(await read()).toEqual(['anew']);
});
