import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Route, routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project, SearchPage } from '#contract/schemas/project.ts';
import { isAlive, readPostmaster } from '#server/db/embedded/postmaster.ts';
import { installation } from '#server/runtime/paths.ts';
import { runProgram, type ServeProcess, startServe } from '#tests/support/serve-process.ts';

const isBuilt = ['node/cli.js', 'web/index.html'].every((file) =>
  existsSync(join(installation.root, 'dist', file)),
);
const title = isBuilt
  ? 'plumbline serve'
  : 'plumbline serve (skipped: the program is not built, npm run build)';

let folder: string;
let dataFolder: string;
const running: ServeProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-serve-'));
  await chmod(folder, 0o755);
  dataFolder = join(folder, 'data');
});
afterAll(async () => {
  for (const server of running) server.child.kill('SIGTERM');
  await Promise.all(running.map((server) => server.ended));
  await rm(folder, { recursive: true, force: true });
});

async function serve(...args: string[]): Promise<ServeProcess> {
  const server = await startServe(dataFolder, ...args);
  running.push(server);
  return server;
}

async function signIn(server: ServeProcess): Promise<string> {
  const answer = await fetch(server.signInUrl, { redirect: 'manual' });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function call(server: ServeProcess, cookie: string, route: Route, params = {}, body?: object) {
  const answer = await fetch(`${server.url}${routeUrl(route, params)}`, {
    method: route.method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as never;
}

function search(server: ServeProcess, cookie: string): Promise<SearchPage> {
  return call(server, cookie, routes.projectSearch, {}, {});
}

/** Process ids of the workers that a server started. */
async function workersOf(server: ServeProcess): Promise<number[]> {
  const pid = server.child.pid ?? 0;
  const tasks = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return tasks.split(' ').filter(Boolean).map(Number);
}

async function uploadSurvey(server: ServeProcess, cookie: string, path: string): Promise<number> {
  const bytes = await readFile(path);
  const { pk } = await call(server, cookie, routes.projectCreate, {}, { name: 'Killed', type: 'lidar' });
  const wanted = { num_clusters: 1, file_size_mb: [1], is_compressed: true, file_names: ['lidar.laz'] };
  const product: { pk: number; slots: { upload_url: string }[] } = await call(
    server,
    cookie,
    routes.lidarCreate,
    { pk },
    wanted,
  );
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'lidar.laz');
  const url = `${server.url}${product.slots[0]?.upload_url}`;
  await fetch(url, { method: 'POST', headers: { cookie }, body: form });
  const said = { index: 0, size: bytes.length };
  await call(server, cookie, routes.lidarPatch, { pk, lidarPk: product.pk }, said);
  await call(server, cookie, routes.uploadCompleted, { pk });
  return pk;
}

describe.skipIf(!isBuilt)(title, () => {
  it('refuses a second server on its data folder in one line, and a killed server’s sessions go on', async () => {
    const first = await serve('--no-worker');
    const cookie = await signIn(first);
    const second = await runProgram('serve', '--port', '0', '--data', dataFolder, '--no-worker');
    expect(second.code).toBe(1);
    expect(second.error.trim().split('\n')).toHaveLength(1);
    expect(second.error).toContain(`${dataFolder}: another Plumbline server already uses this data folder`);

    first.child.kill('SIGKILL');
    await first.ended;
    const next = await serve('--no-worker');
    expect(await call(next, cookie, routes.accountGet)).toMatchObject({ email: 'owner@localhost' });
    const postgres = readPostmaster(join(dataFolder, 'postgres'));
    expect(isAlive(postgres?.pid ?? 0)).toBe(true);
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
    expect(isAlive(postgres?.pid ?? 0)).toBe(false);
  });

  it('refuses a port that is taken', async () => {
    const server = await serve('--no-worker');
    const port = new URL(server.url).port;
    const other = await runProgram('serve', '--port', port, '--data', join(folder, 'other'), '--no-worker');
    expect(other).toMatchObject({ code: 1 });
    expect(other.error).toContain(`127.0.0.1:${port}: another program already listens there`);
    server.child.kill('SIGTERM');
    await server.ended;
  });

  it('makes the demonstration project on an empty data folder, once', async () => {
    const demoFolder = join(folder, 'demo');
    const first = await startServe(demoFolder, '--demo');
    running.push(first);
    const cookie = await signIn(first);
    const found = await vi.waitFor(
      async () => {
        const [project] = (await search(first, cookie)).items;
        expect(project).toMatchObject({ state: 'completed', progress: 1, owner: 'owner@localhost' });
        return project;
      },
      { timeout: 540_000, interval: 500 },
    );
    const project: Project = await call(first, cookie, routes.projectGet, { pk: found?.pk });
    expect(project).toMatchObject({ is_demo_dataset: true, default_unit_of_measure: 'meters' });
    expect(project.base_coordinate_system).toBeGreaterThan(0);
    for (const url of [
      project.thumbnail_url,
      ...project.products.flatMap((product) => product.files.map((file) => file.url)),
    ]) {
      const answer = await fetch(`${first.url}${url}`, { headers: { cookie, range: 'bytes=0-3' } });
      expect([url, answer.status]).toEqual([url, 206]);
      await answer.arrayBuffer();
    }
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    const second = await startServe(demoFolder, '--demo', '--no-worker');
    running.push(second);
    expect((await search(second, cookie)).items).toHaveLength(1);
    second.child.kill('SIGINT');
    await second.ended;
  }, 600_000);

  it('ends well when it is stopped while the demonstration is made', async () => {
    const server = await startServe(join(folder, 'stopped'), '--demo');
    running.push(server);
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });

  it('finishes a project whose server and worker were killed in the middle', async () => {
    const survey = join(folder, 'survey');
    expect((await runProgram('simulate', '--out', survey, '--size', '150', '--lidar', '4')).code).toBe(0);
    const first = await serve();
    const cookie = await signIn(first);
    const pk = await uploadSurvey(first, cookie, join(survey, 'lidar.laz'));
    await vi.waitFor(
      async () => expect(await readdir(join(dataFolder, 'work', String(pk)))).not.toEqual([]),
      {
        timeout: 60_000,
        interval: 5,
      },
    );
    const victims = await workersOf(first);
    first.child.kill('SIGKILL');
    for (const pid of victims) process.kill(pid, 'SIGKILL');
    await first.ended;

    const second = await serve();
    const project = await vi.waitFor(
      async () => {
        const found: Project = await call(second, cookie, routes.projectLoad, { pk });
        expect(found.state).not.toBe('processing');
        return found;
      },
      { timeout: 120_000, interval: 250 },
    );
    expect(project.state).toBe('completed');
    expect(project.products.map((product) => product.status)).toEqual(Array(5).fill('Done'));
    expect(await readdir(join(dataFolder, 'work'))).toEqual([]);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
  }, 240_000);
});
