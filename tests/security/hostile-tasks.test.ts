import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { task } from '#server/db/schema/work.ts';
import { createBoxedTasks } from '#server/worker/boxed-tasks.ts';
import { performTask } from '#server/worker/perform-task.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { uploadProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { makeAll } from '#tests/support/pipelines.ts';

const entry = new URL('../support/hostile-box.mjs', import.meta.url);
const machineMib = 300;

let api: TestApi;
let victim: Caller;
let attacker: Caller;
beforeEach(async () => {
  api = await createTestApi();
  attacker = await api.signIn({ email: 'attacker@example.com' });
  victim = await api.signIn({ email: 'victim@example.com' });
});
afterEach(async () => {
  delete process.env['PLUMBLINE_TEST_HARM'];
  await api.close();
});

const load = async (caller: Caller, pk: number) =>
  (await api.call(caller, routes.projectLoad, { params: { pk } })).json();
const readTask = async (pk: number) =>
  (await api.context.db.select().from(task).where(eq(task.imagesetPk, pk)))[0]!;

describe('a file that makes its parser', () => {
  it.each([
    ['eat memory', 'buffers', {}, 'task.too-much-memory', 'MiB of memory'],
    ['loop for ever', 'loop', { silenceMs: 600 }, 'task.took-too-long', 'did not get on'],
    ['kill its process', 'death', {}, 'task.crashed', 'stopped unexpectedly'],
  ])('%s costs its owner two tries and nobody else anything', async (_, harm, rules, code, words) => {
    process.env['PLUMBLINE_TEST_HARM'] = harm;
    const evil = await uploadProject(api, attacker, patternBytes(5000));
    await api.context.db.update(task).set({ memoryMib: 100 }).where(eq(task.imagesetPk, evil));
    const boxed = createBoxedTasks({
      config: api.context.config,
      databaseUrl: '',
      machineMib,
      entry,
      rules: { lookMs: 20, ...rules },
    });
    const tools = {
      runPipeline: makeAll,
      transform: () => Promise.reject(new Error('unused')),
      shape: () => Promise.reject(new Error('unused')),
      writeCog: () => Promise.reject(new Error('unused')),
    };
    const answers: string[] = [];
    api.work(makeAll, {
      perform: async (lease, signal) => {
        if (lease.task.imagesetPk !== evil) return performTask(api.context, lease, tools, signal);
        const work = boxed(lease, signal);
        const meanwhile = load(attacker, evil).then(({ state }) => void answers.push(state));
        await Promise.all([work, meanwhile]);
      },
    });
    const good = await uploadProject(api, victim, patternBytes(6000, 2));
    await vi.waitFor(async () => expect((await load(attacker, evil)).state).toBe('errored'), 30_000);
    await vi.waitFor(async () => expect((await load(victim, good)).state).toBe('completed'), 30_000);
    expect(answers).toEqual(['processing', 'processing']);
    expect(await readTask(evil)).toMatchObject({ status: 'errored', failures: 1, error: { code } });
    expect(await readTask(good)).toMatchObject({ status: 'done', failures: 0, attempt: 1 });
    const [product] = (await load(attacker, evil)).products;
    expect(product.error_message).toContain(words);
  });
});
