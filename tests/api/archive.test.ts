import { deflateRawSync } from 'node:zlib';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { findData, readDirectory, type ZipEntry } from '#domain/formats/zip/read-zip.ts';
import { writeZip, type ZipInput } from '#domain/formats/zip/write-zip.ts';
import { account } from '#server/db/schema/accounts.ts';
import { notice } from '#server/db/schema/notices.ts';
import { imageset, productFile } from '#server/db/schema/projects.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { postFile } from '#tests/support/lidar-upload.ts';
import { storedBytes, storedOverlayHash, storeProject } from '#tests/support/stored-project.ts';

const ortho = 'products/2-orthoimage/ortho.tif';
const dem = 'products/3-digital_elevation_model/dem.tif';

let api: TestApi;
let elsewhere: TestApi;
let owner: Caller;
let importer: Caller;
let pk: number;
let archive: Buffer;

const download = (caller: Caller, project: number, query = '') =>
  api.app.inject({
    method: 'GET',
    url: `/files/${project}/archive${query}`,
    headers: { cookie: caller.cookie },
  });

beforeAll(async () => {
  [api, elsewhere] = await Promise.all([createTestApi(), createTestApi()]);
  owner = await api.signIn({ email: 'owner@example.com' });
  importer = await elsewhere.signIn({ email: 'importer@example.com' });
  const [row] = await api.context.db.select().from(account).where(eq(account.pk, owner.pk));
  if (!row) throw new Error('the owner has no account');
  pk = await storeProject(api.context, row, 'Quarry: north');
  archive = (await download(owner, pk, '?inputs')).rawPayload;
  elsewhere.work(async () => {
    throw new Error('an archive is imported, not processed');
  });
});
afterAll(async () => {
  await api.close();
  await elsewhere.close();
});

/** Uploads an archive as a new project and waits until the import has ended. */
async function importInto(bytes: Buffer): Promise<Project> {
  const call = elsewhere.call;
  const body = { name: 'Copy', type: 'archive', notify_finish: true };
  const made: Project = (await call(importer, routes.projectCreate, { body })).json();
  const params = { pk: made.pk };
  const { slots } = (
    await call(importer, routes.imagesInitialize, {
      params,
      body: { files: [{ name: 'Quarry.plumbline.zip', size: bytes.length, role: 'archive' }] },
    })
  ).json();
  await postFile(elsewhere, importer, slots[0].upload_url, bytes);
  const ended = await call(importer, routes.uploadCompleted, { params });
  expect(ended.statusCode).toBe(200);
  return vi.waitFor(
    async () => {
      const project: Project = (await call(importer, routes.projectLoad, { params })).json();
      expect(project.state).not.toBe('processing');
      return project;
    },
    { timeout: 15_000 },
  );
}

const productOf = (project: Project, name: string) =>
  project.products.find((candidate) => candidate.name === name);
async function noticesOf({ pk: imagesetPk }: Project): Promise<string[]> {
  const about = eq(notice.imagesetPk, imagesetPk);
  return (await elsewhere.context.db.select().from(notice).where(about)).map(({ kind }) => kind);
}
const messageOf = (project: Project) => productOf(project, 'project_archive')?.error_message;

async function bytesOf(project: Project, name: string): Promise<Buffer> {
  const file = project.products.flatMap(({ files }) => files).find((candidate) => candidate.name === name);
  const headers = { cookie: importer.cookie };
  return (await elsewhere.app.inject({ method: 'GET', url: file?.url ?? '/', headers })).rawPayload;
}

async function entriesOf(bytes: Buffer): Promise<ZipEntry[]> {
  return (await readDirectory(memorySource('a.zip', bytes))) ?? [];
}

/** The archive with one byte of an entry's data changed. */
async function damage(path: string): Promise<Buffer> {
  const entry = (await entriesOf(archive)).find(({ name }) => name === path);
  const at = entry && (await findData(memorySource('a.zip', archive), entry));
  if (!entry || at == null) throw new Error(`the archive has no ${path}`);
  const damaged = Buffer.from(archive);
  damaged.writeUInt8(damaged.readUInt8(at + Math.floor(entry.size / 2)) ^ 1, at + Math.floor(entry.size / 2));
  return damaged;
}

/** The archive written again, its entries changed. */
async function rewrite(
  change: (inputs: Map<string, Buffer>) => void,
  more: ZipInput[] = [],
): Promise<Buffer> {
  const inputs = new Map<string, Buffer>();
  for (const entry of await entriesOf(archive)) {
    const at = (await findData(memorySource('a.zip', archive), entry)) ?? 0;
    inputs.set(entry.name, archive.subarray(at, at + entry.size));
  }
  change(inputs);
  const list = [...inputs].map(([name, bytes]) => ({ name, bytes }));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip([...list, ...more])) pieces.push(piece);
  return Buffer.concat(pieces);
}

