import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { FileTag } from '#contract/rules/products.ts';
import type { Project } from '#contract/schemas/project.ts';
import { setting } from '#server/db/schema/accounts.ts';
import { imageset, product, productFile } from '#server/db/schema/projects.ts';
import { task } from '#server/db/schema/work.ts';
import { readOwner } from '#server/services/people/owner.ts';
import { createProject } from '#server/services/projects/projects.ts';
import { inputKey, productKey } from '#server/store/keys.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { startTestAuthority, type TestAuthority } from '#tests/support/license-authority.ts';
import { createProject as createCloudProject } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';

const stored: readonly [name: string, format: string, tag: FileTag, size: number][] = [
  ['flight.laz', 'laz', 'input', 5000],
  ['cloud.copc.laz', 'copc', 'exportable', 4000],
  ['report.json', 'json', 'exportable', 30],
  ['ortho.jpg', 'jpg', 'exportable', 700],
  ['ortho.jgw', 'jgw', 'exportable', 11],
  ['preview.png', 'preview', 'canvas', 200],
  ['spool.bin', 'spool', 'intermediate', 900],
];

let authority: TestAuthority;
let api: TestApi;
let projectsFolder: string;
let pk: number;
let productPk: number;

beforeAll(async () => {
  authority = await startTestAuthority();
  api = await createTestApi({
    edition: 'desktop',
    license: { url: authority.url, publicKey: authority.publicKey },
  });
  await api.call(null, routes.licenseActivate, { query: { license: 'ABCD-EFGH-1234-5678' } });
  projectsFolder = join(api.dataFolder, '..', `projects-${process.pid}-${Date.now()}`);
  await mkdir(projectsFolder);
});
afterAll(async () => {
  await rm(projectsFolder, { recursive: true, force: true });
  await api.close();
  await authority.close();
});

beforeEach(async () => {
  const { context } = api;
  const row = await createProject(context, await readOwner(context.db), { name: 'Pit', type: 'lidar' });
  pk = row.pk;
  await context.db.update(imageset).set({ state: 'completed' }).where(eq(imageset.pk, pk));
  const [made] = await context.db
    .insert(product)
    .values({ imagesetPk: pk, name: 'lidar_point_cloud', status: 'Done' })
    .returning();
  productPk = made?.pk ?? 0;
  await useProjectsFolder(true);
  for (const [name, format, tag, bytes] of stored) {
    const path = join(api.dataFolder, `${pk}-${name}`);
    await writeFile(path, patternBytes(bytes));
    const wanted = tag === 'input' ? inputKey(pk, name) : productKey(pk, productPk, name);
    const { key, size, etag } = await context.store.putFile(wanted, path);
    const values = { imagesetPk: pk, productPk, key, name, format, tag, size, etag };
    await context.db.insert(productFile).values(values);
  }
});

