import { angularUnitByCode, DEGREE, linearUnitByCode, METRE } from '../units/units.ts';
import type { GeographicBox } from './area-of-use.ts';
import { projectionParameterByCode } from './proj/methods.ts';
import type {
  AxisOrder,
  DatumShift,
  Ellipsoid,
  GeodeticCrs,
  GeodeticDatum,
  PrimeMeridian,
  ProjectedCrs,
  ProjectionParameter,
  ProjectionParameters,
  RegionalShift,
  VerticalCrs,
} from './types.ts';

/** Where a system is meant to be used. */
export interface AreaOfUse extends GeographicBox {
  readonly name: string;
}

interface EntryFacts {
  readonly epsg: number;
  readonly name: string;
  readonly deprecated: boolean;
  readonly area: AreaOfUse | null;
}

/** One system of the EPSG dataset. */
export type CrsEntry = EntryFacts &
  (
    | { readonly kind: 'projected'; readonly crs: ProjectedCrs }
    | { readonly kind: 'geographic' | 'geocentric'; readonly crs: GeodeticCrs }
    | { readonly kind: 'vertical'; readonly crs: VerticalCrs }
    | {
        readonly kind: 'compound';
        readonly horizontal: ProjectedCrs | GeodeticCrs;
        readonly vertical: VerticalCrs;
      }
  );

/** A map projection with its parameters in degrees, metres and unity. */
export interface TableConversion {
  readonly name: string;
  readonly method: number;
  readonly parameters: ProjectionParameters;
}

/** The rows of the table's files, as `scripts/generate-crs-table.mjs` writes them. */
export interface CrsTableRows {
  readonly areas: readonly string[];
  readonly shifts: readonly string[];
  readonly ellipsoids: readonly string[];
  readonly meridians: readonly string[];
  readonly datums: readonly string[];
  readonly geodetic: readonly string[];
  readonly conversions: readonly string[];
  readonly projected: readonly string[];
  readonly vertical: readonly string[];
  readonly compound: readonly string[];
}

const codeOf = (row: string): number => Number(row.slice(0, row.indexOf('|')));
const indexRows = (rows: readonly string[]): ReadonlyMap<number, string> =>
  new Map(rows.map((row) => [codeOf(row), row]));
const optional = (field: string | undefined): number | null =>
  field === undefined || field === '' ? null : Number(field);

/** A table value to degrees, unity or metres: `6561666.667@9003` is that many US survey feet. */
function readQuantity(text: string): number {
  const at = text.indexOf('@');
  if (at < 0) return Number(text);
  return Number(text.slice(0, at)) * (linearUnitByCode(Number(text.slice(at + 1))) ?? METRE).metres;
}

/** The EPSG dataset in memory: rows stay text, systems are created on demand. */
export class CrsTable {
  readonly #rows: CrsTableRows;
  readonly #ellipsoids: ReadonlyMap<number, string>;
  readonly #meridians: ReadonlyMap<number, string>;
  readonly #datums: ReadonlyMap<number, string>;
  readonly #conversions: ReadonlyMap<number, string>;
  readonly #geodetic: ReadonlyMap<number, string>;
  readonly #projected: ReadonlyMap<number, string>;
  readonly #vertical: ReadonlyMap<number, string>;
  readonly #compound: ReadonlyMap<number, string>;
  readonly #regionalShifts = new Map<string, readonly RegionalShift[]>();

  constructor(rows: CrsTableRows) {
    this.#rows = rows;
    this.#ellipsoids = indexRows(rows.ellipsoids);
    this.#meridians = indexRows(rows.meridians);
    this.#datums = indexRows(rows.datums);
    this.#conversions = indexRows(rows.conversions);
    this.#geodetic = indexRows(rows.geodetic);
    this.#projected = indexRows(rows.projected);
    this.#vertical = indexRows(rows.vertical);
    this.#compound = indexRows(rows.compound);
  }

  /** The rows, for indexes built over them. */
  get rows(): CrsTableRows {
    return this.#rows;
  }

  /** The system of an EPSG code, or null. */
  find(epsg: number): CrsEntry | null {
    const projected = this.#projected.get(epsg);
    if (projected) return this.#projectedEntry(projected);
    const geodetic = this.#geodetic.get(epsg);
    if (geodetic) return this.#geodeticEntry(geodetic);
    const vertical = this.#vertical.get(epsg);
    if (vertical) return this.#verticalEntry(vertical);
    const compound = this.#compound.get(epsg);
    return compound ? this.#compoundEntry(compound) : null;
  }

