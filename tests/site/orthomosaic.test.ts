import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { type GridFrame, gridRect } from '#domain/geometry/grid/grid.ts';
import { createRandom } from '#domain/math/random.ts';
import { noView } from '#domain/photogrammetry/ortho/seam-energy.ts';
import { colourCloud, colouredCloudFile } from '#server/pipeline/photo/colour-cloud/colour-cloud.ts';
import { choosePhotos } from '#server/pipeline/photo/ortho/choose-photos.ts';
import { makeMesh, meshFiles } from '#server/pipeline/photo/ortho/make-mesh.ts';
import { makeOrthomosaic, type OrthoFacts } from '#server/pipeline/photo/ortho/make-orthomosaic.ts';
import { planOrtho } from '#server/pipeline/photo/ortho/ortho-plan.ts';
import { openSurface } from '#server/pipeline/photo/ortho/surface-source.ts';
import { decodeColour } from '#server/pipeline/photo/steps/decode.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { decodeOn, readCloud } from '#workers/io/read-cloud.ts';
import { createLocalPool } from '../support/local-pool.ts';
import { measureShift } from '../support/picture-shift.ts';
import { type SimulatedFlight, simulateFlight, type TruePicture } from '../support/simulated-ortho.ts';

const pool = createLocalPool();
let simulation: SimulatedFlight;
let facts: OrthoFacts;
let truth: TruePicture;
/** The orthomosaic, four bands. */
let bands: readonly Uint8Array[];

beforeAll(async () => {
  simulation = await simulateFlight(1, pool);
  facts = await makeOrthomosaic(simulation.context, {
    heightsPath: simulation.surfacePath,
    heights: 'surface',
    heightsKey: 'true',
  });
  truth = await simulation.look(facts.frame);
  const bytes = new Uint8Array(readFileSync(join(simulation.folder, 'orthomosaic.tif')));
  const raster = await openRaster(memorySource('orthomosaic.tif', bytes));
  const { width, height } = raster.levels[0]!;
  bands = (await raster.readWindow(0, { x: 0, y: 0, width, height })).bands as readonly Uint8Array[];
}, 300_000);
afterAll(() => simulation?.remove());

/** World place of a cell, metres of the site. */
function sitePlace({ originX, originY, cellSize, width }: GridFrame, cell: number): [number, number] {
  const { placement } = simulation.truth;
  return [
    originX + (cell % width) * cellSize - placement.originX,
    originY - Math.floor(cell / width) * cellSize - placement.originY,
  ];
}

/** Largest step of height between neighbours in a square of cells. */
function roughness(width: number, column: number, row: number, half: number): number {
  let largest = 0;
  for (let r = row - half; r < row + half; r++) {
    for (let c = column - half; c < column + half; c++) {
      const z = truth.z[r * width + c]!;
      largest = Math.max(
        largest,
        Math.abs(truth.z[r * width + c + 1]! - z),
        Math.abs(truth.z[(r + 1) * width + c]! - z),
      );
    }
  }
  return largest;
}