function changeManifest(change: (manifest: Record<string, unknown>) => void) {
  return rewrite((inputs) => {
    const manifest = JSON.parse(String(inputs.get('manifest.json')));
    change(manifest);
    inputs.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  });
}

describe('the archive of a project', () => {
  it('is sent to its owner alone, with its length, under the project’s name', async () => {
    const answer = await download(owner, pk);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(answer.rawPayload.length),
      'content-disposition': 'attachment; filename="Quarry_ north.plumbline.zip"',
    });
    const names = (await entriesOf(answer.rawPayload)).map(({ name }) => name);
    expect(names[0]).toBe('manifest.json');
    expect(names.at(-1)).toBe('checksums.json');
    expect(names).toContain(ortho);
    expect(names.some((name) => name.startsWith('inputs/'))).toBe(false);
    const guest = await api.signIn({ email: 'guest@example.com' });
    expect((await download(guest, pk)).statusCode).toBe(404);
  });

  it('is refused while the project’s files may change', async () => {
    const { db } = api.context;
    await db.update(imageset).set({ state: 'processing' }).where(eq(imageset.pk, pk));
    const answer = await download(owner, pk);
    await db.update(imageset).set({ state: 'completed' }).where(eq(imageset.pk, pk));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'archive.busy',
      error_message:
        'Quarry: north is processing, and its files may change. Export it when it is completed or has failed.',
    });
  });

  it('becomes a project of whoever imports it, byte for byte', async () => {
    const project = await importInto(archive);
    expect(project).toMatchObject({
      state: 'completed',
      name: 'Copy',
      owned: true,
      description: 'North face',
      settings: { density: 3 },
      base_coordinate_system: 32632,
      image_count: 1,
      is_fully_uploaded: true,
      data_charged: null,
    });
    expect(await noticesOf(project)).toEqual(['imported']);
    expect(project.products.map(({ name, status }) => [name, status])).toEqual([
      ['bundle_adjustment', 'Done'],
      ['digital_elevation_model', 'Done'],
      ['orthoimage', 'Done'],
    ]);
    for (const name of ['ortho.tif', 'ortho.jpg', 'preview.png', 'dem.tif']) {
      expect((await bytesOf(project, name)).equals(storedBytes(name)), name).toBe(true);
    }
    const headers = { cookie: importer.cookie };
    const [photo] = (
      await elsewhere.call(importer, routes.imagesList, { params: { pk: project.pk } })
    ).json();
    expect(photo.name).toBe('DJI 1.JPG');
    const sent = await elsewhere.app.inject({ method: 'GET', url: photo.url, headers });
    expect(sent.rawPayload.equals(storedBytes('DJI_1.JPG'))).toBe(true);
    expect(project.thumbnail_url).toMatch(/thumbnail-1\.png$/);
    const overlay = `/files/${project.pk}/overlays/${storedOverlayHash()}.tif`;
    const picture = await elsewhere.app.inject({ method: 'GET', url: overlay, headers });
    expect(picture.rawPayload.equals(storedBytes('plan.tif'))).toBe(true);
    const params = { pk: project.pk };
    const drawing = (await elsewhere.call(importer, routes.drawingGet, { params })).json();
    expect(drawing).toMatchObject({ revision: 3, document: { layers: [{ name: 'Layer 3' }] } });
    const { items } = (await elsewhere.call(importer, routes.drawingRevisions, { params })).json();
    expect(items).toMatchObject([{ revision: 3 }, { revision: 1, snapshot: 'Before' }]);
  });
});

