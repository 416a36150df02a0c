import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NodeodmRequest, processWithNodeodm } from '#server/pipeline/photo/engines/nodeodm.ts';
import { createNodeodmClient } from '#server/pipeline/photo/engines/nodeodm-client.ts';
import { hasSharedData, sharedData } from '../support/shared-data.ts';

/** A real NodeODM, started as `node index.js --test --test_seconds 2`, with `?token=` where it wants one. */
const url = process.env.PLUMBLINE_TEST_NODEODM_URL ?? '';
const canRun = url !== '' && hasSharedData;
const why = canRun ? '' : ' (PLUMBLINE_TEST_NODEODM_URL is not set, or no shared/data beside the project)';

describe.skipIf(!canRun)(`a real NodeODM${why}`, () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'real-nodeodm-'));
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));

  const createRequest = (extra: Partial<NodeodmRequest> = {}): NodeodmRequest => ({
    service: { url, pollMs: 200 },
    name: 'Plumbline test',
    photos: ['IMG_9405.jpg', 'IMG_9408.jpg'].map((name) => ({
      name,
      path: sharedData(`caliterra/images/${name}`),
    })),
    control: null,
    settings: {
      density: 'medium',
      orthoGsdMultiplier: 1,
      demGsdMultiplier: null,
      surfaceModelScale: 1,
      runDenseUnclustered: false,
      useUnreconstructedCameras: false,
      undistort: false,
      contourInterval: null,
    },
    gsdM: 0.03,
    folder,
    ...extra,
  });

  it('processes a task and survives it', async () => {
    const shares: number[] = [];
    const products = await processWithNodeodm(createRequest({ onProgress: (share) => shares.push(share) }));
    expect(products.orthophoto).not.toBeNull();
    expect(await readdir(folder)).not.toContain('all.zip');
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect((await createNodeodmClient({ url }).info()).version).toMatch(/^\d+\./);
  }, 60_000);

  it('forgets a task that was aborted', async () => {
    const controller = new AbortController();
    const request = createRequest({
      signal: controller.signal,
      onProgress: (share) => share >= 0.15 && controller.abort(),
    });
    await expect(processWithNodeodm(request)).rejects.toMatchObject({ name: 'AbortError' });
  }, 60_000);

  it('says in its own words what it refuses', async () => {
    const client = createNodeodmClient({ url });
    await expect(client.task('11111111-2222-4333-8444-555555555555')).rejects.toMatchObject({
      code: 'engine.refused',
    });
    await expect(client.init('x', { 'pc-quality': 'best' })).rejects.toMatchObject({
      code: 'engine.refused',
    });
  });
});