describe('the orthomosaic of a simulated flight with true poses', () => {
  it('shows 200 marks where they are, to a fraction of a pixel', () => {
    const { width, height } = facts.frame;
    const grey = (at: (channel: number, cell: number) => number) => ({
      width,
      height,
      values: Float32Array.from(
        { length: width * height },
        (_, cell) => (at(0, cell) + at(1, cell) + at(2, cell)) / 3,
      ),
    });
    const real = grey((channel, cell) => truth.rgb[3 * cell + channel]!);
    const made = grey((channel, cell) => bands[channel]![cell]!);
    const random = createRandom(5);
    const half = 9;
    const shifts: number[] = [];
    for (let tries = 0; shifts.length < 200 && tries < 5000; tries++) {
      const column = Math.floor(random.between(80, width - 80));
      const row = Math.floor(random.between(80, height - 80));
      if (roughness(width, column, row, half) > 0.3) continue;
      const found = measureShift(real, made, column, row, half);
      if (found) shifts.push(found.dx ** 2 + found.dy ** 2);
    }
    expect(shifts.length).toBe(200);
    expect(Math.sqrt(shifts.reduce((sum, square) => sum + square, 0) / shifts.length)).toBeLessThan(0.35);
  });

  it('covers the site, balances exposure and invents next to nothing', () => {
    const { width, height } = facts.frame;
    let [inside, empty] = [0, 0];
    for (let cell = 0; cell < width * height; cell++) {
      const [x, y] = sitePlace(facts.frame, cell);
      if (Math.min(x, y, simulation.sizeM - x, simulation.sizeM - y) < 5) continue;
      inside++;
      if (bands[3]![cell] !== 255) empty++;
    }
    expect(inside).toBeGreaterThan(500_000);
    expect(empty / inside).toBeLessThan(0.001);
    expect(facts.filled / facts.covered).toBeLessThan(0.01);
    expect(facts.spreadAfter).toBeLessThan(facts.spreadBefore / 2);
  });

  it('draws no seam through a building', async () => {
    const surface = await openSurface(simulation.surfacePath, pool);
    const { context } = simulation;
    const plan = planOrtho({
      adjusted: context.adjusted,
      frame: context.frame,
      surface,
      unit: { horizontal: 1, vertical: 1 },
      cellM: facts.cellM,
      groundHeightM: context.groundHeightM,
      sharpness: () => 1,
    })!;
    const { labels } = await choosePhotos({
      plan,
      surface,
      hides: true,
      decode: (photo, maxSide) => decodeColour(context.photos[photo]!.path, maxSide),
      pool,
      signal: undefined,
      report: () => undefined,
    });
    await surface.close();
    const { coarse } = plan;
    const margin = 1.5 * coarse.cellSize;
    for (const { minX, minY, maxX, maxY } of simulation.truth.objectsM.buildings) {
      const used = new Set<number>();
      labels.forEach((label, cell) => {
        const [x, y] = sitePlace(coarse, cell);
        if (x > minX + margin && x < maxX - margin && y > minY + margin && y < maxY - margin) used.add(label);
      });
      expect(used.has(noView)).toBe(false);
      expect(used.size).toBe(1);
    }
  });

  it('puts a textured mesh on the surface', async () => {
    const mesh = (await makeMesh(simulation.context, { path: simulation.surfacePath, key: 'true' }, facts))!;
    expect(mesh.vertices).toBeLessThanOrEqual(200_000);
    expect(mesh.vertices).toBeGreaterThan(2_000);
    const text = readFileSync(join(simulation.folder, meshFiles.obj), 'utf8');
    const vertices = text.split('\n').filter((line) => line.startsWith('v '));
    expect(vertices.length).toBe(mesh.vertices);
    const rect = gridRect(facts.frame);
    for (let k = 0; k < vertices.length; k += 97) {
      const [x, y, z] = vertices[k]!.slice(2)
        .split(' ')
        .map((word, axis) => Number(word) + mesh.origin[axis]!);
      expect(x! > rect.minX - 1 && x! < rect.maxX + 1 && y! > rect.minY - 1 && y! < rect.maxY + 1).toBe(true);
      expect(z).toBeGreaterThan(235);
      expect(z).toBeLessThan(275);
    }
    expect(readFileSync(join(simulation.folder, meshFiles.glb)).subarray(0, 4).toString()).toBe('glTF');
  });
});

describe('lidar points coloured from the photos', () => {
  it('have the colour that their place truly has', async () => {
    const made = await colourCloud(simulation.context, [{ path: simulation.lidarPath, name: 'lidar.laz' }], {
      path: simulation.surfacePath,
      key: 'true',
    });
    expect(made.coloured / made.points).toBeGreaterThan(0.7);
    expect(simulation.products.at(-1)).toMatchObject({
      name: 'colored_point_cloud',
      path: colouredCloudFile,
    });
    const source = await openFileSource(join(simulation.folder, colouredCloudFile));
    const file = await openLas(source);
    const { scale, offset } = file.header;
    const random = createRandom(2);
    let [squares, count] = [0, 0];
    for await (const { bytes, count: points, recordLength, format } of readCloud(file, decodeOn(pool))) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const { rgb, classification } = pointFormat(format);
      for (let point = 0; point < points; point++) {
        const at = point * recordLength;
        if (view.getUint8(at + classification) !== 2 || random.next() > 0.02) continue;
        const colour = [0, 1, 2].map((channel) => view.getUint16(at + rgb! + 2 * channel, true) / 257);
        const [x, y] = [0, 1].map(
          (axis) => view.getInt32(at + 4 * axis, true) * scale[axis]! + offset[axis]!,
        );
        const column = Math.round((x! - facts.frame.originX) / facts.frame.cellSize);
        const row = Math.round((facts.frame.originY - y!) / facts.frame.cellSize);
        if (column < 60 || row < 60 || column > facts.frame.width - 60 || row > facts.frame.height - 60)
          continue;
        if (roughness(facts.frame.width, column, row, 4) > 0.2) continue;
        const cell = row * facts.frame.width + column;
        for (let channel = 0; channel < 3; channel++) {
          // Photos differ in exposure by several per cent and lose light towards their corners.
          squares += (Math.log((colour[channel]! + 10) / (truth.rgb[3 * cell + channel]! + 10)) / 1) ** 2;
          count++;
        }
      }
    }
    await source.close();
    expect(count).toBeGreaterThan(500);
    expect(Math.sqrt(squares / count)).toBeLessThan(0.2);
  }, 120_000);
});
