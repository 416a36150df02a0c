import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#api/client.ts';
import { announceImages } from '#api/uploads/image-upload.ts';
import { announceLidar } from '#api/uploads/lidar-upload.ts';
import { sendParts, type UploadPart, type UploadReport } from '#api/uploads/send-parts.ts';
import type { UploadRequest, UploadTransport } from '#api/uploads/transport.ts';
import { routes } from '#contract/routes/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { inputSlot } from '#server/db/schema/projects.ts';
import { slotKey } from '#server/store/keys.ts';
import { createProjectPipeline } from '#server/worker/pipelines/project-pipeline.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { flatCloud } from '#tests/support/flat-survey.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { readCopcByPeer } from '#tests/support/read-copc.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { createNodeClient, createNodeTransport } from '#tests/support/upload-client.ts';
import { verifyDownloads } from '#tests/support/verify-downloads.ts';

const mebibyte = 2 ** 20;
const stated = { epsg: null, wkt: null, uom: null };

const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);
const bytesOf = (size: number, seed = 1, kind: 'las' | 'jpeg' | 'none' = 'las') =>
  new Uint8Array(patternBytes(size, seed, kind));
const askedOf = ({ method, url }: UploadRequest) => {
  const { pathname, searchParams } = new URL(url, 'http://own');
  const number = searchParams.get('partNumber');
  return `${method} ${number === null ? (pathname.split('/').at(-1) ?? '') : `part ${number}`}`;
};

