import type { ErrorRecord } from '../errors/app-error.ts';
import type { LinearUnit, Unit } from '../units/units.ts';
import type { GeographicBox } from './area-of-use.ts';

/** `a` is the semi-major axis in metres; `inverseFlattening` is 0 for a sphere. */
export interface Ellipsoid {
  readonly name: string;
  readonly epsg: number | null;
  readonly a: number;
  readonly inverseFlattening: number;
}

/** Longitude in degrees east of Greenwich. */
export interface PrimeMeridian {
  readonly name: string;
  readonly epsg: number | null;
  readonly longitude: number;
}

/**
 * Helmert shift to WGS 84, position-vector convention: `[tx, ty, tz]` metres, `[rx, ry, rz]` arc seconds,
 * scale in parts per million. `accuracy` in metres, null where not stated.
 */
export interface DatumShift {
  readonly params: readonly number[];
  readonly operation: number | null;
  readonly accuracy: number | null;
  /** Geocentric point, metres, about which a Molodensky-Badekas transformation turns; its way back needs it. */
  readonly pivot?: readonly number[];
}

/** A shift and the area that it was made for. */
export interface RegionalShift {
  readonly shift: DatumShift;
  readonly area: GeographicBox;
  /** Made for the sea: on land only where nothing else is known. */
  readonly isOffshore: boolean;
}

export interface GeodeticDatum {
  readonly name: string;
  readonly epsg: number | null;
  readonly ellipsoid: Ellipsoid;
  readonly meridian: PrimeMeridian;
  /** Null where no shift without a grid is known. */
  readonly shift: DatumShift | null;
  /** Shifts of parts of the datum's area, from which `shiftAt` chooses for a place. */
  readonly regionalShifts?: readonly RegionalShift[];
}

export interface GeodeticCrs {
  readonly kind: 'geographic' | 'geocentric';
  readonly name: string;
  readonly epsg: number | null;
  readonly datum: GeodeticDatum;
  readonly unit: Unit;
  /** True where the third coordinate is a height over the ellipsoid of this system. */
  readonly is3d: boolean;
}

/** Parameters by what they mean, so that every dialect lands on the same ones. Angles in degrees, lengths in metres. */
export type ProjectionParameter =
  | 'lat0'
  | 'lon0'
  | 'sp1'
  | 'sp2'
  | 'k'
  | 'fe'
  | 'fn'
  | 'azimuth'
  | 'gamma'
  | 'colatitude'
  | 'pseudoParallel'
  | 'ellipsoidScale'
  | 'height'
  | 'zoneWidth';

export type ProjectionParameters = Readonly<Partial<Record<ProjectionParameter, number>>>;

/**
 * Directions of the two axes as the authority declares them; `polar` means axes along meridians, `unstated` text
 * without axes.
 */
export type AxisOrder = 'en' | 'ne' | 'wn' | 'nw' | 'sw' | 'ws' | 'polar' | 'unstated';

export interface ProjectedCrs {
  readonly kind: 'projected';
  readonly name: string;
  readonly epsg: number | null;
  readonly base: GeodeticCrs;
  /** EPSG code of the projection method. */
  readonly method: number;
  readonly conversionName: string;
  readonly parameters: ProjectionParameters;
  readonly unit: LinearUnit;
  /** True where the declaration names no unit of length, so that metre was assumed. */
  readonly isUnitAssumed?: boolean;
  readonly axes: AxisOrder;
  /** A PROJ string whose projection is not an EPSG method (then `method` is 0): used unchanged. */
  readonly proj4?: string;
  /** The projection part of a PROJ string, for WKT map projections without an EPSG method (`method` 0). */
  readonly proj4Head?: string;
}

/** A local grid with no known tie to the earth. */
export interface EngineeringCrs {
  readonly kind: 'engineering';
  readonly name: string;
  readonly epsg: null;
  readonly unit: LinearUnit | null;
}

export type HorizontalCrs = GeodeticCrs | ProjectedCrs | EngineeringCrs;

export interface VerticalCrs {
  readonly name: string;
  readonly epsg: number | null;
  /** Name of the vertical datum, `ellipsoid` for heights over the ellipsoid, null where not stated. */
  readonly datum: string | null;
  readonly unit: LinearUnit | null;
  readonly direction: 'up' | 'down';
}

/** What one declaration says, in one shape for every dialect. */
export interface CrsDefinition {
  readonly name: string | null;
  readonly horizontal: HorizontalCrs | null;
  readonly vertical: VerticalCrs | null;
  /** EPSG code of the compound system, where it has one. */
  readonly compoundEpsg: number | null;
}

