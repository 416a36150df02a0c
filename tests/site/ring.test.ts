import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gridRect, type Rect, sampleGrid } from '#domain/geometry/grid/grid.ts';
import { createSimulation } from '#domain/simulation/simulation.ts';
import type { PhotoContext } from '#server/pipeline/photo/context.ts';
import { makeDenseProducts } from '#server/pipeline/photo/dense-products.ts';
import type { SparseProject } from '#server/pipeline/photo/steps/sparse.ts';
import { createLocalPool } from '../support/local-pool.ts';
import { readDem, readLayers } from '../support/simulated-survey.ts';
import { flyTrue, lookAt, type TrueFlight } from '../support/true-flight.ts';

const pool = createLocalPool();
const [photos, ringM, heightM] = [12, 20, 13];
/** Extent of a raster or cloud, metres. */
const extentOf = ({ minX, minY, maxX, maxY }: Rect) => Math.max(maxX - minX, maxY - minY);
const cone = createSimulation(1, 200, true).terrain.shapes.find(({ name }) => name === 'cone')!;
const middle = [cone.centreX, cone.centreY] as const;
const base = createSimulation(1, 200, true).terrain.heightAt(cone.centreX + cone.reach + 2, cone.centreY);

let flight: TrueFlight;
let context: PhotoContext;
beforeAll(async () => {
  const poses = Array.from({ length: photos }, (_, k) => {
    const angle = (2 * Math.PI * k) / photos;
    const place = [middle[0] + ringM * Math.sin(angle), middle[1] + ringM * Math.cos(angle)] as const;
    return lookAt([...place, base + heightM], middle);
  });
  flight = await flyTrue({ poses, widthPx: 400 }, pool);
  const gsdM = Math.hypot(ringM, heightM) / flight.focalPx;
  context = { ...(await flight.context('products', { density: 'low' })), gsdM };
  await makeDenseProducts(context, { hasUp: true } as unknown as SparseProject);
}, 900_000);
afterAll(() => flight?.remove());

describe('a ring of photos round a mound, which see the land beyond', () => {
  test('leave what is far out of surfaces, kept as noise and told', async () => {
    expect(context.failures).toEqual([]);
    const told = context.warnings.find(({ code }) => code === 'process.far-points')!;
    const { uncertain, stray } = told.params as { uncertain: number; stray: number };
    let [noise, count] = [0, 0];
    const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    const cloud = join(context.request.out, 'dense-point-cloud.copc.laz');
    for await (const layers of readLayers(cloud, ['classification', 'xyz'])) {
      count += layers.count;
      for (let k = 0; k < layers.count; k++) {
        if (layers.classification![k] === 7) noise++;
        const [x, y] = [layers.xyz![3 * k]! / 1000, layers.xyz![3 * k + 1]! / 1000];
        rect.minX = Math.min(rect.minX, x);
        rect.minY = Math.min(rect.minY, y);
        rect.maxX = Math.max(rect.maxX, x);
        rect.maxY = Math.max(rect.maxY, y);
      }
    }
    // the cloud keeps everything
    expect(extentOf(rect)).toBeGreaterThan(4.5 * ringM);
    expect(noise).toBe(uncertain + stray);
    expect(noise).toBeGreaterThan(0);
    expect(noise).toBeLessThan(0.5 * count);
  });

  test('have models of what is well seen, whole over the mound', async () => {
    const { out } = context.request;
    for (const name of ['elevation-model', 'surface-model']) {
      const grid = await readDem(join(out, `${name}.tif`));
      expect(extentOf(gridRect(grid))).toBeLessThan(4.5 * ringM);
      let missing = 0;
      const errors: number[] = [];
      for (let x = -cone.reach; x <= cone.reach; x += 0.25) {
        for (let y = -cone.reach; y <= cone.reach; y += 0.25) {
          if (Math.hypot(x, y) > cone.reach) continue;
          const [px, py] = [middle[0] + x, middle[1] + y];
          const z = sampleGrid(grid, flight.origin[0] + px, flight.origin[1] + py);
          if (Number.isNaN(z)) missing++;
          else errors.push(z - flight.simulation.terrain.heightAt(px, py));
        }
      }
      expect(missing).toBe(0);
      const sorted = errors.map(Math.abs).sort((a, b) => a - b);
      expect(sorted[sorted.length >> 1]).toBeLessThan(0.02);
    }
  });
});
