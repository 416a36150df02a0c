import proj4 from 'proj4';
import { AppError } from '../errors/app-error.ts';
import { isSameUnit, type LinearUnit } from '../units/units.ts';
import { toProj4 } from './proj-write.ts';
import { colombiaUrban } from './projection-colombia.ts';
import { cassiniSoldner, polyconic } from './projection-meridian.ts';
import type { CrsDefinition, GeodeticDatum, HorizontalCrs, ProjectedCrs } from './types.ts';

/** What heights went through. */
export type VerticalHandling =
  /** Both vertical units known and different: heights are scaled, the datum is untouched. */
  | 'scaled'
  /** Both vertical units known and equal. */
  | 'kept'
  /** A vertical unit is unknown: heights pass unchanged. */
  | 'unknown'
  /** A geocentric system on one side: the third coordinate is transformed with the others. */
  | 'geocentric';

export interface CrsTransform {
  /** `[x, y]` or `[x, y, z]` to a new array of the same length. Throws `crs.transform-not-finite`. */
  readonly point: (point: readonly number[]) => number[];
  /**
   * Transforms a batch in place: flat `Float64Array`, `stride` 2 (xy) or 3 (xyz). Throws
   * `crs.transform-not-finite` with the index of the first point without a place; points before it are done.
   */
  readonly batch: (coordinates: Float64Array, stride: 2 | 3) => void;
  /** The way back. */
  readonly inverse: () => CrsTransform;
  readonly vertical: VerticalHandling;
  /** True where the two vertical datums differ or one is unknown: no geoid model is applied between them. */
  readonly isVerticalDatumIgnored: boolean;
  /** True where datums differ and a shift to WGS 84 is not known for one of them: metres to hundreds of metres. */
  readonly isDatumShiftMissing: boolean;
  /** Expected accuracy of the datum shift in metres as EPSG states it; 0 within one datum, null where unknown. */
  readonly datumAccuracy: number | null;
}

/** One side of a transform; a `CrsReport.definition` fits. */
export type TransformEnd = Pick<CrsDefinition, 'horizontal' | 'vertical'>;

for (const projection of [colombiaUrban, cassiniSoldner, polyconic]) {
  (proj4.Proj.projections.add as unknown as (projection: object) => void)(projection);
}

function datumOf(crs: HorizontalCrs): GeodeticDatum | null {
  if (crs.kind === 'engineering') return null;
  return crs.kind === 'projected' ? crs.base.datum : crs.datum;
}

function isSameDatum(a: GeodeticDatum | null, b: GeodeticDatum | null): boolean {
  if (!a || !b) return false;
  if (a === b) return true;
  const sameFigure =
    a.ellipsoid.a === b.ellipsoid.a && a.ellipsoid.inverseFlattening === b.ellipsoid.inverseFlattening;
  if (!sameFigure) return false;
  return a.epsg !== null && b.epsg !== null ? a.epsg === b.epsg : a.name === b.name && a.name !== 'unknown';
}

/** Within one datum no shift is applied at all: going to WGS 84 and back would lose tenths of millimetres. */
function withoutShift(crs: HorizontalCrs): HorizontalCrs {
  const strip = (datum: GeodeticDatum): GeodeticDatum => ({ ...datum, shift: null });
  if (crs.kind === 'engineering') return crs;
  if (crs.kind === 'projected') return { ...crs, base: { ...crs.base, datum: strip(crs.base.datum) } };
  return { ...crs, datum: strip(crs.datum) };
}

function definitionText(crs: HorizontalCrs, other: HorizontalCrs): string {
  const text = toProj4(crs);
  if (text !== null) return text;
  if (crs.kind === 'projected') {
    throw new AppError('crs.method-unsupported', { name: crs.name, method: crs.method });
  }
  throw new AppError('crs.transform-unavailable', {
    from: crs.name,
    to: other.name,
    reason: `${crs.name} is a local system`,
  });
}

type Step = (x: number, y: number, z: number, out: Float64Array) => void;

/** Degrees in one unit of a geographic system; 1 for others. */
function angleScale(crs: HorizontalCrs): number {
  return crs.kind === 'geographic' && crs.unit.kind === 'angular' ? (crs.unit.radians * 180) / Math.PI : 1;
}

type Forward = (point: number[]) => number[];

/** Proj4 throws plain errors for definitions that it cannot use. */
function converterOf(source: string, target: string): proj4.Converter {
  try {
    return proj4(source, target);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('crs.transform-unavailable', { from: source, to: target, reason }, { cause });
  }
}

function plainForward(source: string, target: string): Forward {
  const converter = converterOf(source, target);
  return (point) => converter.forward(point, true);
}

/** Methods whose inverse in proj4 is a short series, wrong by up to millimetres. */
const roughInverses = new Set([9820, 9812, 9815, 9811, 1078]);

function isRefined(crs: HorizontalCrs): crs is ProjectedCrs {
  return crs.kind === 'projected' && roughInverses.has(crs.method);
}

/** Goes by way of the base system, and corrects the inverse by what projecting it forward again misses. */
function refinedForward(crs: ProjectedCrs, sourceText: string, targetText: string): Forward {
  const baseText = definitionText(crs.base, crs);
  const toBase = converterOf(sourceText, baseText);
  const onward = baseText === targetText ? null : plainForward(baseText, targetText);
  return (point) => {
    const [x, y, z] = point as [number, number, number];
    let guess = toBase.forward([x, y, z], true);
    for (let i = 0; i < 2; i++) {
      const missed = toBase.inverse([guess[0]!, guess[1]!, z], true);
      const [dx, dy] = [x - missed[0]!, y - missed[1]!];
      if (!(Math.hypot(dx, dy) > 1e-9)) break;
      const better = toBase.forward([x + dx, y + dy, z], true);
      if (!Number.isFinite(better[0]!) || !Number.isFinite(better[1]!)) break;
      guess = better;
    }
    return onward ? onward([guess[0]!, guess[1]!, z]) : [guess[0]!, guess[1]!, z];
  };
}

