import { expect, it } from 'vitest';
import { readCrs } from '../read-crs.ts';
import { differsFromGrid, groundScaleAt } from './ground-scale.ts';

async function scaleOf(payload: string, x: number, y: number, heightM = 0) {
  const { definition } = await readCrs([{ source: 'user', payload }]);
  return groundScaleAt(definition, [x, y], heightM);
}

it('is 0.9996 on the central meridian of a UTM zone', async () => {
  const scale = await scaleOf('EPSG:32632', 500_000, 5_300_000);
  expect(scale!.combined).toBeCloseTo(0.9996, 8);
  expect(scale!.eastX).toBeCloseTo(1 / 0.9996, 7);
  expect(scale!.northX).toBeCloseTo(0, 7);
  expect(differsFromGrid(scale!)).toBe(true);
});

it('takes the height in: 637 m are about 1 in 10,000', async () => {
  const low = await scaleOf('EPSG:32632', 500_000, 5_300_000);
  const high = await scaleOf('EPSG:32632', 500_000, 5_300_000, 637);
  expect(low!.combined / high!.combined).toBeCloseTo(1 + 637 / 6_378_000, 6);
});

it('is about half at 60° north in Web Mercator', async () => {
  const scale = await scaleOf('EPSG:3857', 1_000_000, 8_399_737.9);
  expect(1 / scale!.area).toBeCloseTo(3.9866, 2);
});

it('is the same in feet, and none for local grids and degrees', async () => {
  const metres = await scaleOf('EPSG:26915', 500_000, 4_500_000);
  const feet = await scaleOf('EPSG:26915', 500_000.5, 4_500_000);
  expect(metres!.combined).toBeCloseTo(feet!.combined, 9);
  expect((await scaleOf('EPSG:2228', 6_500_000, 1_900_000))!.combined).toBeGreaterThan(0.9998);
  expect(await scaleOf('EPSG:4326', 9, 48)).toBeNull();
  expect(await scaleOf('LOCAL_CS["site",UNIT["metre",1]]', 9, 48)).toBeNull();
});
