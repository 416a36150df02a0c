import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readElevations } from '#domain/formats/cog/elevations.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { columnX, frameCovering, type Rect, rowY } from '#domain/geometry/grid/grid.ts';
import { sampleTinOnce } from '#domain/geometry/tin/tin-height.ts';
import { triangulate } from '#domain/geometry/tin/triangulate.ts';
import { openTaskPool } from '#server/runtime/task-pool.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { createRandom } from '#tests/support/point-sets.ts';
import { layoutOf, type Place, recordsAt, smallLimits, spoolRecords } from '#tests/support/spooled-points.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { deflate } from '#workers/io/deflate.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { createColumnPoints } from '../cloud/column-points.ts';
import { measureOutline } from './outline.ts';
import { supportCodes } from './support.ts';
import { type SurfaceLimits, usualSurfaceLimits } from './surface-points.ts';
import type { SurfaceRequest } from './surface-request.ts';
import { writeElevation, writeSurface } from './surfaces.ts';
import { measureSpacing } from './terrain-frame.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-blocks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** This thread as a pool, with the compressor that workers have. */
const createThreadPool = () => createLocalPool({ deflate });

const metres = { horizontal: 1, vertical: 1 };
const missing = -9999;
/** Blocks of 16 cells, the smallest. */
const smallBlocks: SurfaceLimits = { ...usualSurfaceLimits, blockPoints: 100 };
const smallAll: SurfaceLimits = { ...usualSurfaceLimits, blockPoints: 100, bins: 300, skeletonPoints: 40 };

interface Survey {
  readonly places: readonly Place[];
  readonly cell: number;
  readonly fillsGaps?: boolean;
}

/** In millimetres, as stored in files. */
const rounded = (value: number) => Math.round(value * 1000) / 1000;
const rolling = (x: number, y: number) =>
  rounded(10 * Math.sin(x / 17) * Math.cos(y / 23) + 0.05 * Math.sin(7 * x));

function scattered(
  count: number,
  seed: number,
  isHere: (x: number, y: number) => boolean,
  side = 100,
): Place[] {
  const random = createRandom(seed);
  const places: Place[] = [];
  while (places.length < count) {
    const [x, y] = [rounded(side * random()), rounded(side * random())];
    if (isHere(x, y)) places.push([x, y, rolling(x, y)]);
  }
  return places;
}

const inLake = (x: number, y: number) => ((x - 48) / 35) ** 2 + ((y - 55) / 28) ** 2 < 1;
const surveys: Record<string, Survey> = {
  'an uneven cloud with holes': {
    cell: 0.5,
    places: [
      ...scattered(3000, 1, (x, y) => Math.hypot(x - 30, y - 30) > 8 && Math.hypot(x - 70, y - 60) > 15),
      ...scattered(3000, 2, (x, y) => x < 20 && y > 60),
    ],
  },
  'a thin strip': { cell: 0.5, places: scattered(1500, 3, (x, y) => Math.abs(y - 0.4 * x - 20) < 1.5) },
  'points of a raster': {
    cell: 0.5,
    places: Array.from({ length: 90 * 80 }, (_, k): Place => {
      const [x, y] = [k % 90, Math.floor(k / 90)];
      return [x, y, rolling(x * y, y)];
    }).filter(([x, y]) => !inLake(x, y)),
  },
  'a large lake': { cell: 0.5, places: scattered(5000, 5, (x, y) => !inLake(x, y)) },
  'a lake whose gap is filled': {
    cell: 0.5,
    places: scattered(5000, 5, (x, y) => !inLake(x, y)),
    fillsGaps: true,
  },
  'two far islands': {
    cell: 1,
    places: [
      ...scattered(1200, 6, (x, y) => Math.hypot(x - 20, y - 20) < 18),
      ...scattered(1200, 7, (x, y) => Math.hypot(x - 260, y - 190) < 25, 300),
    ],
  },
  'places given twice': {
    cell: 1,
    places: scattered(3000, 8, (x, y) => !inLake(x, y)).flatMap(([x, y, z], k): Place[] =>
      k % 3 === 0
        ? [
            [x, y, z],
            [x, y, rounded(z + 0.7)],
            [x, y, rounded(z - 0.1)],
          ]
        : [[x, y, z]],
    ),
  },
};