function horizontalStep(from: HorizontalCrs, to: HorizontalCrs): Step {
  const isNear = isSameDatum(datumOf(from), datumOf(to));
  const [source, target] = isNear ? [withoutShift(from), withoutShift(to)] : [from, to];
  const [sourceText, targetText] = [definitionText(source, to), definitionText(target, from)];
  const [scaleIn, scaleOut] = [angleScale(from), 1 / angleScale(to)];
  if (sourceText === targetText) {
    const scale = scaleIn * scaleOut;
    return (x, y, z, out) => {
      out[0] = x * scale;
      out[1] = y * scale;
      out[2] = z;
    };
  }
  const forward = isRefined(source)
    ? refinedForward(source, sourceText, targetText)
    : plainForward(sourceText, targetText);
  return (x, y, z, out) => {
    const result = forward([x * scaleIn, y * scaleIn, z]);
    out[0] = result[0]! * scaleOut;
    out[1] = result[1]! * scaleOut;
    out[2] = result[2]!;
  };
}

function heightScale(from: LinearUnit | null, to: LinearUnit | null): number {
  return from && to && !isSameUnit(from, to) ? from.metres / to.metres : 1;
}

function verticalHandling(from: TransformEnd, to: TransformEnd): VerticalHandling {
  if (from.horizontal?.kind === 'geocentric' || to.horizontal?.kind === 'geocentric') return 'geocentric';
  const [a, b] = [from.vertical?.unit, to.vertical?.unit];
  if (!a || !b) return 'unknown';
  return isSameUnit(a, b) ? 'kept' : 'scaled';
}

function datumAccuracy(a: GeodeticDatum | null, b: GeodeticDatum | null): number | null {
  if (isSameDatum(a, b)) return 0;
  const [first, second] = [a?.shift?.accuracy, b?.shift?.accuracy];
  return first === null || first === undefined || second === null || second === undefined
    ? null
    : Math.hypot(first, second);
}

function requireHorizontal(end: TransformEnd, other: TransformEnd): HorizontalCrs {
  if (end.horizontal) return end.horizontal;
  throw new AppError('crs.transform-unavailable', {
    from: end.vertical?.name ?? 'an unknown system',
    to: other.horizontal?.name ?? 'an unknown system',
    reason: 'no horizontal coordinate system is known',
  });
}

function shiftIsMissing(a: GeodeticDatum | null, b: GeodeticDatum | null): boolean {
  return !isSameDatum(a, b) && (!a?.shift || !b?.shift);
}

/**
 * A transform between two systems, on proj4: map projections within 5e-7 m of PROJ, datums by the one Helmert
 * shift of the table (no grids). x is easting or longitude and y northing or latitude on both sides, in the
 * units of each system. Heights keep their datum: they are only scaled where both vertical units are known and
 * differ; `vertical` and `isVerticalDatumIgnored` say so.
 *
 * Throws `crs.transform-unavailable` (unknown or local system) and `crs.method-unsupported`.
 */
export function createTransform(from: TransformEnd, to: TransformEnd): CrsTransform {
  const source = requireHorizontal(from, to);
  const target = requireHorizontal(to, from);
  const step = horizontalStep(source, target);
  const vertical = verticalHandling(from, to);
  const scale = heightScale(from.vertical?.unit ?? null, to.vertical?.unit ?? null);
  const out = new Float64Array(3);
  const isGeocentric = vertical === 'geocentric';

  const run = (x: number, y: number, z: number, index: number): void => {
    if (Number.isFinite(x) && Number.isFinite(y)) step(x, y, isGeocentric ? z : 0, out);
    else out.fill(Number.NaN);
    if (!Number.isFinite(out[0]!) || !Number.isFinite(out[1]!)) {
      throw new AppError('crs.transform-not-finite', { index, x, y, from: source.name, to: target.name });
    }
    if (!isGeocentric) out[2] = z * scale;
  };

  const [a, b] = [datumOf(source), datumOf(target)];
  return {
    point: (point) => {
      run(point[0] ?? Number.NaN, point[1] ?? Number.NaN, point[2] ?? 0, 0);
      return point.length > 2 ? [out[0]!, out[1]!, out[2]!, ...point.slice(3)] : [out[0]!, out[1]!];
    },
    batch: (coordinates, stride) => {
      for (let i = 0; i + stride <= coordinates.length; i += stride) {
        run(coordinates[i]!, coordinates[i + 1]!, stride === 3 ? coordinates[i + 2]! : 0, i / stride);
        coordinates[i] = out[0]!;
        coordinates[i + 1] = out[1]!;
        if (stride === 3) coordinates[i + 2] = out[2]!;
      }
    },
    inverse: () => createTransform(to, from),
    vertical,
    isVerticalDatumIgnored:
      !isGeocentric && (from.vertical?.datum ?? null) !== (to.vertical?.datum ?? Number.NaN),
    isDatumShiftMissing: shiftIsMissing(a, b),
    datumAccuracy: datumAccuracy(a, b),
  };
}
