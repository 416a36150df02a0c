import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TerrainWindow } from '#workers/contract/raster-tasks.ts';
import { arctangent, arctangent2 } from '#workers/tasks/raster/arctangent.ts';
import { hillshade } from '#workers/tasks/raster/hillshade.ts';
import { relief } from '#workers/tasks/raster/relief.ts';
import { aspect, slope } from '#workers/tasks/raster/slope.ts';
import { writeCog } from '../support/cog-file.ts';
import { describeWithGdal, gdal, scratchFolder } from '../support/gdal-tools.ts';
import { readWithGdal } from '../support/raster-files.ts';
import { createTaskContext } from '../support/task-context.ts';

const context = createTaskContext();

const [width, height] = [90, 70];

function heightAt(column: number, row: number): number {
  return 50 + 12 * Math.sin(column / 9) * Math.cos(row / 7) + column * 0.2;
}

/** A window into a larger surface, so that the border is real terrain. */
function createTerrain(): TerrainWindow {
  const heights = new Float32Array((width + 2) * (height + 2));
  for (let row = -1; row <= height; row++) {
    for (let column = -1; column <= width; column++) {
      heights[(row + 1) * (width + 2) + column + 1] = heightAt(column, row);
    }
  }
  return { width, height, heights, cellX: 2, cellY: 2 };
}

/** The largest difference, circular in degrees on request. */
function worst(ours: ArrayLike<number>, theirs: ArrayLike<number>, stride: number, circle = 0): number {
  let most = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const difference = Math.abs(ours[row * width + column]! - theirs[(row + 1) * stride + column + 1]!);
      most = Math.max(most, circle ? Math.min(difference, circle - difference) : difference);
    }
  }
  return most;
}

describeWithGdal('shading beside gdaldem', async () => {
  const folder = scratchFolder();
  const path = join(folder, 'terrain.tif');

  async function gdaldem(mode: string, ...options: string[]) {
    const { heights } = createTerrain();
    const size = { width: width + 2, height: height + 2 };
    const { bytes } = await writeCog(
      {
        ...size,
        bands: 1,
        sampleType: 'float32',
        colour: 'gray',
        geotransform: [0, 2, 0, 0, 0, -2],
        geoKeys: null,
        nodata: -9999,
      },
      { samples: heights },
    );
    writeFileSync(path, bytes);
    const output = join(folder, `${mode}${options.join('')}.tif`);
    gdal('gdaldem', mode, path, output, '-q', ...options);
    return readWithGdal(output);
  }

  it('gives the same shaded relief from one light and from four', async () => {
    const terrain = createTerrain();
    const single = await hillshade(
      { terrain, lighting: { mode: 'single', azimuth: 300, altitude: 40 } },
      context,
    );
    const one = await gdaldem('hillshade', '-az', '300', '-alt', '40');
    expect(worst(single.output.shade, one, width + 2)).toBeLessThanOrEqual(1);
    const several = await hillshade({ terrain, lighting: { mode: 'multiple', exaggeration: 2 } }, context);
    const four = await gdaldem('hillshade', '-multidirectional', '-z', '2');
    expect(worst(several.output.shade, four, width + 2)).toBeLessThanOrEqual(1);
  });

  it('gives the same slope and aspect', async () => {
    const terrain = createTerrain();
    const degrees = await slope({ terrain, unit: 'degrees' }, context);
    expect(worst(degrees.output.slope, await gdaldem('slope'), width + 2)).toBeLessThan(1e-3);
    const percent = await slope({ terrain, unit: 'percent' }, context);
    expect(worst(percent.output.slope, await gdaldem('slope', '-p'), width + 2)).toBeLessThan(1e-3);
    const direction = await aspect({ terrain }, context);
    expect(worst(direction.output.aspect, await gdaldem('aspect'), width + 2, 360)).toBeLessThan(0.02);
  });
});

describe('shading', () => {
  it('of a plane is exact', async () => {
    const heights = Float32Array.from({ length: 12 * 12 }, (_, i) => -(i % 12) * 3);
    const terrain = { width: 10, height: 10, heights, cellX: 3, cellY: 3 };
    const { output } = await slope({ terrain, unit: 'degrees' }, context);
    expect([...output.slope].every((value) => Math.abs(value - 45) < 1e-5)).toBe(true);
    const direction = await aspect({ terrain }, context);
    expect([...direction.output.aspect].every((value) => value === 90)).toBe(true);
  });

  it('leaves missing cells empty and shades their neighbours', async () => {
    const terrain = createTerrain();
    terrain.heights[5 * (width + 2) + 7] = Number.NaN;
    const hole = 4 * width + 6;
    const shaded = await hillshade({ terrain, lighting: { mode: 'single' } }, context);
    expect(shaded.output.shade[hole]).toBe(0);
    expect(shaded.output.shade[hole + 1]).toBeGreaterThan(0);
    const ramp = { name: 'terrain', low: 30, high: 80 } as const;
    const { output } = await relief({ terrain, lighting: { mode: 'multiple' }, ramp }, context);
    expect([...output.rgba.subarray(4 * hole, 4 * hole + 4)]).toEqual([0, 0, 0, 0]);
    expect(output.rgba[4 * hole + 7]).toBe(255);
  });

  it('colours by height without light', async () => {
    const heights = new Float32Array(5 * 3).fill(5);
    const stops = [
      { height: 10, red: 200, green: 100, blue: 0 },
      { height: 0, red: 0, green: 0, blue: 100 },
    ];
    const terrain = { width: 3, height: 1, heights, cellX: 1, cellY: 1 };
    const { output } = await relief({ terrain, lighting: null, ramp: { stops } }, context);
    expect([...output.rgba.subarray(0, 4)]).toEqual([100, 50, 50, 255]);
  });

  it('has an arctangent within the last bits of the engine’s', () => {
    for (let i = -400; i <= 400; i++) {
      const x = Math.sign(i) * 1.05 ** Math.abs(i) * 1e-4;
      expect(Math.abs(arctangent(x) - Math.atan(x))).toBeLessThanOrEqual(4e-16 * Math.abs(Math.atan(x)));
      expect(arctangent2(x, -0.5)).toBeCloseTo(Math.atan2(x, -0.5), 14);
    }
  });
});