async function useProjectsFolder(enabled: boolean): Promise<void> {
  const value = { path: projectsFolder, enabled };
  await api.context.db
    .insert(setting)
    .values({ key: 'projects-folder', value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
}

const clean = (...options: string[]) =>
  api.call(null, routes.projectClean, { params: { pk }, body: { options } });
const load = async (): Promise<Project> =>
  (await api.call(null, routes.projectLoad, { params: { pk } })).json();
const isStored = async (name: string) =>
  (await api.context.store.stat(
    name === 'flight.laz' ? inputKey(pk, name) : productKey(pk, productPk, name),
  )) !== null;

describe('cleaning a project', () => {
  it('counts by kind what can go, and never what a product is made of', async () => {
    expect((await load()).size).toEqual({
      total: 10_841,
      input: 5000,
      cleanable: { intermediate: 900, exportable: 711, canvas: 200 },
      safe_to_clean: true,
    });
  });

  it('removes the chosen kind, and all of them without what a product needs', async () => {
    const first = await clean('exportable');
    expect(first.statusCode).toBe(200);
    expect(first.json().size).toMatchObject({
      total: 10_130,
      cleanable: { intermediate: 900, exportable: 0, canvas: 200 },
    });
    expect(Object.keys(first.json().products[0].downloads)).toEqual(['copc', 'json']);
    expect([await isStored('ortho.jpg'), await isStored('spool.bin')]).toEqual([false, true]);
    const rest = (await clean('intermediate', 'exportable', 'canvas')).json();
    expect(rest.size.total).toBe(9030);
    const left = await Promise.all(stored.map(async ([name]) => [name, await isStored(name)] as const));
    expect(left.filter(([, is]) => is).map(([name]) => name)).toEqual([
      'flight.laz',
      'cloud.copc.laz',
      'report.json',
    ]);
    const again = await clean('canvas');
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'clean.already-cleaned',
      error_message: 'Pit: everything that can be cleaned is gone already; nothing is left to remove.',
    });
  });

  it('measures and removes what unfinished work left on the disk', async () => {
    const folder = join(api.dataFolder, 'work', String(pk));
    await mkdir(join(folder, 'steps'), { recursive: true });
    await writeFile(join(folder, 'steps', 'left.bin'), patternBytes(1234));
    expect((await load()).size).toMatchObject({ total: 12_075, cleanable: { intermediate: 2134 } });
    await clean('intermediate');
    expect(existsSync(folder)).toBe(false);
    expect((await load()).size.cleanable.intermediate).toBe(0);
  });

  it('refuses a kind that holds nothing, no kind and an unknown one', async () => {
    await clean('canvas');
    expect((await clean('canvas')).json()).toMatchObject({
      code: 'clean.nothing-selected',
      error_message: 'canvas: no files of this kind are left; choose another kind.',
    });
    expect((await clean()).json().code).toBe('api.bad-request');
    expect((await clean('input')).json().code).toBe('api.bad-request');
    expect(await isStored('flight.laz')).toBe(true);
  });

  it.each(['processing', 'errored'] as const)('is unsafe while %s', async (state) => {
    await api.context.db.update(imageset).set({ state }).where(eq(imageset.pk, pk));
    expect((await load()).size.safe_to_clean).toBe(false);
    const answer = await clean('intermediate');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'clean.not-safe',
      error_message:
        'Pit: its files are still needed; clean it when it is completed and nothing of it is being made.',
    });
    expect(await isStored('spool.bin')).toBe(true);
  });

  it('is unsafe while a task of the project waits', async () => {
    await api.context.db.insert(task).values({ imagesetPk: pk, name: 'process_lidar' });
    expect((await load()).size.safe_to_clean).toBe(false);
    expect((await clean('canvas')).json().code).toBe('clean.not-safe');
  });

  it('is for the desktop edition', async () => {
    const cloud = await createTestApi();
    const owner = await cloud.signIn({ email: 'owner@example.com' });
    const guest = await cloud.signIn({ email: 'guest@example.com' });
    const params = { pk: await createCloudProject(cloud, owner) };
    const body = { options: ['canvas'] };
    const answer = await cloud.call(owner, routes.projectClean, { params, body });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'clean.desktop-only',
      error_message: 'Project cleaning is only supported on desktop.',
    });
    expect((await cloud.call(guest, routes.projectClean, { params, body })).statusCode).toBe(404);
    await cloud.close();
  });
});

describe('deleting a project of this machine', () => {
  it('marks it, or removes its rows and files', async () => {
    const destroy = (destroy_data: boolean) =>
      api.call(null, routes.projectDestroy, { params: { pk }, body: { destroy_data } });
    expect((await destroy(true)).json()).toEqual({ ok: true });
    expect(await isStored('flight.laz')).toBe(false);
    expect(await api.context.db.select().from(imageset).where(eq(imageset.pk, pk))).toEqual([]);
    expect((await destroy(true)).json().error_message).toBe('Project not found.');
  });
});

