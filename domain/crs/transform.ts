import { AppError } from '../errors/app-error.ts';
import { DEGREE, isSameUnit, type LinearUnit } from '../units/units.ts';
import { type Chain, createChain, runChain } from './plane/chain.ts';
import { definitionText, projStep, type Step } from './proj/proj-step.ts';
import { shiftAt } from './shift-at.ts';
import type { CrsDefinition, GeodeticCrs, GeodeticDatum, HorizontalCrs, PrimeMeridian } from './types.ts';

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

/** Point by point with proj4, or in blocks with our own projections. */
type Horizontal = { readonly step: Step } | { readonly chain: Chain };

function horizontalOf(from: HorizontalCrs, to: HorizontalCrs): Horizontal {
  const isNear = isSameDatum(datumOf(from), datumOf(to));
  const source = isNear ? withoutShift(from) : from;
  const target = isNear ? withoutShift(to) : to;
  const sourceText = definitionText(source, to);
  const targetText = definitionText(target, from);
  const chain = sourceText === targetText ? null : createChain(source, target, isNear);
  return chain ? { chain } : { step: projStep(source, target, sourceText, targetText) };
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
    from: end.vertical?.name ?? 'an-unknown-system',
    to: other.horizontal?.name ?? 'an-unknown-system',
    reason: 'no-horizontal-coordinate-system-is-known',
  });
}

function shiftIsMissing(a: GeodeticDatum | null, b: GeodeticDatum | null): boolean {
  return !isSameDatum(a, b) && (!a?.shift || !b?.shift);
}

function withShiftAt(crs: HorizontalCrs, [longitude, latitude]: readonly [number, number]): HorizontalCrs {
  if (crs.kind === 'engineering') return crs;
  const shifted = (datum: GeodeticDatum): GeodeticDatum => ({
    ...datum,
    shift: shiftAt(datum, longitude, latitude),
  });
  if (crs.kind === 'projected') return { ...crs, base: { ...crs.base, datum: shifted(crs.base.datum) } };
  return { ...crs, datum: shifted(crs.datum) };
}

const greenwich: PrimeMeridian = { name: 'Greenwich', epsg: 8901, longitude: 0 };