function inOtherOrder(places: readonly Place[]): Place[] {
  const random = createRandom(99);
  return places
    .map((place) => ({ place, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ place }) => place);
}

async function requestOf(
  { places, cell, fillsGaps = false }: Survey,
  pool: TaskPool,
  limits: SurfaceLimits,
): Promise<SurfaceRequest> {
  const layout = layoutOf(places);
  const spool = await spoolRecords(await mkdtemp(join(folder, 'spool-')), recordsAt(places), layout, {
    ...smallLimits,
    pointsPerColumn: 700,
  });
  const points = createColumnPoints(spool, null, () => true, 'by-place');
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const bounds: Rect = {
    minX: Math.min(...xs),
    minY: Math.min(...ys),
    maxX: Math.max(...xs),
    maxY: Math.max(...ys),
  };
  const { spacing } = await measureSpacing(spool, points, bounds);
  return {
    spool,
    points,
    bounds,
    frame: frameCovering(bounds, cell),
    outline: () => measureOutline(spool, points, bounds, spacing),
    fillsGaps,
    spacing,
    definition: null,
    unit: metres,
    verticalUnitName: 'metre',
    pool,
    limits,
    report: () => {},
  };
}

const digest = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

interface Made {
  readonly path: string;
  readonly request: SurfaceRequest;
  /** Digests of the elevation model, its support and both kinds of surface model, and their reports. */
  readonly products: readonly unknown[];
}

async function make(survey: Survey, pool: TaskPool, limits: SurfaceLimits): Promise<Made> {
  const out = await mkdtemp(join(folder, 'out-'));
  await mkdir(out, { recursive: true });
  const request = await requestOf(survey, pool, limits);
  const path = (name: string) => join(out, `${name}.tif`);
  const elevation = await writeElevation(request, path('elevation'), path('support'));
  const highest = await writeSurface(request, path('highest'), 'highest');
  const fitted = await writeSurface(request, path('fitted'), 'fitted', path('fitted-support'));
  const products = [elevation.facts, highest.facts, fitted.facts];
  for (const name of ['elevation', 'support', 'highest', 'fitted', 'fitted-support']) {
    products.push((await digest(path(name))) as never);
  }
  return { path: path('elevation'), request, products };
}

async function readCells(path: string): Promise<Float32Array> {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source);
    const { width, height } = raster.levels[0]!;
    return await readElevations(raster, 0, { x: 0, y: 0, width, height });
  } finally {
    await source.close();
  }
}

/** A pool that counts the tasks of a name. */
function counting(pool: TaskPool, name: string) {
  let count = 0;
  const counted: TaskPool = {
    ...pool,
    size: pool.size,
    run: (task, input, options) => {
      if (task === name) count++;
      return pool.run(task, input, options);
    },
  };
  return { pool: counted, count: () => count };
}

