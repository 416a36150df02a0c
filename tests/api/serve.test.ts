import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { Project, SearchPage } from '#contract/schemas/project.ts';
import { isAlive, readPostmaster } from '#server/db/embedded/postmaster.ts';
import { installation } from '#server/runtime/paths.ts';
import { openKillBench } from '#tests/support/kill-rounds.ts';
import { createRandom } from '#tests/support/point-sets.ts';
import { runProgram, type ServeProcess, startServe } from '#tests/support/serve-process.ts';
import { callServed, signInTo } from '#tests/support/served-survey.ts';

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

function search(server: ServeProcess, cookie: string): Promise<SearchPage> {
  return callServed(server, cookie, routes.projectSearch, {}, {});
}

describe.skipIf(!isBuilt)(title, () => {
  it('refuses a second server on its data folder in one line, and a killed server’s sessions go on', async () => {
    const first = await serve('--no-worker');
    const cookie = await signInTo(first);
    const second = await runProgram('serve', '--port', '0', '--data', dataFolder, '--no-worker');
    expect(second.code).toBe(1);
    expect(second.error.trim().split('\n')).toHaveLength(1);
    expect(second.error).toContain(`${dataFolder}: another Plumbline server already uses this data folder`);

    first.child.kill('SIGKILL');
    await first.ended;
    const next = await serve('--no-worker');
    expect(await callServed(next, cookie, routes.accountGet)).toMatchObject({ email: 'owner@localhost' });
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
    const cookie = await signInTo(first);
    const found = await vi.waitFor(
      async () => {
        const [project] = (await search(first, cookie)).items;
        expect(project).toMatchObject({ state: 'completed', progress: 1, owner: 'owner@localhost' });
        return project;
      },
      { timeout: 540_000, interval: 500 },
    );
    const project: Project = await callServed(first, cookie, routes.projectGet, { pk: found?.pk });
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

  it('ends in the same products when server and worker are killed at random moments', async () => {
    const bench = await openKillBench();
    try {
      const seed = Date.now() % 1e9;
      const { files, kills, left, project } = await bench.round(createRandom(seed));
      const story = `seed ${seed}: ${kills.join(', then ')}`;
      expect(Object.keys(files).length, story).toBeGreaterThan(5);
      expect(files, story).toEqual(bench.files);
      const statuses = project.products.map((product) => product.status);
      expect([project.state, statuses, left], story).toEqual(['completed', Array(5).fill('Done'), []]);
    } finally {
      await bench.close();
    }
  }, 240_000);
});
