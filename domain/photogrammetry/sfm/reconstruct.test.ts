import { beforeAll, describe, expect, it } from 'vitest';
import { adjustmentKernel } from '#tests/support/adjustment-kernel.ts';
import {
  groundPoints,
  nadirGrid,
  orbit,
  type Scene,
  sceneCamera,
} from '../../../tests/support/photo-scenes.ts';
import { centreErrors, type SceneProblemOptions, sceneProblem } from '../../../tests/support/sfm-scenes.ts';
import type { SfmResult } from './problem.ts';
import { reconstruct } from './reconstruct.ts';

const hooks = { progress: async () => {} };
const clean: SceneProblemOptions = { noisePx: 0.4, wrongShare: 0.1, seed: 3 };

const grid = (): Scene => ({
  camera: { ...sceneCamera, k1: -0.05, k2: 0.01 },
  poses: nadirGrid(4, 5, 80, 22),
  points: groundPoints({ seed: 2, count: 1500, reach: 95, relief: 8 }),
});

const build = async (scene: Scene, options: SceneProblemOptions) =>
  reconstruct(adjustmentKernel, sceneProblem(scene, options), hooks);

const only = (result: SfmResult) => {
  expect(result.blocks).toHaveLength(1);
  return result.blocks[0]!;
};

describe('a nadir block', () => {
  const positioned = { ...clean, positionSigma: 1 };
  let first: SfmResult;
  beforeAll(async () => {
    first = await build(grid(), positioned);
  });

  it('with positions starts globally and reaches the truth in their frame', () => {
    const scene = grid();
    const block = only(first);
    expect(block).toMatchObject({ method: 'global', frame: 'priors', doubt: null, wrongPositions: [] });
    expect(block.reconstruction.photos).toHaveLength(20);
    expect(centreErrors(block.reconstruction.photos, scene, true).rms).toBeLessThan(0.08);
    expect(centreErrors(block.reconstruction.photos, scene, false).rms).toBeLessThan(1);
    expect(block.reconstruction.cameras[0]!.focal / 3000).toBeCloseTo(1, 1);
  });

  it('without positions grows from a pair', async () => {
    const scene = grid();
    const block = only(await build(scene, clean));
    expect(block).toMatchObject({ method: 'incremental', frame: 'arbitrary', doubt: 'few-positions' });
    expect(block.reconstruction.photos).toHaveLength(20);
    expect(centreErrors(block.reconstruction.photos, scene, true).rms).toBeLessThan(0.15);
  });

  it('mends a focal length that is 1.3 times too long', async () => {
    const whole = grid();
    const scene = { ...whole, poses: whole.poses.slice(0, 15) };
    const guess = { ...sceneCamera, focal: 1.3 * sceneCamera.focal };
    for (const options of [{ positionSigma: 0.5 }, {}]) {
      const block = only(await build(scene, { ...clean, guess, ...options }));
      expect(block.reconstruction.photos).toHaveLength(15);
      expect(block.reconstruction.cameras[0]!.focal / 3000).toBeGreaterThan(0.95);
      expect(block.reconstruction.cameras[0]!.focal / 3000).toBeLessThan(1.05);
    }
  });

  it('names a wrong position and does not follow it', async () => {
    const scene = grid();
    const wrongPositions = new Map([[7, [60, -40, 10] as const]]);
    const block = only(await build(scene, { ...clean, positionSigma: 1, wrongPositions }));
    expect(block.wrongPositions).toEqual([7]);
    expect(centreErrors(block.reconstruction.photos, scene, false).rms).toBeLessThan(1);
  });

  it('gives the same answer twice', async () => {
    expect(await build(grid(), positioned)).toEqual(first);
  });
});

describe('an orbit', () => {
  const scene: Scene = {
    camera: sceneCamera,
    poses: orbit(18, 50, 40),
    points: groundPoints({ seed: 5, count: 600, reach: 35, relief: 10 }),
  };

  it.each([
    ['with positions', { positionSigma: 1 }, 'global'],
    ['without', {}, 'incremental'],
  ])('%s comes round', async (_, options, method) => {
    const block = only(await build(scene, { ...clean, ...options }));
    expect(block.method).toBe(method);
    expect(block.reconstruction.photos).toHaveLength(18);
    expect(centreErrors(block.reconstruction.photos, scene, true).rms).toBeLessThan(0.1);
  });
});

