import { isGroundPoint } from '#domain/cloud/point-use.ts';
import { withheldNote } from '#domain/cloud/withheld.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { convertRecords, modernFormatOf } from '#domain/formats/las/convert-records.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { decodeOn, readCloud } from '#workers/io/read-cloud.ts';
import { gatherDeclarations } from '../crs-option.ts';
import type { LoadedSurface, SurfaceChoice } from './loaded-surface.ts';
import { surfaceUnit } from './surface-unit.ts';

/**
 * Reads the ground points of a point cloud, those that elevation models are made of, and triangulates them.
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
  const summary = createSummary();
  const format = modernFormatOf(file.header.pointFormat);
  for await (const raw of readCloud(file, decodeOn(pool), { signal })) {
    const records = convertRecords(raw, format, { drop: ['waveform'], file: source.name });
    addRecords(summary, records);
    const view = new DataView(records.bytes.buffer, records.bytes.byteOffset, records.bytes.byteLength);
    for (let i = 0, at = 0; i < records.count; i++, at += records.recordLength) {
      if (!isGroundPoint(records.bytes, at)) continue;
      if (3 * count === points.length) points = doubled(points);
      points[3 * count] = view.getInt32(at, true) * scale[0] + offset[0];
      points[3 * count + 1] = view.getInt32(at + 4, true) * scale[1] + offset[1];
      points[3 * count + 2] = (view.getInt32(at + 8, true) * scale[2] + offset[2]) * heightFactor;
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
    warnings: [
      ...file.warnings,
      ...crs.conflicts,
      ...warnings,
      ...withheldNote(source.name, summary.withheld),
    ],
  };
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