describe('models of a lake whose gap is filled', () => {
  const survey = surveys['a lake whose gap is filled']!;

  it('mark it, hold no height beyond its shore’s, and leave what has points as it is', async () => {
    const filled = await make(survey, createThreadPool(), usualSurfaceLimits);
    const spanned = await make({ ...survey, fillsGaps: false }, createThreadPool(), usualSurfaceLimits);
    const { frame } = filled.request;
    const beside = (path: string, name: string) => path.replace('elevation.tif', `${name}.tif`);
    for (const [model, support] of [
      ['elevation', 'support'],
      ['fitted', 'fitted-support'],
    ] as const) {
      const heights = await readCells(beside(filled.path, model));
      const before = await readCells(beside(spanned.path, model));
      const codes = await readCells(beside(filled.path, support));
      expect(await readCells(beside(spanned.path, support))).not.toContain(supportCodes.gap);
      let [gaps, unlike, bad] = [0, 0, 0];
      codes.forEach((code, cell) => {
        const x = columnX(frame, cell % frame.width);
        const y = rowY(frame, Math.floor(cell / frame.width));
        const fromMiddle = Math.hypot((x - 48) / 35, (y - 55) / 28);
        if (code === supportCodes.gap) {
          gaps++;
          // a square of the shore may hold no point
          if (fromMiddle > 1.1 || !(Math.abs(heights[cell]!) <= 10.06)) bad++;
        } else if (code === supportCodes.measured && heights[cell] !== before[cell]) {
          // only cells that a triangle reaches from outside the gap
          if (fromMiddle > 1.2) unlike++;
        }
      });
      expect({ bad, unlike }).toEqual({ bad: 0, unlike: 0 });
      expect(gaps * frame.cellSize ** 2).toBeGreaterThan(0.6 * Math.PI * 35 * 28);
    }
    expect(filled.products[2]).toMatchObject({ gapSquare: 8, longestEdge: 23 });
  }, 120_000);
});

describe.each(Object.entries(surveys))('models of %s', (name, survey) => {
  const shuffled = { ...survey, places: inOtherOrder(survey.places) };
  let whole: Made;
  let pieced: Made;
  beforeAll(async () => {
    whole = await make(survey, createThreadPool(), usualSurfaceLimits);
    pieced = await make(shuffled, createThreadPool(), smallAll);
  }, 120_000);

  it('are the same bytes whatever the limits of blocks, bins and skeleton, and the order of points', async () => {
    const { pool, count } = counting(createThreadPool(), 'geometry.grid');
    expect((await make(survey, pool, smallBlocks)).products).toEqual(whole.products);
    expect(count()).toBeGreaterThan(60);
    expect(pieced.products).toEqual(whole.products);
    expect((await make(shuffled, createThreadPool(), usualSurfaceLimits)).products).toEqual(whole.products);
    expect(whole.products[0]).toMatchObject({ cells: expect.any(Number) });
  }, 120_000);

  it('are the same with three workers as in one thread', async () => {
    const pool = openTaskPool({ size: 3, compute: 'off' });
    try {
      expect((await make(survey, pool, smallBlocks)).products).toEqual(whole.products);
    } finally {
      await pool.dispose();
    }
  }, 120_000);

  it.skipIf(name === 'points of a raster' || name === 'places given twice' || survey.fillsGaps === true)(
    'have the heights of the triangulation of all points',
    async () => {
      const { path, request } = pieced;
      const cells = await readCells(path);
      const tin = triangulate(Float64Array.from(survey.places.flat()));
      const { frame } = request;
      const outline = await request.outline();
      const centres: [number, number][] = [];
      const found: number[] = [];
      for (let row = 0; row < frame.height; row++) {
        for (let column = 0; column < frame.width; column++) {
          const centre: [number, number] = [columnX(frame, column), rowY(frame, row)];
          const height = cells[row * frame.width + column]!;
          if (!outline.contains(...centre)) {
            expect(Number.isNaN(height) || height === missing).toBe(true);
            continue;
          }
          centres.push(centre);
          found.push(height);
        }
      }
      const truth = sampleTinOnce(tin, centres);
      let [worst, unlike] = [0, 0];
      for (let k = 0; k < found.length; k++) {
        if (Number.isNaN(found[k]!) !== Number.isNaN(truth[k]!)) unlike++;
        else if (!Number.isNaN(found[k]!)) worst = Math.max(worst, Math.abs(found[k]! - truth[k]!));
      }
      expect(unlike).toBe(0);
      expect(worst).toBeLessThan(1e-6);
      expect(found.filter((z) => !Number.isNaN(z)).length).toBeGreaterThan(1000);
    },
    120_000,
  );
});
