import { withheldNote } from '#domain/cloud/withheld.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { measureSystemOffsets } from '#domain/crs/system-offsets.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { consentToMissing } from '#domain/formats/laz/missing-points.ts';
import { conflictNote } from '#domain/geometry/plane/place-conflicts.ts';
import { trimTin } from '#domain/geometry/tin/trim-tin.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { gatherDeclarations } from '../crs-option.ts';
import { number } from '../info/lines.ts';
import { outlineFor, readGroundPoints } from './ground-points.ts';
import type { LoadedSurface, SurfaceChoice } from './loaded-surface.ts';
import { lengthSymbol, surfaceUnit } from './surface-unit.ts';

/**
 * Reads the ground points of a point cloud, those that elevation models are made of, and triangulates them within the
 * outline of the survey.
 * Errors: geometry.no-ground, geometry.too-few-points, geometry.collinear, geometry.angular-unit, las.*, laz.*
 */
export async function loadGround(
  source: ByteSource,
  choice: SurfaceChoice,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<LoadedSurface> {
  const file = await openLas(source, signal);
  const missing = await consentToMissing(file, choice.acceptTruncated, signal);
  const declared = await gatherDeclarations(source.name, file.crsDeclarations, choice.crs);
  const { min, max } = file.bounds ?? file.header;
  const crs = await measureSystemOffsets(
    await readCrs(declared, { wktBit: file.header.hasWktBit, place: min }),
    min,
  );
  const rect = { minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] };
  const { unit, heightFactor, warnings } = surfaceUnit({ file: source.name, crs, rect });
  const { points, occupancy, withheld } = await readGroundPoints(file, heightFactor, pool, signal);
  if (points.length === 0) throw new AppError('geometry.no-ground', { file: source.name });
  const outline = choice.hull === 'convex' ? null : outlineFor(points, occupancy, choice.maxGap);
  const { conflicts, ...whole } = await pool.run(
    'geometry.buildTin',
    { points },
    { signal, transfer: [points.buffer] },
  );
  const { tin, cutArea } = outline ? trimTin(whole, outline) : { tin: whole, cutArea: 0 };
  const trimmed: ErrorRecord[] =
    outline && cutArea > 0
      ? [
          {
            code: 'geometry.outline-trimmed',
            params: {
              file: source.name,
              area: number(cutArea, 2),
              gap: number(outline.gap, 2),
              unit: lengthSymbol(unit),
            },
          },
        ]
      : [];
  return {
    file: source.name,
    format: 'LAS',
    name: null,
    surface: { kind: 'tin', tin },
    toWorld: null,
    system: crs.definition,
    unit,
    epsg: crs.epsg,
    crsName: crs.name,
    pointSpacing: null,
    warnings: [
      ...file.warnings,
      ...missing,
      ...crs.conflicts,
      ...warnings,
      ...withheldNote(source.name, withheld),
      ...conflictNote(source.name, conflicts),
      ...trimmed,
    ],
    conflicts,
  };
}
