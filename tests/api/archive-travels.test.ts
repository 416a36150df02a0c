import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { account, setting } from '#server/db/schema/accounts.ts';
import { productFile } from '#server/db/schema/projects.ts';
import { claimNext } from '#server/queue/claim.ts';
import { defaultLeaseRules } from '#server/queue/lease.ts';
import type { ServerContext } from '#server/services/context.ts';
import { inputKey } from '#server/store/keys.ts';
import type { ObjectStore } from '#server/store/object-store.ts';
import { importProject } from '#server/worker/tasks/import-project.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { startTestAuthority, type TestAuthority } from '#tests/support/license-authority.ts';
import { postFile } from '#tests/support/lidar-upload.ts';
import { untilAborted } from '#tests/support/pipelines.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { storedBytes, storeProject } from '#tests/support/stored-project.ts';
import { verifyDownloads } from '#tests/support/verify-downloads.ts';

const names = ['ortho.tif', 'ortho.jpg', 'preview.png', 'dem.tif'];

let folder: string;
let s3: S3Server;
let authority: TestAuthority;
let cloud: TestApi;
let desktop: TestApi;
let person: Caller;
let archive: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-travels-'));
  s3 = await startS3Server(join(folder, 'bucket'));
  authority = await startTestAuthority();
  const license = { url: authority.url, publicKey: authority.publicKey };
  [cloud, desktop] = await Promise.all([
    createTestApi({ s3: s3.settings }),
    createTestApi({ edition: 'desktop', license }),
  ]);
  await desktop.call(null, routes.licenseActivate, { query: { license: 'ABCD-EFGH-1234-5678' } });
  person = await cloud.signIn({ email: 'owner@example.com' });
  const [row] = await cloud.context.db.select().from(account).where(eq(account.pk, person.pk));
  if (!row) throw new Error('the owner has no account');
  const pk = await storeProject(cloud.context, row, 'Quarry');
  const headers = { cookie: person.cookie };
  archive = (await cloud.app.inject({ url: `/files/${pk}/archive?inputs`, headers })).rawPayload;
});
afterAll(async () => {
  await Promise.all([cloud.close(), desktop.close()]);
  await Promise.all([s3.close(), authority.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Announces an archive as a new project and brings its bytes to where the server takes them in. */
async function upload(api: TestApi, caller: Caller | null, bytes: Buffer): Promise<number> {
  const body = { name: `Copy ${Math.random()}`, type: 'archive' };
  const { pk } = (await api.call(caller, routes.projectCreate, { body })).json();
  const file = { name: 'Quarry.plumbline.zip', size: bytes.length, role: 'archive' };
  const announced = await api.call(caller, routes.imagesInitialize, {
    params: { pk },
    body: { files: [file] },
  });
  const [slot] = announced.json().slots;
  if (api.context.store.intake.kind === 'through') await postFile(api, caller, slot.upload_url, bytes);
  else await api.context.store.put(inputKey(pk, slot.name), Readable.from([bytes]));
  const ended = await api.call(caller, routes.uploadCompleted, { params: { pk } });
  expect(ended.statusCode, ended.body).toBe(200);
  return pk;
}

function imported(api: TestApi, caller: Caller | null, pk: number): Promise<Project> {
  return vi.waitFor(
    async () => {
      const project: Project = (await api.call(caller, routes.projectLoad, { params: { pk } })).json();
      expect(project.state).toBe('completed');
      return project;
    },
    { timeout: 30_000 },
  );
}

async function requireWhole(api: TestApi, caller: Caller | null, project: Project): Promise<void> {
  const headers = caller ? { cookie: caller.cookie } : {};
  const read = async (url: string) => (await api.app.inject({ url, headers })).rawPayload;
  expect(project.products.map(({ name, status }) => [name, status])).toEqual([
    ['bundle_adjustment', 'Done'],
    ['digital_elevation_model', 'Done'],
    ['orthoimage', 'Done'],
  ]);
  const files = project.products.flatMap((product) => product.files);
  expect(files.map(({ name }) => name).sort()).toEqual([...names].sort());
  for (const { name, url } of files) expect((await read(url)).equals(storedBytes(name)), name).toBe(true);
  const params = { pk: project.pk };
  for (const product of project.products.slice(1)) {
    const { code, kinds } = await verifyDownloads(api, caller, product);
    expect({ code, kinds: new Set(Object.values(kinds)) }).toEqual({ code: 0, kinds: new Set(['bytes']) });
  }
  const [photo] = (await api.call(caller, routes.imagesList, { params })).json();
  expect((await read(photo.url)).equals(storedBytes('DJI_1.JPG'))).toBe(true);
  const { items } = (await api.call(caller, routes.drawingRevisions, { params })).json();
  expect(items).toMatchObject([{ revision: 3 }, { revision: 1, snapshot: 'Before' }]);
}

describe('a project that travels as an archive', () => {
  it('goes from a cloud that keeps it in S3 to a desktop and back, byte for byte', async () => {
    const atDesk = desktop.work(untilAborted);
    const project = await imported(desktop, null, await upload(desktop, null, archive));
    await atDesk.stop();
    await requireWhole(desktop, null, project);

    const dest = join(folder, 'projects');
    await mkdir(dest);
    const value = { path: dest, enabled: true };
    await desktop.context.db.insert(setting).values({ key: 'projects-folder', value });
    const saved = await desktop.call(null, routes.projectExportArchive, {
      params: { pk: project.pk },
      query: { dest, inputs: true },
    });
    const { path, size } = saved.json();
    const back = await readFile(path);
    expect(back).toHaveLength(size);

    const inCloud = cloud.work(untilAborted);
    const again = await imported(cloud, person, await upload(cloud, person, back));
    await inCloud.stop();
    await requireWhole(cloud, person, again);
    // The uploaded archive is gone from the bucket once it has become a project.
    expect(await cloud.context.store.stat(inputKey(again.pk, 'Quarry.plumbline.zip'))).toBeNull();
  });

  it.each(['local', 's3'])(
    'is whole although its import was killed in the middle, in a %s store',
    async (kind) => {
      const [api, caller] = kind === 's3' ? [cloud, person] : [desktop, null];
      const pk = await upload(api, caller, archive);
      const { context } = api;
      let puts = 0;
      const dying: ObjectStore = {
        ...context.store,
        put: (key, source) => {
          if (++puts > 2) throw new Error('killed');
          return context.store.put(key, source);
        },
      };
      const claimant = { name: 'doomed', host: 'nowhere', memoryMib: 100_000 };
      const lease = await claimNext(context.db, claimant, { ...defaultLeaseRules, leaseMs: 1 });
      if (!lease) throw new Error('the import is not in the queue');
      const dead: ServerContext = { ...context, store: dying };
      await expect(importProject(dead, lease, new AbortController().signal)).rejects.toThrow('killed');
      const left = await context.db.select().from(productFile).where(eq(productFile.imagesetPk, pk));
      expect(left.length).toBeLessThan(1 + names.length);

      const rules = { leaseMs: 10_000, heartbeatMs: 50, retryLimit: 2, harmLimit: 2 };
      const worker = api.work(untilAborted, { rules });
      const project = await imported(api, caller, pk);
      await worker.stop();
      await requireWhole(api, caller, project);
    },
  );
});
