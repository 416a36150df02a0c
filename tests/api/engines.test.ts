import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { PhotoEngine } from '#contract/rules/engines.ts';
import type { Bootstrap } from '#contract/schemas/bootstrap.ts';
import type { ImagesAnnounced } from '#contract/schemas/images.ts';
import type { Project } from '#contract/schemas/project.ts';
import { defaultLeaseRules } from '#server/queue/lease.ts';
import { createProjectPipeline } from '#server/worker/pipelines/project-pipeline.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { flatCloud, flatOrthophoto, texturedPhoto } from '#tests/support/flat-survey.ts';
import { postFile } from '#tests/support/lidar-upload.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { startNodeodm } from '#tests/support/nodeodm-server.ts';
import { verifyDownloads } from '#tests/support/verify-downloads.ts';

afterEach(() => vi.unstubAllEnvs());

async function open(nodeodm: { url: string; token?: string; pollMs?: number } | null = null) {
  const api = await createTestApi({ nodeodm });
  onTestFinished(() => api.close());
  return { api, owner: await api.signIn({ email: 'owner@example.com' }) };
}

const create = (api: TestApi, owner: Caller, engine: PhotoEngine) =>
  api.call(owner, routes.projectCreate, { body: { name: 'Flight', type: 'images', settings: { engine } } });
const offered = async (api: TestApi, owner: Caller) =>
  ((await api.call(owner, routes.bootstrap)).json() as Bootstrap).engines;

/** A PATH with nothing on it but, if requested, a program called colmap. */
async function stubPath(hasColmap: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-path-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  vi.stubEnv('PATH', folder);
  if (!hasColmap) return;
  for (const name of ['colmap', 'colmap.exe']) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), 0o755);
  }
}

describe('the engines of a server', () => {
  it('are its own alone where nothing else is there; others are refused by what is missing', async () => {
    await stubPath(false);
    const { api, owner } = await open();
    expect(await offered(api, owner)).toEqual(['builtin']);
    expect((await create(api, owner, 'builtin')).statusCode).toBe(200);
    const colmap = await create(api, owner, 'colmap');
    expect(colmap.statusCode).toBe(400);
    expect(colmap.json()).toMatchObject({ code: 'engine.program-missing', params: { program: 'colmap' } });
    const nodeodm = await create(api, owner, 'nodeodm');
    expect(nodeodm.statusCode).toBe(400);
    expect(nodeodm.json()).toMatchObject({
      code: 'engine.not-configured',
      params: { variable: 'PLUMBLINE_NODEODM_URL' },
    });
  });

  it('are those that the PATH and the configuration add, and a project keeps its choice', async () => {
    await stubPath(true);
    const { api, owner } = await open({ url: 'http://127.0.0.1:9', token: 'secret' });
    expect(await offered(api, owner)).toEqual(['builtin', 'colmap', 'nodeodm']);
    const made = await create(api, owner, 'colmap');
    expect(made.json()).toMatchObject({ settings: { engine: 'colmap' } });
    expect(JSON.stringify((await api.call(null, routes.bootstrap)).json())).not.toContain('secret');
  });
});

async function uploadPhotos(api: TestApi, owner: Caller, pk: number): Promise<void> {
  const photos = [await texturedPhoto(1), await texturedPhoto(2)];
  const files = photos.map(({ length }, index) => ({ name: `P${index}.jpg`, size: length, role: 'image' }));
  const announced = await api.call(owner, routes.imagesInitialize, { params: { pk }, body: { files } });
  const { slots } = announced.json() as ImagesAnnounced;
  for (const [index, slot] of slots.entries()) await postFile(api, owner, slot.upload_url, photos[index]!);
  await api.call(owner, routes.uploadCompleted, { params: { pk }, query: { start_processing: true } });
}

async function untilSettled(api: TestApi, owner: Caller, pk: number): Promise<Project> {
  return vi.waitFor(async () => {
    const project = (await api.call(owner, routes.projectLoad, { params: { pk } })).json() as Project;
    expect(['completed', 'errored']).toContain(project.state);
    return project;
  }, 50_000);
}

