import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { account } from '#server/db/schema/accounts.ts';
import { imageset, productFile } from '#server/db/schema/projects.ts';
import { installation } from '#server/runtime/paths.ts';
import { clearInterrupted } from '#server/services/archive/interrupted-imports.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { startBuiltCli, watchCli } from '#tests/support/cli.ts';
import { runHere } from '#tests/support/run-cli.ts';
import { storedBytes, storeProject } from '#tests/support/stored-project.ts';

const isBuilt = existsSync(join(installation.root, 'dist', 'node', 'cli.js'));

let api: TestApi;
let owner: Caller;
let pk: number;

beforeAll(async () => {
  api = await createTestApi();
  vi.stubEnv('DATABASE_URL', api.context.config.databaseUrl ?? '');
  owner = await api.signIn({ email: 'owner@example.com' });
  const [row] = await api.context.db.select().from(account).where(eq(account.pk, owner.pk));
  if (!row) throw new Error('the owner has no account');
  pk = await storeProject(api.context, row, 'Quarry');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

const run = (...args: string[]) => runHere('project', ...args, '--data', api.dataFolder);

async function projectsCalled(name: string): Promise<number[]> {
  const rows = await api.context.db.select().from(imageset).where(eq(imageset.name, name));
  return rows.map((row) => row.pk);
}

describe('plumbline project', () => {
  it('exports a project and imports it as another person’s', async () => {
    const out = join(api.dataFolder, 'q.zip');
    const told = await run('export', String(pk), '--inputs', '--out', out, '--json');
    expect(told).toMatchObject({ code: 0, error: '' });
    const { size } = await stat(out);
    expect(JSON.parse(told.out)).toEqual({ pk, name: 'Quarry', file: out, size });

    const importer = await api.signIn({ email: 'other@example.com' });
    const made = await run('import', out, '--owner', 'other@example.com', '--name', 'Second', '--json');
    expect(made).toMatchObject({ code: 0, error: '' });
    const copy = JSON.parse(made.out);
    expect(copy).toMatchObject({ name: 'Second', refused: [] });
    const [row] = await api.context.db.select().from(imageset).where(eq(imageset.pk, copy.pk));
    expect(row).toMatchObject({ ownerPk: importer.pk, state: 'completed', epsg: 32632 });
    const files = await api.context.db.select().from(productFile).where(eq(productFile.imagesetPk, copy.pk));
    expect(files).toHaveLength(5);
    for (const { key, name } of files) {
      const bytes = await readFile(await api.context.store.localPath(key));
      expect(bytes.equals(storedBytes(name)), name).toBe(true);
    }
  });

  it('names what a damaged archive lacks, and leaves nothing of one that cannot be imported', async () => {
    const out = join(api.dataFolder, 'damaged.zip');
    await run('export', String(pk), '--out', out);
    const bytes = await readFile(out);
    await writeFile(out, bytes.subarray(0, bytes.length - 25_000));
    const partial = await run('import', out, '--name', 'Partial');
    expect(partial.code).toBe(1);
    expect(partial.error).toContain('dem.tif: it is not in the archive\n');
    expect(partial.error).toContain('damaged.zip could not be imported whole. Left out (');
    expect(await projectsCalled('Partial')).toHaveLength(1);

    await writeFile(out, 'no archive');
    const none = await run('import', out, '--name', 'None');
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.error).toContain('damaged.zip is no ZIP archive');
    expect(await projectsCalled('None')).toEqual([]);
  });

  it.skipIf(!isBuilt)(
    'leaves nothing of an import that was killed, and does not touch one under way',
    async () => {
      const out = join(api.dataFolder, 'killed.zip');
      await run('export', String(pk), '--out', out);
      const { context } = api;
      const objects = join(api.dataFolder, 'objects');
      const states = () =>
        context.db.select({ state: imageset.state }).from(imageset).where(eq(imageset.name, 'Killed'));
      const left = await context.db.transaction(async (tx) => {
        // The import stops where it would commit its first product.
        await tx.execute(sql`lock table ${productFile} in access exclusive mode`);
        const program = startBuiltCli('project', 'import', out, '--name', 'Killed', '--data', api.dataFolder);
        const ended = watchCli(program);
        await vi.waitFor(async () => {
          expect(await states()).toEqual([{ state: 'errored' }]);
          expect(await readdir(objects)).toContain(String((await projectsCalled('Killed'))[0]));
        }, 30_000);
        await clearInterrupted(context);
        expect(await states()).toHaveLength(1);
        program.kill('SIGKILL');
        await ended;
        return projectsCalled('Killed');
      });
      expect(left).toHaveLength(1);
      await vi.waitFor(async () => {
        await clearInterrupted(context);
        expect(await states()).toEqual([]);
      }, 30_000);
      expect(await readdir(objects)).not.toContain(String(left[0]));
      expect(await run('import', out, '--name', 'Killed')).toMatchObject({ code: 0 });
      expect(await states()).toEqual([{ state: 'completed' }]);
    },
  );

  it('says what it does not know', async () => {
    expect(await run('export', '999')).toMatchObject({ code: 1 });
    expect(await run('move', '1')).toMatchObject({ code: 2 });
    expect(await run('export')).toMatchObject({ code: 2 });
  });
});