describe('the projects folder', () => {
  const open = () => api.call(null, routes.folderOpen, { params: { pk } });

  it('is listed by its folders', async () => {
    await mkdir(join(projectsFolder, 'Zebra'), { recursive: true });
    await mkdir(join(projectsFolder, 'Alpha'), { recursive: true });
    await writeFile(join(projectsFolder, 'notes.txt'), '');
    const list = async () => (await api.call(null, routes.subfoldersList)).json();
    expect((await list()).filter((name: string) => /^(Alpha|Zebra|notes)/.test(name))).toEqual([
      'Alpha',
      'Zebra',
    ]);
    await useProjectsFolder(false);
    expect(await list()).toEqual([]);
    expect((await open()).json().code).toBe('projects-folder.none');
  });

  it.skipIf(process.platform !== 'linux')('is shown, or the project’s own folder in it', async () => {
    const programs = join(api.dataFolder, 'programs');
    const log = join(programs, 'shown');
    await mkdir(programs, { recursive: true });
    await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" >> ${log}\n`);
    await chmod(join(programs, 'xdg-open'), 0o755);
    vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
    await rm(join(projectsFolder, 'Pit'), { recursive: true, force: true });
    expect((await open()).json()).toEqual({ path: projectsFolder });
    await mkdir(join(projectsFolder, 'Pit'));
    expect((await open()).json()).toEqual({ path: join(projectsFolder, 'Pit') });
    await expect
      .poll(async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean).sort())
      .toEqual([projectsFolder, join(projectsFolder, 'Pit')]);
    vi.stubEnv('PATH', join(programs, 'empty'));
    expect((await open()).json()).toMatchObject({ code: 'projects-folder.cannot-open' });
    vi.unstubAllEnvs();
  });
});

describe('exporting to disk', () => {
  const exportTo = (dest: string, name = 'copc') =>
    api.call(null, routes.productExport, {
      params: { pk, product_id: productPk, export_name: name },
      query: { dest },
    });

  it('copies into the projects folder or below, and never over another file', async () => {
    const dest = join(projectsFolder, 'Pit', 'clouds');
    const first = await exportTo(dest);
    expect(first.json()).toEqual({ path: join(dest, 'cloud.copc.laz'), size: 4000 });
    expect((await readFile(first.json().path)).equals(patternBytes(4000))).toBe(true);
    const second = await exportTo(dest);
    expect(second.json().path).toBe(join(dest, 'cloud.copc (2).laz'));
    expect((await exportTo(projectsFolder, 'json')).statusCode).toBe(200);
  });

  it('leaves the folder neither by a path nor by a link', async () => {
    const link = join(projectsFolder, 'away');
    await symlink(api.dataFolder, link).catch(() => {});
    const bad = [`${projectsFolder}/../up`, '/', 'Pit', `${projectsFolder}-2`, link, join(link, 'deeper')];
    for (const dest of bad) {
      const answer = await exportTo(dest);
      expect(answer.statusCode, dest).toBe(403);
      expect(answer.json()).toMatchObject({
        code: 'disk-export.outside-folder',
        error_message: `${dest} does not lie in the projects folder ${projectsFolder}; choose a folder inside it.`,
      });
    }
    expect(existsSync(join(api.dataFolder, 'deeper'))).toBe(false);
  });

  it('takes the archive of a project', async () => {
    const write = (dest: string) =>
      api.call(null, routes.projectExportArchive, { params: { pk }, query: { dest } });
    const { path, size } = (await write(projectsFolder)).json();
    expect(path).toBe(join(projectsFolder, 'Pit.plumbline.zip'));
    expect((await readFile(path)).length).toBe(size);
    expect((await write(api.dataFolder)).json().code).toBe('disk-export.outside-folder');
  });

  it('writes nothing to a disk that has no room for it', async () => {
    const { db } = api.context;
    await db
      .update(productFile)
      .set({ size: 2 ** 52 })
      .where(eq(productFile.format, 'copc'));
    const answer = await exportTo(projectsFolder);
    expect(answer.statusCode).toBe(507);
    expect(answer.json()).toMatchObject({
      code: 'disk-export.full',
      error_message: `${projectsFolder}: the disk has no room for ${2 ** 52} bytes more; free some and export again.`,
    });
    expect((await readdir(projectsFolder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('names exports that the product does not have, and a missing projects folder', async () => {
    for (const name of ['undefined', 'tif', 'spool', 'laz']) {
      const answer = await exportTo(projectsFolder, name);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({
        code: 'disk-export.unknown-name',
        error_message: `${name}: the product has no file of this name to export; load the project again.`,
      });
    }
    await useProjectsFolder(false);
    expect((await exportTo(projectsFolder)).json()).toMatchObject({
      code: 'disk-export.no-folder',
      error_message: 'There is no projects folder to export into; choose one in the license menu.',
    });
    expect(
      (
        await api.call(null, routes.productExport, {
          params: { pk, product_id: productPk, export_name: 'copc' },
        })
      ).json().code,
    ).toBe('api.bad-request');
  });
});