describe('a damaged archive', () => {
  it('gives what is whole, and names the rest with its reason', async () => {
    const project = await importInto(await damage(ortho));
    expect(project.state).toBe('completed');
    expect(await noticesOf(project)).toEqual(['imported-partly']);
    expect(productOf(project, 'digital_elevation_model')?.status).toBe('Done');
    expect((await bytesOf(project, 'ortho.jpg')).equals(storedBytes('ortho.jpg'))).toBe(true);
    expect(productOf(project, 'orthoimage')).toMatchObject({
      status: 'Failed',
      error_message:
        'The archive does not hold ortho.tif undamaged. Import it from an undamaged copy, or process the project again.',
    });
    expect(messageOf(project)).toBe(
      `Quarry.plumbline.zip could not be imported whole. Left out (1): ${ortho}: its bytes differ from what was exported. The rest was imported; import-report.txt names every entry.`,
    );
    expect(String(await bytesOf(project, 'import-report.txt'))).toBe(
      `${ortho}: its bytes differ from what was exported\n`,
    );
  });

  it('leaves a file out that had changed before it was exported, when its checksum was made', async () => {
    const changed = await api.context.db
      .update(productFile)
      .set({ proof: { kind: 'bytes', sha256: '0'.repeat(64) } })
      .where(and(eq(productFile.imagesetPk, pk), eq(productFile.name, 'ortho.jpg')))
      .returning();
    expect(changed).toHaveLength(1);
    const project = await importInto((await download(owner, pk)).rawPayload);
    expect(productOf(project, 'project_archive')?.error_message).toContain('ortho.jpg');
    expect(
      productOf(project, 'orthoimage')
        ?.files.map(({ name }) => name)
        .sort(),
    ).toEqual(['ortho.tif', 'preview.png']);
  });

  it('that was cut off gives what lies before', async () => {
    const entry = (await entriesOf(archive)).find(({ name }) => name === dem);
    const project = await importInto(archive.subarray(0, (entry?.offset ?? 0) + 1000));
    expect(productOf(project, 'orthoimage')?.status).toBe('Done');
    expect(productOf(project, 'digital_elevation_model')?.status).toBe('Failed');
    expect(messageOf(project)).toContain(`${dem}: it is not in the archive`);
  });

  it('leads nowhere but into the project, and takes no entry twice', async () => {
    const evil = [
      { name: '../../escape.txt', bytes: Buffer.from('out') },
      { name: 'extra.txt', bytes: Buffer.from('more') },
      { name: ortho, bytes: Buffer.from('another') },
    ];
    const project = await importInto(await rewrite(() => {}, evil));
    const report = String(await bytesOf(project, 'import-report.txt'))
      .trim()
      .split('\n')
      .sort();
    expect(report).toEqual([
      '../../escape.txt: its name leads out of the project',
      'extra.txt: the manifest does not name it',
      `${ortho}: there are several entries of this name`,
    ]);
    expect(productOf(project, 'digital_elevation_model')?.status).toBe('Done');
  });

  it('grows no further than it says, and not by much', async () => {
    const bomb = deflateRawSync(Buffer.alloc(storedBytes('ortho.tif').length));
    const bytes = await rewrite((inputs) => inputs.set(ortho, bomb));
    const entry = (await entriesOf(bytes)).find(({ name }) => name === ortho);
    const central = bytes.lastIndexOf(ortho) - 46;
    for (const [declared, reason] of [
      [storedBytes('ortho.tif').length, 'it would grow more than 250 times when it is unpacked'],
      [1000, 'its size differs from what was exported'],
    ] as const) {
      const packed = Buffer.from(bytes);
      packed.writeUInt16LE(8, (entry?.offset ?? 0) + 8);
      packed.writeUInt16LE(8, central + 10);
      packed.writeUInt32LE(declared, central + 24);
      expect(messageOf(await importInto(packed))).toContain(`${ortho}: ${reason}`);
    }
  });
});

describe('what is no archive of a project', () => {
  it.each([
    [
      'a file that only begins as an archive',
      () => Promise.resolve(Buffer.from('PK\x03\x04 and nothing else of a zip')),
      'has no whole manifest',
    ],
    [
      'another ZIP archive',
      () => rewrite((inputs) => inputs.delete('manifest.json')),
      'has no whole manifest',
    ],
    [
      'an archive of a newer program',
      () => changeManifest((manifest) => Object.assign(manifest, { version: 2 })),
      'was written by a newer program: its form is 2',
    ],
    [
      'a manifest of another shape',
      () => changeManifest((manifest) => Object.assign(manifest, { products: 'none' })),
      'manifest.json) is damaged: products',
    ],
    [
      'a manifest whose names leave the store',
      () =>
        rewrite((inputs) => {
          const text = String(inputs.get('manifest.json')).replaceAll('"ortho.tif"', '"../ortho.tif"');
          inputs.set('manifest.json', Buffer.from(text));
        }),
      'manifest.json) is damaged: products[1].files[0].name',
    ],
    ['a damaged manifest', () => damage('manifest.json'), 'is damaged'],
  ])('%s is refused, and says so on the project', async (_, make, message) => {
    const project = await importInto(await make());
    expect(project.state).toBe('errored');
    expect(messageOf(project)).toContain(message);
    expect(project.products).toHaveLength(1);
  });

  it('an archive among other files is refused before it is sent', async () => {
    const made = (
      await elsewhere.call(importer, routes.projectCreate, { body: { name: 'Two', type: 'archive' } })
    ).json();
    const file = { size: 10, role: 'archive' };
    const answer = await elsewhere.call(importer, routes.imagesInitialize, {
      params: { pk: made.pk },
      body: {
        files: [
          { ...file, name: 'a.zip' },
          { ...file, name: 'b.zip' },
        ],
      },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error_message).toContain('an archive is imported by itself');
  });
});
