import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type NodeodmBehaviour, type NodeodmDouble, startNodeodm } from '#tests/support/nodeodm-server.ts';
import { plainSettings } from '#tests/support/photo-settings.ts';
import { type NodeodmRequest, processWithNodeodm } from './nodeodm.ts';
import { bearsNumbers, checkOptions, wantedOptions } from './nodeodm-options.ts';

const settings = { ...plainSettings, density: 'medium', orthoGsdMultiplier: 2 } as const;

const archive = zipSync({
  'odm_orthophoto/odm_orthophoto.tif': new Uint8Array(5000).fill(7),
  'odm_georeferencing/odm_georeferenced_model.laz': Uint8Array.of(1, 2, 3),
  'odm_dem/dsm.tif': Uint8Array.of(4),
  '../../odm_dem/dtm.tif': Uint8Array.of(5),
});

let folder = '';
let service: NodeodmDouble | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nodeodm-'));
});
afterEach(async () => {
  await service?.close();
  service = null;
  await rm(folder, { recursive: true, force: true });
});

async function createRequest(
  behaviour: NodeodmBehaviour,
  extra: Partial<NodeodmRequest> = {},
): Promise<NodeodmRequest> {
  service = await startNodeodm(behaviour);
  const photos = [];
  for (const name of ['a.jpg', 'x/b.jpg']) {
    const path = join(folder, name.replace('/', '-'));
    await writeFile(path, name);
    photos.push({ path, name });
  }
  return {
    service: { url: service.url, token: behaviour.token, pollMs: 1 },
    name: 'Test',
    photos,
    control: null,
    settings,
    gsdM: 0.0213,
    cameras: {},
    folder: join(folder, 'out'),
    key: 'test',
    memory: join(folder, 'task.json'),
    ...extra,
  };
}

const running = [
  { code: 10, progress: 0 },
  { code: 20, progress: 50 },
  { code: 40, progress: 100 },
];