  /** Every system: projected, geodetic, vertical, compound, each kind by its codes. */
  all(): CrsEntry[] {
    const { projected, geodetic, vertical, compound } = this.#rows;
    return [projected, geodetic, vertical, compound].flatMap((rows) =>
      rows.map((row) => this.find(codeOf(row))).filter((entry) => entry !== null),
    );
  }

  /** The datum of an EPSG code, with no shift; null when unknown. */
  datum(epsg: number): GeodeticDatum | null {
    const [code, name, , ellipsoid, meridian, , shifts] = this.#datums.get(epsg)?.split('|') ?? [];
    if (!code || !name) return null;
    return {
      name,
      epsg: Number(code),
      ellipsoid: this.ellipsoid(Number(ellipsoid))!,
      meridian: this.meridian(Number(meridian))!,
      shift: null,
      ...(shifts ? { regionalShifts: this.#regional(shifts) } : {}),
    };
  }

  /** The ellipsoid of an EPSG code; null when unknown. */
  ellipsoid(epsg: number): Ellipsoid | null {
    const [code, name, a, inverse, b] = this.#ellipsoids.get(epsg)?.split('|') ?? [];
    if (!code || !name) return null;
    const major = Number(a);
    const fromMinor = Number(b) === major ? 0 : major / (major - Number(b));
    return { name, epsg: Number(code), a: major, inverseFlattening: inverse ? Number(inverse) : fromMinor };
  }

  /** The prime meridian of an EPSG code; null when unknown. */
  meridian(epsg: number): PrimeMeridian | null {
    const [code, name, longitude] = this.#meridians.get(epsg)?.split('|') ?? [];
    return code && name ? { name, epsg: Number(code), longitude: Number(longitude) } : null;
  }

  /** A conversion (such as `UTM zone 17N`, 16017) by its EPSG code; null when no system uses it. */
  conversion(epsg: number): TableConversion | null {
    const [code, name, method, values] = this.#conversions.get(epsg)?.split('|') ?? [];
    if (!code || !name) return null;
    const parameters: Partial<Record<ProjectionParameter, number>> = {};
    for (const pair of values!.split(',')) {
      const [parameter, value] = pair.split('=');
      const meaning = projectionParameterByCode(Number(parameter));
      if (meaning) parameters[meaning] = readQuantity(value!);
    }
    return { name, method: Number(method), parameters };
  }

  /** The name of a vertical datum that a system of the table uses; null when none does. */
  verticalDatum(epsg: number): string | null {
    const row = this.#rows.vertical.find((text) => text.split('|')[3] === String(epsg));
    return row?.split('|')[4] ?? null;
  }

  #area(field: string | undefined): AreaOfUse | null {
    const index = optional(field);
    const [name, south, west, north, east] =
      (index === null ? undefined : this.#rows.areas[index])?.split('|') ?? [];
    if (!name || !south) return null;
    return { name, south: Number(south), west: Number(west), north: Number(north), east: Number(east) };
  }

  /** `-` is none, where an empty field would mean the base's. */
  #shift(field: string | undefined): DatumShift | null {
    const index = field === '-' ? null : optional(field);
    const [params, operation, accuracy, , , , , , pivot] =
      (index === null ? undefined : this.#rows.shifts[index])?.split('|') ?? [];
    if (!params) return null;
    return {
      params: params.split(',').map(Number),
      operation: Number(operation) > 0 ? Number(operation) : null,
      accuracy: Number(accuracy) === 999 ? null : Number(accuracy),
      ...(pivot ? { pivot: pivot.split(',').map(Number) } : {}),
    };
  }

  #regional(indexes: string): readonly RegionalShift[] {
    const known = this.#regionalShifts.get(indexes);
    if (known) return known;
    const shifts = indexes.split(';').map((index): RegionalShift => {
      const [, , , south, west, north, east, offshore] = this.#rows.shifts[Number(index)]!.split('|');
      return {
        shift: this.#shift(index)!,
        area: { south: Number(south), west: Number(west), north: Number(north), east: Number(east) },
        isOffshore: offshore === 'o',
      };
    });
    this.#regionalShifts.set(indexes, shifts);
    return shifts;
  }

  #geodeticCrs(row: string): GeodeticCrs {
    const [code, name, , kind, datum, angular, , shift] = row.split('|');
    const isGeocentric = kind === 'c';
    return {
      kind: isGeocentric ? 'geocentric' : 'geographic',
      name: name!,
      epsg: Number(code),
      datum: { ...this.datum(Number(datum))!, shift: this.#shift(shift) },
      unit: isGeocentric ? METRE : angular ? (angularUnitByCode(Number(angular)) ?? DEGREE) : DEGREE,
      is3d: kind !== '2',
    };
  }

  #geodeticEntry(row: string): CrsEntry {
    const [code, name, deprecated, , , , area] = row.split('|');
    const crs = this.#geodeticCrs(row);
    const facts = { epsg: Number(code), name: name!, deprecated: deprecated === 'd', area: this.#area(area) };
    return { ...facts, kind: crs.kind, crs };
  }

  #base(epsg: number, shift: string | undefined): GeodeticCrs {
    const crs = this.#geodeticCrs(this.#geodetic.get(epsg)!);
    return shift ? { ...crs, datum: { ...crs.datum, shift: this.#shift(shift) } } : crs;
  }

  #projectedEntry(row: string): CrsEntry {
    const [code, name, deprecated, base, conversion, unit, axes, area, shift] = row.split('|');
    const used = this.conversion(Number(conversion))!;
    const crs: ProjectedCrs = {
      kind: 'projected',
      name: name!,
      epsg: Number(code),
      base: this.#base(Number(base), shift),
      method: used.method,
      conversionName: used.name,
      parameters: used.parameters,
      unit: linearUnitByCode(Number(unit)) ?? METRE,
      axes: axes as AxisOrder,
    };
    const facts = { epsg: Number(code), name: name!, deprecated: deprecated === 'd', area: this.#area(area) };
    return { ...facts, kind: 'projected', crs };
  }

  #verticalEntry(row: string): CrsEntry & { kind: 'vertical' } {
    const [code, name, deprecated, , datumName, unit, direction, area] = row.split('|');
    const crs: VerticalCrs = {
      name: name!,
      epsg: Number(code),
      datum: datumName!,
      unit: linearUnitByCode(Number(unit)),
      direction: direction === 'd' ? 'down' : 'up',
    };
    const facts = { epsg: Number(code), name: name!, deprecated: deprecated === 'd', area: this.#area(area) };
    return { ...facts, kind: 'vertical', crs };
  }

  #compoundEntry(row: string): CrsEntry | null {
    const [code, name, deprecated, horizontalCode, verticalCode, area] = row.split('|');
    const horizontal = this.find(Number(horizontalCode));
    const vertical = this.#verticalEntry(this.#vertical.get(Number(verticalCode))!);
    if (horizontal === null || horizontal.kind === 'vertical' || horizontal.kind === 'compound') return null;
    return {
      kind: 'compound',
      epsg: Number(code),
      name: name!,
      deprecated: deprecated === 'd',
      area: this.#area(area),
      horizontal: horizontal.crs,
      vertical: vertical.crs,
    };
  }
}

const load = async (): Promise<CrsTable> => {
  const [areas, shifts, ellipsoids, meridians, datums, geodetic, conversions, projected, vertical, compound] =
    await Promise.all([
      import('./table/areas.json', { with: { type: 'json' } }),
      import('./table/shifts.json', { with: { type: 'json' } }),
      import('./table/ellipsoids.json', { with: { type: 'json' } }),
      import('./table/meridians.json', { with: { type: 'json' } }),
      import('./table/datums.json', { with: { type: 'json' } }),
      import('./table/geodetic.json', { with: { type: 'json' } }),
      import('./table/conversions.json', { with: { type: 'json' } }),
      import('./table/projected.json', { with: { type: 'json' } }),
      import('./table/vertical.json', { with: { type: 'json' } }),
      import('./table/compound.json', { with: { type: 'json' } }),
    ]);
  return new CrsTable({
    areas: areas.default.rows,
    shifts: shifts.default.rows,
    ellipsoids: ellipsoids.default.rows,
    meridians: meridians.default.rows,
    datums: datums.default.rows,
    geodetic: geodetic.default.rows,
    conversions: conversions.default.rows,
    projected: projected.default.rows,
    vertical: vertical.default.rows,
    compound: compound.default.rows,
  });
};

let loaded: Promise<CrsTable> | null = null;

/** Loads the EPSG dataset once (1 MB of text, its own chunks in a browser build). */
export function loadCrsTable(): Promise<CrsTable> {
  loaded ??= load();
  return loaded;
}
