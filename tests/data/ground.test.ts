import { expect, test } from 'vitest';
import { openLas } from '#domain/formats/las/las-file.ts';
import { classifyGround } from '#domain/ground/classify-ground.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { loadKernel } from '../support/kernels.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';
import { readLayers, scoreGround } from '../support/site-survey.ts';

interface Candidates {
  /** Metres, xyz a last return. */
  readonly xyz: Float64Array;
  /** Class of each. */
  readonly classes: readonly number[];
  /** Classes of the points that are no last returns. */
  readonly others: readonly number[];
}

async function readScale(path: string): Promise<readonly number[]> {
  const source = await openFileSource(path);
  try {
    return (await openLas(source)).header.scale;
  } finally {
    await source.close();
  }
}

/** The last returns of a file in metres, and the classes of all points. */
async function readCandidates(path: string): Promise<Candidates> {
  const scale = await readScale(path);
  const [xyz, classes, others]: [number[], number[], number[]] = [[], [], []];
  const names = ['xyz', 'classification', 'returnNumber', 'numberOfReturns'] as const;
  for await (const layers of readLayers(path, names)) {
    for (let k = 0; k < layers.count; k++) {
      const isLast = layers.returnNumber![k]! >= layers.numberOfReturns![k]!;
      (isLast ? classes : others).push(layers.classification![k]!);
      if (isLast) for (let axis = 0; axis < 3; axis++) xyz.push(layers.xyz![3 * k + axis]! * scale[axis]!);
    }
  }
  return { xyz: Float64Array.from(xyz), classes, others };
}

describeWithShared('ground classification of lidR Topography.laz', () => {
  test.each([
    ['water left out of the count', [2], 0.6],
    ['water counted as ground', [2, 9], 0.7],
  ] as const)('%s', async (name, ground, leastKappa) => {
    const { xyz, classes, others } = await readCandidates(sharedData('las/lidR/Topography.laz'));
    const delaunay = createDelaunay(loadKernel('delaunay'));
    const marks = classifyGround(xyz, (points) => delaunay.triangulate(points, 3));
    const isWaterLeftOut = !(ground as readonly number[]).includes(9);
    const truth: boolean[] = [];
    const found: boolean[] = [];
    const count = (value: number, mark: boolean) => {
      if (isWaterLeftOut && value === 9) return;
      truth.push((ground as readonly number[]).includes(value));
      found.push(mark);
    };
    for (const [k, value] of classes.entries()) count(value, marks[k] === 1);
    for (const value of others) count(value, false);
    const score = scoreGround(truth, found);
    console.log(`Topography.laz, ${name}:`, score);
    expect(score.kappa).toBeGreaterThan(leastKappa);
  });
});
