import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded/supervisor.ts';
import { installation } from '#server/runtime/paths.ts';

/** Folder of the PostgreSQL data folders of runs, each named after the process of its run. */
export const testPostgresFolder = join(installation.root, 'node_modules', '.cache', 'plumbline-tests');

/** Variable that passes the run's process to its test files. */
export const runVariable = 'PLUMBLINE_TEST_RUN';

/** Speed for safety: the tests' data need not survive a power cut. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A database of its own on `DATABASE_URL` where that is set, else on the run's shared embedded PostgreSQL. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database with a unique name. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const folder = join(testPostgresFolder, process.env[runVariable] ?? String(process.pid));
  const admin = process.env['DATABASE_URL'] ?? (await startEmbedded(folder, fast)).url('postgres');
  const name = `plumbline_test_${randomBytes(6).toString('hex')}`;
  await runSql(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runSql(admin, `drop database if exists ${name} with (force)`) };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