describe.each(['local', 's3'] as const)('the client with a %s store', (kind) => {
  let api: TestApi;
  let s3: S3Server | null = null;
  let folder: string;
  let owner: Caller;
  let client: ApiClient;
  let plain: UploadTransport;
  let asked: string[];
  /** Runs before a request: throws to fail it, or returns other bytes to be sent. */
  let meddle: (request: UploadRequest) => UploadRequest;

  const transport: UploadTransport = (request) => {
    asked.push(askedOf(request));
    return (async () => plain(meddle(request)))();
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-bucket-'));
    if (kind === 's3') s3 = await startS3Server(folder, 2);
    api = await createTestApi({ s3: s3?.settings ?? null });
    owner = await api.signIn({ email: 'owner@example.com' });
    const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
    client = createNodeClient(origin, owner.cookie);
    plain = createNodeTransport(origin, owner.cookie);
  });
  beforeEach(() => {
    asked = [];
    meddle = (request) => request;
  });
  afterAll(async () => {
    await api.close();
    await s3?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const send = async (
    pk: number,
    parts: readonly UploadPart[],
    { isResumed = false, signal = new AbortController().signal, untilBack = async () => undefined } = {},
  ) => {
    const reports: UploadReport[] = [];
    const services = { client, transport, untilBack, wait: async () => undefined };
    await sendParts(services, pk, parts, {
      isResumed,
      signal,
      onReport: (report) => void reports.push(report),
    });
    return reports;
  };
  /** Where the store keeps a file that clients know as `key`. */
  const storedKeyOf = async (key: string) => {
    const [pk, , name = ''] = key.split('/');
    const slots = await api.context.db.select().from(inputSlot).where(eq(inputSlot.name, name));
    return slotKey(Number(pk), slots[0]!);
  };
  const readBack = async (key: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of await api.context.store.read(await storedKeyOf(key))) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const create = async (type: 'lidar' | 'images') =>
    (await client.call(routes.projectCreate, { body: { name: 'Quarry', type } })).pk;
  /** A lidar file just above what goes whole. */
  const largeLidar = async () => {
    const bytes = bytesOf((kind === 'local' ? 66 : 34) * mebibyte + 5);
    const pk = await create('lidar');
    const parts = await announceLidar(client, pk, [file('a.laz', bytes)], stated);
    return { pk, bytes, parts, count: kind === 'local' ? 5 : 3, key: `${pk}/input/${parts[0]?.name}` };
  };
  const stateOf = async (pk: number) => (await client.call(routes.projectLoad, { params: { pk } })).state;

  it('sends the first image, control, the other images, then lidar, and starts processing', async () => {
    const pk = await create('images');
    const names = ['A 1.JPG', 'b.jpg', 'c.jpg'];
    const files = [
      ...names.map((name, index) => ({
        file: file(name, bytesOf(900, index, 'jpeg')),
        role: 'image' as const,
      })),
      { file: file('gcp.txt', bytesOf(30, 1, 'none')), role: 'control' as const },
    ];
    const photos = await announceImages(client, pk, files, stated);
    const clouds = await announceLidar(client, pk, [file('scan.laz', bytesOf(5000, 7))], stated);
    const reports = await send(pk, [...photos, ...clouds]);
    expect([asked[0], asked[1], asked.at(-1)].map((entry) => entry?.split(' ')[1])).toEqual([
      'A_1.JPG',
      'gcp.txt',
      clouds[0]?.name,
    ]);
    expect(asked).toHaveLength(5);
    expect(reports.at(-1)?.sentBytes).toBe(3 * 900 + 30 + 5000);
    expect((await readBack(`${pk}/input/b.JPG`)).equals(patternBytes(900, 1, 'jpeg'))).toBe(true);
    expect(await stateOf(pk)).toBe('processing');
    if (s3) expect(s3.acls.get(await storedKeyOf(`${pk}/input/b.JPG`))).toBe('private');

    asked = [];
    await send(pk, [...photos, ...clouds], { isResumed: true });
    expect(asked).toEqual([]);
    expect(await stateOf(pk)).toBe('processing');
  });

  it('fails when a part stays wrong, and goes on from the parts that are those of the file', async () => {
    const { pk, bytes, parts, count, key } = await largeLidar();
    const other = new Blob([bytesOf(16 * mebibyte, 9)]);
    meddle = (request) => (askedOf(request) === 'PUT part 1' ? { ...request, body: other } : request);
    await expect(send(pk, parts)).rejects.toMatchObject({ code: 'upload.check-failed' });
    const numbers = Array.from({ length: count }, (_, index) => `PUT part ${index + 1}`);
    expect(asked.filter((entry) => entry.startsWith('PUT')).sort()).toEqual(
      [...numbers, 'PUT part 1'].sort(),
    );

    asked = [];
    meddle = (request) => request;
    const reports = await send(pk, parts, { isResumed: true });
    expect(asked.filter((entry) => entry.startsWith('PUT'))).toEqual(['PUT part 1']);
    expect(reports.some((report) => report.phase === 'checking')).toBe(true);
    expect((await readBack(key)).equals(bytes)).toBe(true);
    expect(await stateOf(pk)).toBe('processing');
  });

  it('waits for the network when four quick retries have failed, and says why', async () => {
    const pk = await create('lidar');
    const parts = await announceLidar(client, pk, [file('a.laz', bytesOf(3000))], stated);
    let isAway = true;
    meddle = (request) => {
      if (isAway) throw new AppError('client.unreachable', { method: request.method, url: 'x' });
      return request;
    };
    const reports = await send(pk, parts, {
      untilBack: async () => {
        expect(asked).toHaveLength(5);
        isAway = false;
      },
    });
    expect(reports).toContainEqual(
      expect.objectContaining({
        phase: 'waiting',
        reason: expect.objectContaining({ code: 'client.unreachable' }),
      }),
    );
    expect(reports.at(-1)?.phase).toBe('sending');
    expect(await stateOf(pk)).toBe('processing');
  });

  it('has what it sent turned into products, which the store then has and the page is given', async () => {
    const cloud = await flatCloud();
    const pk = await create('lidar');
    await send(pk, await announceLidar(client, pk, [file('flat.las', cloud)], stated));
    const worker = api.work(createProjectPipeline(createLocalPool(), { nodeodm: null }));
    await vi.waitFor(async () => expect(await stateOf(pk)).toBe('completed'), 50_000);
    await worker.stop();
    const { products } = await client.call(routes.projectLoad, { params: { pk } });
    expect(products.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'lidar_point_cloud Done',
      'digital_elevation_model Done',
      'surface_model Done',
      'contour_map Done',
      'project_report Done',
    ]);
    const url = products[0]?.downloads['copc'] ?? '';
    const answer = await api.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } });
    const { nodes } = await readCopcByPeer(answer.rawPayload);
    expect([...nodes.values()].reduce((sum, count) => sum + count, 0)).toBe(80 * 80);
    const kinds = await Promise.all(
      products.slice(0, 4).map(async (product) => {
        const verified = await verifyDownloads(api, owner, product);
        expect(verified.code).toBe(0);
        return verified.kinds;
      }),
    );
    expect(kinds).toEqual([
      { 'point-cloud.copc.laz': 'points' },
      { 'elevation-model.tif': 'raster', 'elevation-support.tif': 'raster' },
      { 'surface-model.tif': 'raster' },
      { 'contours.geojson': 'lines', 'contours.dxf': 'lines' },
    ]);
    if (s3) expect(s3.log.some((entry) => /^PUT .*\.copc\.laz$/.test(entry))).toBe(true);
  }, 60_000);

  it('asks only the kinds of call that a size allows, with the texts of the contract', async () => {
    const pk = await create('images');
    const limit = 5_368_709_120;
    const announced = await client.call(routes.imagesInitialize, {
      params: { pk },
      body: {
        files: [
          { name: 'a.jpg', size: 1000, role: 'image' },
          { name: 'b.jpg', size: limit + 1, role: 'image' },
        ],
      },
    });
    const sign = (name: string, call: 'open' | 'put') =>
      api.call(owner, routes.uploadSign, { params: { pk }, body: { name, call: { call } } });
    const post = (name: string, query: string) =>
      api.app.inject({
        method: 'POST',
        url: `/${pk}/input/${name}${query}`,
        headers: { cookie: owner.cookie },
      });
    expect(announced.slots.map((slot) => slot.name)).toEqual(['a.JPG', 'b.JPG']);
    const texts = async (answers: Promise<{ json(): { message: string } }>[]) =>
      (await Promise.all(answers)).map((answer) => answer.json().message);
    const tooSmall = 'File size (1000) is too small for multipart upload (minimum 5MB).';
    const tooLarge = 'File too large for non-multipart (limit 5GB).';
    if (kind === 's3') {
      expect(await texts([sign('a.JPG', 'open'), sign('b.JPG', 'put')])).toEqual([tooSmall, tooLarge]);
      expect((await post('a.JPG', '')).json()).toMatchObject({ code: 'upload.signed-only' });
      expect((await sign('c.JPG', 'put')).json()).toMatchObject({ code: 'upload.unexpected' });
    } else {
      expect(await texts([post('a.JPG', '?uploads'), post('b.JPG', '')])).toEqual([tooSmall, tooLarge]);
      expect(await texts([sign('a.JPG', 'put')])).toEqual(['Multipart upload requires S3 connection.']);
    }
  });
});
