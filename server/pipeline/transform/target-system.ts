import { readCrs } from '#domain/crs/read-crs.ts';
import { shiftWarnings } from '#domain/crs/shift-warnings.ts';
import { type CrsTable, loadCrsTable } from '#domain/crs/table.ts';
import { createTransform, endsAt, type TransformEnd } from '#domain/crs/transform.ts';
import type { CrsDeclaration, CrsDefinition, CrsReport, VerticalCrs } from '#domain/crs/types.ts';
import { writeWkt } from '#domain/crs/wkt/wkt-write.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { isSameUnit, type LinearUnit } from '#domain/units/units.ts';

/** The system of a product. */
export interface TargetSystem {
  /** The transform of coordinates: the two systems with the datum shifts of the place. */
  readonly ends: readonly [TransformEnd, TransformEnd];
  readonly to: CrsDefinition;
  /** `to` as files and rows name it. */
  readonly report: CrsReport;
  /** Heights are multiplied by this. */
  readonly heightScale: number;
  /** Notes for surveyors on the datums of the transform. */
  readonly warnings: readonly ErrorRecord[];
}

/** The system that a file declares, else that of a text. */
export async function readSystem(declarations: readonly CrsDeclaration[], text: string): Promise<CrsReport> {
  const own = await readCrs(declarations);
  return own.definition?.horizontal ? own : readCrs([{ source: 'user', payload: text }]);
}

export interface SystemChoice {
  /** Of the product that is transformed. */
  readonly source: CrsReport;
  /** As requested. */
  readonly target: CrsReport;
  /** False for images, whose pixels are no heights. */
  readonly hasHeights: boolean;
  /** The product's name in texts. */
  readonly name: string;
  /** A point of the product in its own system, for choosing the shifts between datums; null while none is known. */
  readonly place: readonly number[] | null;
}

/**
 * Joins the plane of the requested system with a vertical part: the requested one, which must be on the vertical
 * datum of the source, else that of the source in the unit of the new plane. Heights are scaled from unit to unit,
 * never moved between datums; heights without a unit remain so, and require a plane of the same unit. Throws
 * `transform.not-projected`, `transform.local-system`, `crs.shift-unknown` where a place is given,
 * `transform.height-unit-unknown`, `transform.vertical-datum`, `crs.write-unsupported`, and the errors of
 * `createTransform`.
 */
export async function chooseTargetSystem(choice: SystemChoice): Promise<TargetSystem> {
  const { source, target, hasHeights, name, place } = choice;
  const from = source.definition;
  const plane = target.definition?.horizontal;
  if (!from?.horizontal || from.horizontal.kind === 'engineering') {
    throw new AppError('transform.local-system', { name });
  }
  if (plane?.kind !== 'projected') {
    throw new AppError('transform.not-projected', { system: target.name ?? '?' });
  }
  const vertical = hasHeights ? verticalOf(await loadCrsTable(), choice, plane.unit) : null;
  const to: CrsDefinition = {
    name: [plane.name, vertical?.name].filter(Boolean).join(' + '),
    horizontal: plane,
    vertical,
    compoundEpsg: null,
  };
  createTransform(from, to);
  const ends: TargetSystem['ends'] = place ? endsAt(from, to, place) : [from, to];
  const [a, b] = [from.vertical?.unit ?? null, vertical?.unit ?? null];
  const report = await readCrs([{ source: 'user', payload: writeWkt(to) }]);
  const heightScale = a && b && !isSameUnit(a, b) ? a.metres / b.metres : 1;
  return { ends, to, report, heightScale, warnings: shiftWarnings(createTransform(...ends)) };
}

function verticalOf(
  table: CrsTable,
  { source, target, name }: SystemChoice,
  plane: LinearUnit,
): VerticalCrs | null {
  const own = source.definition?.vertical ?? null;
  const ordered = target.definition?.vertical ?? null;
  if (!own?.unit) {
    const { horizontalUnit } = source;
    const isSamePlane = horizontalUnit?.kind === 'linear' && isSameUnit(horizontalUnit, plane);
    if (isSamePlane && !ordered) return own;
    throw new AppError('transform.height-unit-unknown', { name, unit: (ordered?.unit ?? plane).name });
  }
  if (!ordered) return isSameUnit(own.unit, plane) ? own : inUnit(table, own, plane);
  // A datum without a name equals only that of the source's own system.
  const isSameSystem = source.name === target.name && ordered.name === own.name;
  const isSameDatum = ordered.datum === own.datum && (own.datum !== null || isSameSystem);
  if (isSameDatum && ordered.unit && ordered.direction === own.direction) return ordered;
  throw new AppError('transform.vertical-datum', {
    name,
    from: own.datum ?? own.name,
    to: ordered.datum ?? ordered.name,
  });
}

/** The same heights in another unit, by their EPSG code where there is one. */
function inUnit(table: CrsTable, own: VerticalCrs, unit: LinearUnit): VerticalCrs {
  const direction = own.direction === 'down' ? 'd' : 'u';
  const row = table.rows.vertical.find((text) => {
    const [, , deprecated, , datum, code, axis] = text.split('|');
    return deprecated !== 'd' && datum === own.datum && Number(code) === unit.epsg && axis === direction;
  });
  const found = row === undefined ? null : table.find(Number(row.split('|')[0]));
  if (found?.kind === 'vertical') return found.crs;
  return { ...own, name: `${own.name} (${unit.name})`, epsg: null, unit };
}