/** The three records of GeoTIFF keys as found in LAS (34735 to 34737) and in GeoTIFF (the same numbers as tags). */
export interface GeoKeyRecords {
  /** 34735: four header words and four words a key. */
  readonly directory: readonly number[] | Uint16Array;
  /** 34736. */
  readonly doubles?: readonly number[] | Float64Array;
  /** 34737, NUL or `|` terminated parts. */
  readonly ascii?: string;
}

/** Where a declaration was found. */
export type CrsSource =
  | 'wkt-2112'
  | 'wkt-liblas'
  | 'wkt-4224'
  | 'geokeys'
  | 'prj'
  | 'gcp-header'
  | 'tiff-metadata'
  | 'user';

/**
 * One statement about the coordinate system. Text payloads may be WKT of any flavour, a PROJ string, an EPSG
 * code (`EPSG:32615`, `EPSG:32615+5703`, `32615`) or a known name; `geokeys` takes the records.
 */
export type CrsDeclaration =
  | { readonly source: 'geokeys'; readonly payload: GeoKeyRecords }
  | { readonly source: Exclude<CrsSource, 'geokeys'>; readonly payload: string };

export interface ReadCrsOptions {
  /** LAS global encoding bit 4: the file says its WKT is the one to use. */
  readonly wktBit?: boolean;
  /**
   * A point of the file `[x, y]` or `[x, y, z]` in its own coordinates: the offsets of conflicts are computed there.
   */
  readonly place?: readonly number[];
}

export type CrsKind = 'projected' | 'geographic' | 'geocentric' | 'engineering' | 'vertical' | 'unknown';

/** One declaration and what it said; `error` where it could not be used. */
export interface DeclarationReport {
  readonly source: CrsSource;
  /** WKT, PROJ or EPSG text as found; GeoKeys as `key=value` pairs. */
  readonly text: string;
  readonly kind: CrsKind;
  readonly name: string | null;
  readonly epsg: number | null;
  readonly verticalEpsg: number | null;
  readonly horizontalUnit: Unit | null;
  readonly verticalUnit: LinearUnit | null;
  readonly verticalDatum: string | null;
  readonly error: ErrorRecord | null;
}

export type CrsConflictCode =
  | 'crs.datum-assumed'
  | 'crs.unit-assumed'
  | 'crs.unit-known'
  | 'crs.unit-fits'
  | 'crs.false-origin-unit'
  | 'crs.conflict-epsg'
  | 'crs.conflict-kind'
  | 'crs.conflict-datum'
  | 'crs.conflict-horizontal-unit'
  | 'crs.conflict-vertical-unit'
  | 'crs.conflict-vertical-datum';

/**
 * Two declarations that cannot both be right: `params` name both sources (`a`, `b`) and their values (`aSays`,
 * `bSays`); unit conflicts add `offsetMetres`: how far `place` would move if the other unit were true, or `unknown`
 * where no place was given. Or an incomplete declaration with an assumption: the datum, the unit (with evidence for
 * feet, `crs.unit-known` and `crs.unit-fits`), or the unit of the false origin of GeoTIFF keys
 * (`crs.false-origin-unit`, whose `offsetMetres` is the offset of the other reading).
 */
export interface CrsConflict {
  readonly code: CrsConflictCode;
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

/** What is known of a file's coordinate system, and why. Unknown facts are null, never guessed. */
export interface CrsReport {
  readonly kind: CrsKind;
  readonly name: string | null;
  /** EPSG code of the horizontal system, where certain. */
  readonly epsg: number | null;
  readonly verticalEpsg: number | null;
  /** EPSG code of the compound system, where it has one of its own. */
  readonly compoundEpsg: number | null;
  /** The declared WKT where the winner is WKT, else OGC WKT 1 written from the definition. */
  readonly wkt: string | null;
  /** PROJ string of the horizontal system; null where it cannot be written as one. */
  readonly proj4: string | null;
  readonly horizontalUnit: Unit | null;
  readonly verticalUnit: LinearUnit | null;
  readonly verticalDatum: string | null;
  /** Source of the horizontal system. */
  readonly source: CrsSource | null;
  /** Source of the vertical system, where another declaration gave it. */
  readonly verticalSource: CrsSource | null;
  readonly definition: CrsDefinition | null;
  readonly declarations: readonly DeclarationReport[];
  readonly conflicts: readonly CrsConflict[];
}