describe('two blocks', () => {
  const scene: Scene = {
    camera: sceneCamera,
    poses: [...nadirGrid(2, 4, 80, 22), ...nadirGrid(2, 3, 80, 22, { seed: 4, middle: [600, 0] })],
    points: [
      ...groundPoints({ seed: 6, count: 800, reach: 80, relief: 8 }),
      ...groundPoints({ seed: 7, count: 800, reach: 80, relief: 8, middle: [600, 0] }),
    ],
  };

  it('are both kept, the larger first', async () => {
    const { blocks, unregistered } = await build(scene, { ...clean, positionSigma: 1 });
    expect(unregistered).toEqual([]);
    expect(blocks.map(({ reconstruction }) => reconstruction.photos.map(({ photo }) => photo))).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [8, 9, 10, 11, 12, 13],
    ]);
    for (const block of blocks) expect(block.frame).toBe('priors');
  });

  it('are both kept without positions', async () => {
    const { blocks } = await build(scene, clean);
    expect(blocks.map(({ reconstruction }) => reconstruction.photos.length)).toEqual([8, 6]);
  });
});

describe('positions in one line', () => {
  const scene: Scene = {
    camera: sceneCamera,
    poses: nadirGrid(1, 8, 80, 15).map((pose) => ({ ...pose, centre: [pose.centre[0], 0, 80] as const })),
    points: groundPoints({ seed: 8, count: 1500, reach: 90, relief: 8 }),
  };

  it('take the turn about it from the attitudes', async () => {
    const block = only(await build(scene, { ...clean, positionSigma: 0.5, attitudeSigma: 1 }));
    expect(block.frame).toBe('priors');
    expect(block.reconstruction.photos).toHaveLength(8);
    expect(centreErrors(block.reconstruction.photos, scene, false).rms).toBeLessThan(1);
  });

  it('leave the frame arbitrary without attitudes', async () => {
    const block = only(await build(scene, { ...clean, positionSigma: 0.5 }));
    expect(block).toMatchObject({ frame: 'arbitrary', doubt: 'collinear-positions' });
    expect(centreErrors(block.reconstruction.photos, scene, true).rms).toBeLessThan(0.2);
  });
});

describe('positions that tell nothing', () => {
  it('all at one place, leave a block in a frame of its own', async () => {
    const scene = grid();
    const problem = sceneProblem({ ...scene, poses: scene.poses.slice(0, 10) }, clean);
    const photos = problem.photos.map((photo) => ({
      ...photo,
      prior: { position: [5, 6, 80] as const, sigma: [1.5, 1.5, 3] as const, rotation: null },
    }));
    const block = only(await reconstruct(adjustmentKernel, { ...problem, photos }, hooks));
    expect(block).toMatchObject({ method: 'incremental', frame: 'arbitrary', doubt: 'collinear-positions' });
    expect(block.reconstruction.photos).toHaveLength(10);
    expect(centreErrors(block.reconstruction.photos, scene, true).rms).toBeLessThan(0.3);
  });
});

describe('small and hopeless sets', () => {
  const pairOf = (): Scene => ({ ...grid(), camera: sceneCamera, poses: nadirGrid(1, 2, 80, 20) });

  it('two photos make a block', async () => {
    const block = only(await build(pairOf(), clean));
    expect(block.reconstruction.photos).toHaveLength(2);
  });

  it('photos without matches are told with the reason', async () => {
    const scene = pairOf();
    const problem = sceneProblem(
      { ...scene, poses: [...scene.poses, ...nadirGrid(1, 1, 80, 0, { middle: [900, 0] })] },
      clean,
    );
    const result = await reconstruct(adjustmentKernel, problem, hooks);
    expect(result.unregistered).toEqual([{ photo: 2, reason: 'few-features', value: 0, limit: 20 }]);
    expect(await reconstruct(adjustmentKernel, { ...problem, pairs: [] }, hooks)).toMatchObject({
      blocks: [],
      unregistered: [{ reason: 'no-matches' }, { reason: 'no-matches' }, { reason: 'few-features' }],
    });
  });
});