/** Longitude and latitude of a place in degrees from Greenwich, on the system's own datum; null where it has none. */
function geographicPlace(crs: HorizontalCrs, place: readonly number[]): readonly [number, number] | null {
  const datum = datumOf(crs);
  if (!datum) return null;
  const degrees: GeodeticCrs = {
    kind: 'geographic',
    name: datum.name,
    epsg: null,
    datum: { ...datum, meridian: greenwich },
    unit: DEGREE,
    is3d: false,
  };
  try {
    const [longitude, latitude] = createTransform(
      { horizontal: crs, vertical: null },
      { horizontal: degrees, vertical: null },
    ).point(place);
    return [longitude!, latitude!];
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The two systems with the shifts of a place, where their datums differ. Throws `crs.shift-unknown` where one has none there. */
function withShiftsAt(
  from: HorizontalCrs,
  to: HorizontalCrs,
  place: readonly number[],
): readonly [HorizontalCrs, HorizontalCrs] {
  const [a, b] = [datumOf(from), datumOf(to)];
  if (!a || !b || isSameDatum(a, b)) return [from, to];
  const lonLat = geographicPlace(from, place);
  if (!lonLat) return [from, to];
  const shifted = [withShiftAt(from, lonLat), withShiftAt(to, lonLat)] as const;
  for (const crs of shifted) {
    const datum = datumOf(crs);
    if (datum?.shift) continue;
    const [longitude, latitude] = lonLat.map((value) => value.toFixed(3));
    throw new AppError('crs.shift-unknown', {
      datum: datum!.name,
      longitude: longitude!,
      latitude: latitude!,
    });
  }
  return shifted;
}

/**
 * Two systems whose datums, where they differ, have the shifts of a place (coordinates in `from`): transforms between
 * them are those of `createTransform` with the place. Throws `crs.shift-unknown` where a datum has none there.
 */
export function endsAt(
  from: TransformEnd,
  to: TransformEnd,
  place: readonly number[],
): readonly [TransformEnd, TransformEnd] {
  const [source, target] = withShiftsAt(requireHorizontal(from, to), requireHorizontal(to, from), place);
  return [
    { ...from, horizontal: source },
    { ...to, horizontal: target },
  ];
}

/** Transforms coordinates in place; the index of the first point without a place, those before it being done, or -1. */
type Run = (coordinates: Float64Array, stride: 2 | 3) => number;

function stepRun(step: Step, scale: number, isGeocentric: boolean): Run {
  const out = new Float64Array(3);
  return (coordinates, stride) => {
    for (let i = 0; i + stride <= coordinates.length; i += stride) {
      const x = coordinates[i]!;
      const y = coordinates[i + 1]!;
      const z = stride === 3 ? coordinates[i + 2]! : 0;
      if (!Number.isFinite(x) || !Number.isFinite(y)) return i / stride;
      step(x, y, isGeocentric ? z : 0, out);
      if (!Number.isFinite(out[0]!) || !Number.isFinite(out[1]!)) return i / stride;
      coordinates[i] = out[0]!;
      coordinates[i + 1] = out[1]!;
      if (stride === 3) coordinates[i + 2] = isGeocentric ? out[2]! : z * scale;
    }
    return -1;
  };
}

/**
 * A transform between two systems: transverse Mercator and Lambert conic by our own series (`plane/`), others on
 * proj4, both within 5e-7 m of PROJ; datums by one Helmert shift each (no grids). x is easting or longitude and y
 * northing or latitude on both sides, in the units of each system. Heights keep their datum: they are only scaled where
 * both vertical units are known and differ; `vertical` and `isVerticalDatumIgnored` say so.
 * @param place a point of the data in `from`: each datum takes the shift of its region, for all points alike, so that
 * nothing tears, and `crs.shift-unknown` is thrown where there is none; without a place the shift is the one that fits
 * the system as a whole, or none (`isDatumShiftMissing`)
 *
 * Throws `crs.transform-unavailable` (unknown or local system) and `crs.method-unsupported`.
 */
export function createTransform(
  from: TransformEnd,
  to: TransformEnd,
  place?: readonly number[],
): CrsTransform {
  if (place) return createTransform(...endsAt(from, to, place));
  const source = requireHorizontal(from, to);
  const target = requireHorizontal(to, from);
  const horizontal = horizontalOf(source, target);
  const vertical = verticalHandling(from, to);
  const scale = heightScale(from.vertical?.unit ?? null, to.vertical?.unit ?? null);
  const run: Run =
    'chain' in horizontal
      ? (coordinates, stride) => runChain(horizontal.chain, coordinates, stride, scale)
      : stepRun(horizontal.step, scale, vertical === 'geocentric');

  const batch = (coordinates: Float64Array, stride: 2 | 3): void => {
    const index = run(coordinates, stride);
    if (index < 0) return;
    const x = coordinates[index * stride]!;
    const y = coordinates[index * stride + 1]!;
    throw new AppError('crs.transform-not-finite', { index, x, y, from: source.name, to: target.name });
  };
  const [a, b] = [datumOf(source), datumOf(target)];
  return {
    point: (point) => {
      const stride = point.length > 2 ? 3 : 2;
      const place = Float64Array.of(point[0] ?? Number.NaN, point[1] ?? Number.NaN, point[2] ?? 0);
      batch(place.subarray(0, stride), stride);
      return stride === 3 ? [...place, ...point.slice(3)] : [place[0]!, place[1]!];
    },
    batch,
    inverse: () => createTransform(to, from),
    vertical,
    isVerticalDatumIgnored:
      vertical !== 'geocentric' && (from.vertical?.datum ?? null) !== (to.vertical?.datum ?? Number.NaN),
    isDatumShiftMissing: shiftIsMissing(a, b),
    datumAccuracy: datumAccuracy(a, b),
  };
}
