import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAlive, readPostmaster } from '#server/db/embedded/postmaster.ts';
import { startEmbedded } from '#server/db/embedded/supervisor.ts';
import { migrate } from '#server/db/migrate.ts';
import {
  openServerDatabase,
  openWorkerDatabase,
  type ServerDatabase,
} from '#server/db/open-server-database.ts';
import { ensureAccount, findAccountByEmail } from '#server/services/people/accounts.ts';
import { createTestDatabase } from '#tests/support/postgres.ts';

let dataFolder: string;
const open: ServerDatabase[] = [];

beforeAll(async () => {
  dataFolder = await makeFolder();
});
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/** A folder that every user may enter, so that the cluster is inside. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-postgres-'));
  await chmod(folder, 0o755);
  return folder;
}

async function start(onLost = () => {}): Promise<ServerDatabase> {
  const database = await openServerDatabase(dataFolder, undefined, onLost);
  open.push(database);
  return database;
}

const pidOf = (database: ServerDatabase) => readPostmaster(database.embedded?.cluster.folder ?? '')?.pid ?? 0;

/** The state after a killed server: its connections break and its locks are free, PostgreSQL continues. */
async function loseServer(database: ServerDatabase): Promise<void> {
  open.splice(open.indexOf(database), 1);
  const url = new URL(database.url);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
  await vi.waitFor(async () => {
    const { rows } = await client.query("select pid from pg_locks where locktype = 'advisory'");
    expect(rows).toEqual([]);
  });
  await client.end();
  await database.pool.end();
}

describe('the embedded PostgreSQL', () => {
  it('is made on an empty data folder, stops with its server and keeps its data', async () => {
    const first = await start();
    await ensureAccount(first.db, { email: 'kept@example.com' });
    const pid = pidOf(first);
    expect(isAlive(pid)).toBe(true);
    await open.pop()?.close();
    expect(isAlive(pid)).toBe(false);
    const second = await start();
    expect(second.embedded?.wasAdopted).toBe(false);
    expect(await findAccountByEmail(second.db, 'kept@example.com')).not.toBeNull();
  });

  it('refuses a second server on the same data folder and goes on serving the first', async () => {
    const first = await start();
    await expect(start()).rejects.toMatchObject({ code: 'db.in-use', params: { pid: pidOf(first) } });
    expect((await first.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is adopted with its data when its server was killed', async () => {
    let isLost = false;
    const first = await start(() => {
      isLost = true;
    });
    await ensureAccount(first.db, { email: 'kept@example.com' });
    const pid = pidOf(first);
    await loseServer(first);
    await vi.waitFor(() => expect(isLost).toBe(true));
    const second = await start();
    expect(second.embedded?.wasAdopted).toBe(true);
    expect(pidOf(second)).toBe(pid);
    expect(await findAccountByEmail(second.db, 'kept@example.com')).not.toBeNull();
  });

  it('recovers when server and PostgreSQL were both killed', async () => {
    const first = await start();
    await ensureAccount(first.db, { email: 'kept@example.com' });
    const pid = pidOf(first);
    await loseServer(first);
    process.kill(pid, 'SIGKILL');
    const second = await start();
    expect(second.embedded?.wasAdopted).toBe(false);
    expect(await findAccountByEmail(second.db, 'kept@example.com')).not.toBeNull();
  });

  it('is not confused by the pid file of a process that is something else', async () => {
    const first = await start();
    const folder = first.embedded?.cluster.folder ?? '';
    await open.pop()?.close();
    const left = [process.pid, folder, 0, 1, '', '127.0.0.1', '', 'ready'].join('\n');
    await writeFile(join(folder, 'postmaster.pid'), left);
    const second = await start();
    expect(pidOf(second)).not.toBe(process.pid);
  });

  it('made and started twice at once is one PostgreSQL', async () => {
    const folder = await makeFolder();
    const [a, b] = await Promise.all([startEmbedded(folder), startEmbedded(folder)]);
    expect(a.port).toBe(b.port);
    await a.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.runIf(process.getuid?.() === 0)(
    'lies elsewhere when its user cannot reach the data folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'plumbline-closed-'));
      const embedded = await startEmbedded(folder);
      expect(await realpath(join(folder, 'postgres'))).toBe(embedded.cluster.folder);
      expect(embedded.cluster.folder.startsWith(folder)).toBe(false);
      await embedded.stop();
      await rm(embedded.cluster.folder, { recursive: true });
      await rm(folder, { recursive: true });
    },
  );

  it('is found by workers while a server runs, and named when none does', async () => {
    await expect(openWorkerDatabase(dataFolder, undefined)).rejects.toMatchObject({ code: 'db.not-running' });
    const server = await start();
    await ensureAccount(server.db, { email: 'seen@example.com' });
    const worker = await openWorkerDatabase(dataFolder, undefined);
    expect(await findAccountByEmail(worker.db, 'seen@example.com')).not.toBeNull();
    await worker.close();
  });
});

describe('a database of the operator’s own', () => {
  it('that does not answer is named without its password', async () => {
    const url = 'postgresql://surveyor:secret@127.0.0.1:1/projects';
    const failure = await openServerDatabase(dataFolder, url, () => {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'db.unreachable', params: { address: '127.0.0.1:1/projects' } });
    expect(JSON.stringify(failure)).not.toContain('secret');
  });
});

describe('database changes', () => {
  it('are applied once, in order, whole or not at all, by servers that start together', async () => {
    const database = await createTestDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    // `end` does not wait for its connections to close, so the forced drop below may still break one.
    pool.on('error', () => {});
    const folder = join(dataFolder, 'changes');
    await mkdir(folder);
    await writeFile(join(folder, '0001-a.sql'), 'create table a (x int); insert into a values (1);');
    await Promise.all([migrate(pool, folder), migrate(pool, folder), migrate(pool, folder)]);
    expect((await pool.query('select x from a')).rows).toEqual([{ x: 1 }]);
    await writeFile(join(folder, '0002-b.sql'), 'create table b (x int); insert into c values (1);');
    await expect(migrate(pool, folder)).rejects.toMatchObject({
      code: 'db.migration-failed',
      params: { file: '0002-b.sql' },
    });
    await expect(pool.query('select x from b')).rejects.toMatchObject({ code: '42P01' });
    await rm(join(folder, '0002-b.sql'));
    await writeFile(join(folder, '0001-a.sql'), 'create table a (y int);');
    await expect(migrate(pool, folder)).rejects.toMatchObject({ code: 'db.migration-changed' });
    await pool.end();
    await database.drop();
  });
});