describe('a project for a NodeODM service', () => {
  it('is made there: its orthophoto and what is made here of its cloud; the poses stay there', async () => {
    const stats = {
      reconstruction_statistics: { reconstructed_shots_count: 2, reprojection_error_pixels: 0.9 },
      odm_processing_statistics: { average_gsd: 3 },
    };
    const archive = zipSync({
      'odm_georeferencing/odm_georeferenced_model.laz': await flatCloud(),
      'odm_orthophoto/odm_orthophoto.tif': await flatOrthophoto(),
      'odm_report/stats.json': new TextEncoder().encode(JSON.stringify(stats)),
    });
    const service = await startNodeodm({ archive, token: 'secret', output: ['one', 'two'] });
    onTestFinished(() => service.close());
    const nodeodm = { url: service.url, token: 'secret', pollMs: 1 };
    const { api, owner } = await open(nodeodm);
    const { pk } = (await create(api, owner, 'nodeodm')).json();
    api.work(createProjectPipeline(createLocalPool(), { nodeodm }));
    await uploadPhotos(api, owner, pk);
    const { products, state } = await untilSettled(api, owner, pk);
    expect([state, products.map(({ name, status }) => `${name} ${status}`)]).toEqual([
      'completed',
      [
        'bundle_adjustment Done',
        'dense_point_cloud Done',
        'digital_elevation_model Done',
        'surface_model Done',
        'orthoimage Done',
        'contour_map Done',
        'project_report Done',
      ],
    ]);
    const filesOf = (name: string) =>
      products.find((product) => product.name === name)?.files.map(({ format }) => format);
    expect(filesOf('bundle_adjustment')).toEqual([]);
    expect(filesOf('orthoimage')).toEqual(['tif', 'preview']);
    for (const model of ['digital_elevation_model', 'surface_model']) {
      expect(filesOf(model)).toEqual(expect.arrayContaining(['tif', 'support']));
    }
    expect(filesOf('project_report')).toEqual(['json', 'txt']);
    for (const product of products.slice(1, -1)) {
      const { code, kinds } = await verifyDownloads(api, owner, product);
      expect(code, Object.keys(kinds).join()).toBe(0);
    }
    const report = products.find(({ name }) => name === 'project_report')?.downloads['json'] ?? '';
    const { proofs } = (await api.app.inject({ url: report, headers: { cookie: owner.cookie } })).json();
    expect(proofs).toMatchObject({
      'dense-point-cloud.copc.laz': { kind: 'points' },
      'elevation-model.tif': { kind: 'raster' },
      'service-console.txt': { kind: 'bytes' },
    });
    const url = products.find(({ name }) => name === 'project_report')?.downloads['txt'] ?? '';
    const console = await api.app.inject({ method: 'GET', url, headers: { cookie: owner.cookie } });
    expect(console.body).toBe('one\ntwo\n');
    const kept = await api.call(owner, routes.projectConsole, { params: { pk } });
    expect(kept.json(), 'the file has it now').toEqual({ lines: [], count: 0 });
    expect([...service.files.keys()]).toEqual(['P0.jpg', 'P1.jpg']);
  }, 60_000);

  it('is cancelled there when it is cancelled here', async () => {
    const service = await startNodeodm({ states: [{ code: 20, progress: 10 }] });
    onTestFinished(() => service.close());
    const nodeodm = { url: service.url, pollMs: 1 };
    const { api, owner } = await open(nodeodm);
    const { pk } = (await create(api, owner, 'nodeodm')).json();
    const rules = { ...defaultLeaseRules, heartbeatMs: 50 };
    api.work(createProjectPipeline(createLocalPool(), { nodeodm }), { rules });
    await uploadPhotos(api, owner, pk);
    await vi.waitFor(() => expect(service.calls).toContain('GET /task/info'), 30_000);
    await api.call(owner, routes.projectCancel, { params: { pk } });
    await vi.waitFor(
      () => expect(service.calls.slice(-2)).toEqual(['POST /task/cancel', 'POST /task/remove']),
      10_000,
    );
  }, 60_000);

  it('goes on there while its worker is away, and nothing is sent again', async () => {
    const archive = zipSync({ 'odm_orthophoto/odm_orthophoto.tif': await flatOrthophoto() });
    const states = { now: [{ code: 20, progress: 10 }] };
    const service = await startNodeodm({
      archive,
      get states() {
        return states.now;
      },
    });
    onTestFinished(() => service.close());
    const nodeodm = { url: service.url, pollMs: 1 };
    const { api, owner } = await open(nodeodm);
    const { pk } = (await create(api, owner, 'nodeodm')).json();
    const pipeline = createProjectPipeline(createLocalPool(), { nodeodm });
    const first = api.work(pipeline);
    await uploadPhotos(api, owner, pk);
    await vi.waitFor(() => expect(service.calls).toContain('GET /task/info'), 30_000);
    await first.stop();
    expect(service.calls).not.toContain('POST /task/remove');
    states.now = [{ code: 40, progress: 100 }];
    api.work(pipeline);
    const { state } = await untilSettled(api, owner, pk);
    expect(state).toBe('completed');
    expect(service.calls.filter((call) => call === 'POST /task/new/init')).toHaveLength(1);
    expect(service.calls.at(-1)).toBe('POST /task/remove');
  }, 60_000);

  it('fails by what the service says', async () => {
    const service = await startNodeodm({
      states: [{ code: 30, progress: 10, errorMessage: 'no features' }],
      output: ['one', 'tw\0o'],
    });
    onTestFinished(() => service.close());
    const nodeodm = { url: service.url, pollMs: 1 };
    const { api, owner } = await open(nodeodm);
    const { pk } = (await create(api, owner, 'nodeodm')).json();
    api.work(createProjectPipeline(createLocalPool(), { nodeodm }));
    await uploadPhotos(api, owner, pk);
    const { products, state } = await untilSettled(api, owner, pk);
    expect(state).toBe('errored');
    expect(products[0]?.error_message).toContain('no features');
    const consoleFrom = async (from: number) =>
      (await api.call(owner, routes.projectConsole, { params: { pk }, query: { from } })).json();
    expect(await consoleFrom(0)).toEqual({ lines: ['one', 'two'], count: 2 });
    expect(await consoleFrom(1)).toEqual({ lines: ['two'], count: 2 });
  }, 60_000);
});