describe('NodeODM', () => {
  it('sends, follows, fetches and removes', async () => {
    const shares: number[] = [];
    const request = await createRequest(
      { archive, states: running, token: 'secret' },
      { control: 'EPSG:32611\n', onProgress: (share) => shares.push(share) },
    );
    const products = await processWithNodeodm(request);
    expect(products).toMatchObject({
      report: null,
      cameras: null,
      stats: null,
      engine: 'ODM 3.5.4 (NodeODM 2.2.3)',
      leftOptions: ['cog'],
    });
    expect([...(await readFile(products.pointCloud!))]).toEqual([1, 2, 3]);
    expect((await readFile(products.orthophoto!)).length).toBe(5000);
    expect((await readdir(request.folder)).sort()).toEqual([
      'elevation.tif',
      'orthophoto.tif',
      'point-cloud.laz',
      'surface.tif',
    ]);
    expect([...service!.files.keys()]).toEqual(['a.jpg', 'x_b.jpg', 'gcp_list.txt']);
    expect(Object.fromEntries(service!.options.map(({ name, value }) => [name, value]))).toEqual({
      dsm: 'true',
      dtm: 'true',
      'pc-quality': 'medium',
      'skip-3dmodel': 'true',
      'orthophoto-resolution': '4.26',
    });
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(service!.calls.at(-1)).toBe('POST /task/remove');
  });

  it('tries again where a call is dropped on the way', async () => {
    const request = await createRequest({ archive, droppedUploads: 2 });
    await expect(processWithNodeodm(request)).resolves.toMatchObject({ engine: 'ODM 3.5.4 (NodeODM 2.2.3)' });
    expect(service!.files.size).toBe(2);
  });

  it('spares a version that ends itself on numbers', async () => {
    const request = await createRequest({ archive, version: '2.2.4' });
    const { leftOptions } = await processWithNodeodm(request);
    expect(leftOptions).toEqual(['cog', 'orthophoto-resolution']);
    const versions = ['2.2.3', '2.1.9', '2.2.4', '2.3.0', '3.0.0', '1.5.3', ''];
    expect(versions.map(bearsNumbers)).toEqual([true, true, false, false, false, false, false]);
  });

  it("hands on the service's own words", async () => {
    const wrong = await createRequest({ archive, token: 'secret' });
    await expect(
      processWithNodeodm({ ...wrong, service: { ...wrong.service, token: 'guess' } }),
    ).rejects.toMatchObject({
      code: 'engine.refused',
      params: { reason: 'Invalid authentication token: token does not match.' },
    });
  });

  it('says why a task failed, with its last lines, and removes it', async () => {
    const states = [{ code: 30, progress: 40, errorMessage: 'Process exited with code 1' }];
    const request = await createRequest({ states, output: ['one', 'two', '', 'Not enough memory'] });
    await expect(processWithNodeodm(request)).rejects.toMatchObject({
      code: 'engine.failed',
      params: { reason: 'Process exited with code 1', output: 'one | two | Not enough memory' },
    });
    expect(service!.calls.at(-1)).toBe('POST /task/remove');
  });

  it('knows a task that was cancelled there, and one of too many images', async () => {
    const request = await createRequest({ states: [{ code: 50, progress: 0 }] });
    await expect(processWithNodeodm(request)).rejects.toMatchObject({ code: 'engine.cancelled' });
    await service!.close();
    const many = await createRequest({ maxImages: 1 });
    await expect(processWithNodeodm(many)).rejects.toMatchObject({ code: 'engine.refused' });
    expect(service!.calls).toEqual(['GET /info']);
  });

  it('cancels and removes the task when it is told to stop', async () => {
    const controller = new AbortController();
    const request = await createRequest(
      { states: [{ code: 20, progress: 10 }] },
      { signal: controller.signal, onProgress: (share) => share > 0.2 && controller.abort() },
    );
    await expect(processWithNodeodm(request)).rejects.toMatchObject({ name: 'AbortError' });
    expect(service!.calls.slice(-2)).toEqual(['POST /task/cancel', 'POST /task/remove']);
  });

  it('refuses a damaged or empty archive and an absent service', async () => {
    const cut = await createRequest({ archive: archive.subarray(0, archive.length - 30) });
    await expect(processWithNodeodm(cut)).rejects.toMatchObject({ code: 'engine.bad-archive' });
    await service!.close();
    const empty = await createRequest({ archive: zipSync({ 'log.txt': Uint8Array.of(1) }) });
    await expect(processWithNodeodm(empty)).rejects.toMatchObject({ code: 'engine.no-products' });
    await service!.close();
    const { url } = service!;
    service = null;
    await expect(processWithNodeodm({ ...empty, service: { url, pollMs: 1 } })).rejects.toMatchObject({
      code: 'engine.unreachable',
      params: { url },
    });
    await expect(processWithNodeodm({ ...empty, service: { url: 'nowhere' } })).rejects.toMatchObject({
      code: 'engine.bad-address',
    });
  });
});

it.each([
  ['its-answer-is-not-json', 'text/html', '<h1>It works!</h1>'],
  ['no-version', 'application/json', '{"taskQueueCount": 0}'],
])('something that is no NodeODM is told by what it lacks: %s', async (reason, type, body) => {
  const other = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const request = await createRequest({});
  const asked = processWithNodeodm({ ...request, service: { url: `http://127.0.0.1:${port}`, pollMs: 1 } });
  await expect(asked).rejects.toMatchObject({
    code: 'engine.bad-answer',
    params: { call: 'info', reason: expect.stringContaining(reason) },
  });
});

describe('options', () => {
  it('keeps what the service knows and would take', () => {
    const known = [
      { name: 'dem-resolution', type: 'float', domain: 'float: 1 <= x <= 50' },
      { name: 'pc-quality', type: 'enum', domain: ['high', 'low'] },
      { name: 'dsm', type: 'bool', domain: '' },
      { name: 'orthophoto-resolution', type: 'float', domain: 'float > 0.0' },
    ];
    const wanted = wantedOptions({ ...settings, demGsdMultiplier: 4000 }, 0.02);
    expect(checkOptions(wanted, known, true)).toEqual({
      options: { dsm: 'true', 'orthophoto-resolution': '4' },
      left: ['dtm', 'pc-quality', 'skip-3dmodel', 'cog', 'dem-resolution'],
    });
    expect(Object.values(wanted).every((value) => typeof value === 'string')).toBe(true);
  });
});
