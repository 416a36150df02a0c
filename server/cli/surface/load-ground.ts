import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { extractLayers } from '#domain/formats/las/extract-layers.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { decodeOn, readCloud } from '#workers/io/read-cloud.ts';
import { gatherDeclarations } from '../crs-option.ts';
import type { LoadedSurface, SurfaceChoice } from './loaded-surface.ts';
import { surfaceUnit } from './surface-unit.ts';

/** ASPRS class of ground. */
const groundClass = 2;

/**
 * Reads the ground points (class 2) of a point cloud and triangulates them.
 * Errors: geometry.no-ground, geometry.too-few-points, geometry.collinear, geometry.angular-unit, las.*, laz.*
 */
export async function loadGround(
  source: ByteSource,
  choice: SurfaceChoice,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<LoadedSurface> {
  const file = await openLas(source, signal);
  const { scale, offset } = file.header;
  const declared = await gatherDeclarations(source.name, file.crsDeclarations, choice.crs);
  const crs = await readCrs(declared, { wktBit: file.header.hasWktBit });
  const { unit, heightFactor, warnings } = surfaceUnit(source.name, crs);
  let points = new Float64Array(3 * 65_536);
  let count = 0;
  for await (const records of readCloud(file, decodeOn(pool), { signal })) {
    const { xyz, classification } = extractLayers(records, ['xyz', 'classification']);
    for (let i = 0; i < records.count; i++) {
      if (classification![i] !== groundClass) continue;
      if (3 * count === points.length) points = doubled(points);
      points[3 * count] = xyz![3 * i]! * scale[0] + offset[0];
      points[3 * count + 1] = xyz![3 * i + 1]! * scale[1] + offset[1];
      points[3 * count + 2] = (xyz![3 * i + 2]! * scale[2] + offset[2]) * heightFactor;
      count++;
    }
  }
  if (count === 0) throw new AppError('geometry.no-ground', { file: source.name });
  const ground = points.slice(0, 3 * count);
  const tin = await pool.run('geometry.buildTin', { points: ground }, { signal, transfer: [ground.buffer] });
  return {
    file: source.name,
    format: 'LAS',
    name: null,
    surface: { kind: 'tin', tin },
    unit,
    epsg: crs.epsg,
    crsName: crs.name,
    sampleCount: tin.points.length / 3,
    warnings: [...file.warnings, ...crs.conflicts, ...warnings],
  };
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
