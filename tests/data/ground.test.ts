import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openLas } from '#domain/formats/las/las-file.ts';
import { frameCovering } from '#domain/geometry/grid/grid.ts';
import { classifyGround, groundSettingsFor } from '#domain/ground/classify-ground.ts';
import { planBounds } from '#domain/ground/lowest-points.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { createTinKernel } from '#wasm/bindings/tin.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { loadKernel } from '../support/kernels.ts';
import { describeWithShared, sharedData } from '../support/shared-data.ts';
import { readLayers, scoreGround } from '../support/simulated-survey.ts';

interface Candidates {
  /** Metres, xyz per last return. */
  readonly xyz: Float64Array;
  /** Class of each. */
  readonly classes: readonly number[];
}

async function readScale(path: string): Promise<readonly number[]> {
  const source = await openFileSource(path);
  try {
    return (await openLas(source)).header.scale;
  } finally {
    await source.close();
  }
}

/** The last returns of a file in metres, and their classes. */
async function readCandidates(path: string): Promise<Candidates> {
  const scale = await readScale(path);
  const [xyz, classes]: [number[], number[]] = [[], []];
  const names = ['xyz', 'classification', 'returnNumber', 'numberOfReturns'] as const;
  for await (const layers of readLayers(path, names)) {
    for (let k = 0; k < layers.count; k++) {
      const isLast = layers.returnNumber![k]! >= layers.numberOfReturns![k]!;
      if (!isLast) continue;
      classes.push(layers.classification![k]!);
      for (let axis = 0; axis < 3; axis++) xyz.push(layers.xyz![3 * k + axis]! * scale[axis]!);
    }
  }
  return { xyz: Float64Array.from(xyz), classes };
}

const delaunay = createDelaunay(loadKernel('delaunay'));
const triangulate = (points: Float64Array) => delaunay.triangulate(points, 3);
/** Files of single places are pieces of surveys. */
const settings = groundSettingsFor(1000);

/** Heights of a triangulation of some of the points at the middles of cells of 1 m; NaN outside. */
function elevationModel(xyz: Float64Array, isUsed: (point: number) => boolean): Float32Array {
  const points = Float64Array.from(
    Array.from({ length: xyz.length / 3 }, (_, k) => k)
      .filter(isUsed)
      .flatMap((k) => [...xyz.subarray(3 * k, 3 * k + 3)]),
  );
  const { minX, minY, maxX, maxY } = planBounds(xyz);
  const frame = frameCovering({ minX, minY, maxX, maxY }, 1);
  const kernel = createTinKernel(loadKernel('tin'));
  kernel.load(delaunay.buildTin(points));
  const { width, height } = frame;
  return kernel.gridBlock(frame, { x: 0, y: 0, width, height }, new Uint8Array(width * height).fill(1))
    .values;
}

describeWithShared('the reference samples of the filter test (Sithole and Vosselman, 2004)', () => {
  test('are told apart as well as the best published filters do, with one default', async () => {
    const folder = sharedData('ground');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.laz')).sort();
    expect(names).toHaveLength(10);
    const scores: (ReturnType<typeof scoreGround> & { readonly name: string })[] = [];
    for (const name of names) {
      const { xyz, classes } = await readCandidates(`${folder}/${name}`);
      const marks = classifyGround(xyz, triangulate, settings);
      const truth = classes.map((value) => value === 2);
      scores.push({
        name,
        ...scoreGround(
          truth,
          Array.from(marks, (mark) => mark === 1),
        ),
      });
    }
    console.table(scores);
    const mean = (key: 'total' | 'kappa') => scores.reduce((sum, one) => sum + one[key], 0) / scores.length;
    expect(mean('total')).toBeLessThan(0.05);
    expect(mean('kappa')).toBeGreaterThan(0.83);
    for (const { kappa } of scores) expect(kappa).toBeGreaterThan(0.6);
  });
});

describeWithShared('elevation models of lidR', () => {
  test.each([
    ['Megaplot.laz', null, 0.25],
    ['MixedConifer.laz', 2, 0.06],
    ['Topography.laz', 2, 0.25],
  ] as const)('of %s lie on the ground and have no pits', async (name, provided, maxRmse) => {
    const { xyz, classes } = await readCandidates(sharedData(`las/lidR/${name}`));
    const marks = classifyGround(xyz, triangulate, settings);
    const found = elevationModel(xyz, (k) => marks[k] === 1 && classes[k] !== 9);
    const truth =
      provided === null
        ? new Float32Array(found.length)
        : elevationModel(xyz, (k) => classes[k] === provided);
    const off = Array.from(found, (value, k) => value - truth[k]!).filter(Number.isFinite);
    const share = (isFar: (value: number) => boolean) => off.filter(isFar).length / off.length;
    const rmse = Math.sqrt(off.reduce((sum, value) => sum + value * value, 0) / off.length);
    const [above, below] = [share((value) => value > 2), share((value) => value < -2)];
    console.log(`${name}: RMSE ${rmse.toFixed(3)} m, ${above} above 2 m, ${below} under -2 m`);
    expect(rmse).toBeLessThan(maxRmse);
    expect(above).toBeLessThan(0.001);
    expect(below).toBeLessThan(0.0001);
  });
});
