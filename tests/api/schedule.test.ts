import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { type ScheduledWork, startSchedule } from '#server/queue/schedule.ts';
import { installation } from '#server/runtime/paths.ts';
import { createTestDatabase } from '#tests/support/postgres.ts';

const rules = { retryLimit: 1, retryDelayS: 1, lookS: 0.5 };
const yearly = '0 0 1 1 *';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  stops = [];
  made = await createTestDatabase();
  database = await openDatabase(made.url, installation.migrations);
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await database.close();
  await made.drop();
});

async function start(works: readonly ScheduledWork[], told: [string, unknown][] = []): Promise<void> {
  const { stop } = await startSchedule(made.url, works, (name, error) => told.push([name, error]), rules);
  stops.push(stop);
}

const jobsIn = async (queue: string) =>
  (await database.db.execute(sql`select state::text, data from pgboss.job where name = ${queue}`)).rows;

it('work is done when servers start, by one of them, and its time is kept', async () => {
  const done: string[] = [];
  const works = (server: string): ScheduledWork[] => [
    { name: 'a', cron: yearly, run: async () => void done.push(`a by ${server}`) },
    { name: 'b', cron: yearly, run: async () => void done.push(`b by ${server}`) },
  ];
  await start(works('one'));
  await start(works('other'));
  await vi.waitFor(() => expect(done.map((entry) => entry[0]).sort()).toEqual(['a', 'b']), 20_000);
  await vi.waitFor(async () =>
    expect(await jobsIn('sweep-a')).toEqual([{ state: 'completed', data: { name: 'a' } }]),
  );
  const { rows } = await database.db.execute(sql`select name, cron from pgboss.schedule order by name`);
  expect(rows).toEqual([
    { name: 'sweep-a', cron: yearly },
    { name: 'sweep-b', cron: yearly },
  ]);
});

it('work that fails is repeated, told of each time and kept when it is given up', async () => {
  const told: [string, unknown][] = [];
  const fault = new Error('the store does not answer');
  await start([{ name: 'a', cron: yearly, run: () => Promise.reject(fault) }], told);
  await vi.waitFor(
    () =>
      expect(told).toEqual([
        ['a', fault],
        ['a', fault],
      ]),
    20_000,
  );
  await vi.waitFor(async () =>
    expect(await jobsIn('sweep-failed')).toEqual([{ state: 'created', data: { name: 'a' } }]),
  );
});
