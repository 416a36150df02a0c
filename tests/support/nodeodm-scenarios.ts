import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type NodeodmRequest, processWithNodeodm } from '#server/pipeline/photo/engines/nodeodm.ts';
import { createNodeodmClient } from '#server/pipeline/photo/engines/nodeodm-client.ts';
import { WorkerShutdown } from '#server/runtime/worker-shutdown.ts';
import { plainSettings } from './photo-settings.ts';

/** A scenario with a service, and its expected result with the real service and its record alike. */
export interface NodeodmScenario {
  /** Also the name of its record. */
  readonly name: string;
  readonly title: string;
  /** Against a service whose tasks all fail. */
  readonly fails?: true;
  run(place: { readonly url: string; readonly folder: string; readonly pollMs: number }): Promise<void>;
}

type Place = Parameters<NodeodmScenario['run']>[0];

/** Two files that a service in its test mode accepts as photos, with control. */
async function createRequest({ url, folder, pollMs }: Place): Promise<NodeodmRequest> {
  const photos = [];
  for (const name of ['IMG_1.jpg', 'IMG_2.jpg']) {
    const path = join(folder, name);
    await writeFile(path, Buffer.alloc(2000, name));
    photos.push({ name, path });
  }
  return {
    service: { url, pollMs },
    name: 'Plumbline test',
    photos,
    control: 'EPSG:32611\n500000 4000000 10 100 100 IMG_1.jpg\n',
    settings: {
      ...plainSettings,
      density: 'medium',
    },
    gsdM: 0.03,
    cameras: {},
    folder: join(folder, 'out'),
    key: 'test',
    memory: join(folder, 'task.json'),
  };
}

async function process(place: Place): Promise<void> {
  const lines: string[] = [];
  const shares: number[] = [];
  const products = await processWithNodeodm({
    ...(await createRequest(place)),
    onProgress: (share) => shares.push(share),
    onConsole: async (more) => void lines.push(...more),
  });
  expect(products.orthophoto).not.toBeNull();
  expect((await readFile(products.orthophoto!)).length).toBeGreaterThan(100);
  expect(await readdir(join(place.folder, 'out'))).not.toContain('all.zip');
  expect(await readdir(place.folder)).not.toContain('task.json');
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(lines.length).toBeGreaterThan(0);
  expect(products.engine).toMatch(/NodeODM \d+\./);
}

async function abort(place: Place): Promise<void> {
  const controller = new AbortController();
  const request = {
    ...(await createRequest(place)),
    signal: controller.signal,
    onProgress: (share: number) => share >= 0.15 && controller.abort(),
  };
  await expect(processWithNodeodm(request)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await readdir(place.folder)).not.toContain('task.json');
}

async function shutDown(place: Place): Promise<void> {
  const controller = new AbortController();
  const first = {
    ...(await createRequest(place)),
    signal: controller.signal,
    onConsole: async () => controller.abort(new WorkerShutdown()),
  };
  await expect(processWithNodeodm(first)).rejects.toMatchObject({ name: 'AbortError' });
  const { task } = JSON.parse(await readFile(first.memory, 'utf8'));
  expect(task).toMatch(/^[\w-]{36}$/);
  const shares: number[] = [];
  const again = { ...(await createRequest(place)), onProgress: (share: number) => shares.push(share) };
  expect((await processWithNodeodm(again)).orthophoto).not.toBeNull();
  expect(shares[0], 'nothing is sent again').toBeGreaterThanOrEqual(0.15);
}

async function refuse({ url }: Place): Promise<void> {
  const client = createNodeodmClient({ url });
  const unknown = '11111111-2222-4333-8444-555555555555';
  await expect(client.task(unknown)).rejects.toMatchObject({ code: 'engine.refused' });
  await expect(client.init('x', { 'pc-quality': 'best' })).rejects.toMatchObject({ code: 'engine.refused' });
}

async function fail(place: Place): Promise<void> {
  await expect(processWithNodeodm(await createRequest(place))).rejects.toMatchObject({
    code: 'engine.failed',
    cause: { message: expect.stringContaining('console') },
  });
  expect(await readdir(place.folder)).not.toContain('task.json');
}

export const nodeodmScenarios: readonly NodeodmScenario[] = [
  { name: 'processed', title: 'processes a task, mirrors its console and forgets it', run: process },
  { name: 'aborted', title: 'forgets a task that was aborted', run: abort },
  { name: 'shutdown', title: 'goes on with the task of a run whose worker shut down', run: shutDown },
  { name: 'refused', title: 'says in its own words what it refuses', run: refuse },
  { name: 'failed', title: 'fails with the end of its console', fails: true, run: fail },
];
