import { compactName, parameterDefault, parameterQuantity, projectionMethod } from './proj/methods.ts';
import type { CrsTable } from './table.ts';
import type { ProjectedCrs, ProjectionParameter, ProjectionParameters } from './types.ts';

const deprecation = '(deprecated)';
const withoutDeprecation = (name: string): string =>
  name.endsWith(deprecation) ? name.slice(0, -deprecation.length).trimEnd() : name;

/** Names of datums and systems compared without ESRI's prefixes, case, spaces and punctuation. */
export const nameKey = (name: string): string =>
  compactName(withoutDeprecation(name.replace(/^(?:D_|GCS_)/i, '')));

/** Tolerances for rounding, below the difference of two definitions: degrees, metres, unity. */
const TOLERANCE = { angle: 2e-8, length: 4e-4, scale: 1e-9 } as const;

function turn(degrees: number): number {
  const rest = degrees % 360;
  return rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest;
}

/** Parameters with the two standard parallels of a cone in one order: either order is the same cone. */
function ordered(parameters: ProjectionParameters): ProjectionParameters {
  const { sp1, sp2 } = parameters;
  return sp1 === undefined || sp2 === undefined || sp1 <= sp2
    ? parameters
    : { ...parameters, sp1: sp2, sp2: sp1 };
}

/** True where two systems project alike: same method, parameters equal within rounding (2e-8 degree, 0.4 mm, 1e-9). */
export function projectsAlike(a: ProjectedCrs, b: ProjectedCrs): boolean {
  if (a.method !== b.method) return false;
  const names = Object.keys(projectionMethod(a.method)?.parameters ?? {}) as ProjectionParameter[];
  const [first, second] = [ordered(a.parameters), ordered(b.parameters)];
  return names.every((name) => {
    const fallback = parameterDefault(name);
    const difference = (first[name] ?? fallback) - (second[name] ?? fallback);
    const quantity = parameterQuantity(name);
    return Math.abs(quantity === 'angle' ? turn(difference) : difference) <= TOLERANCE[quantity];
  });
}

interface Index {
  readonly datumByName: ReadonlyMap<string, readonly number[]>;
  readonly geodeticByName: ReadonlyMap<string, readonly number[]>;
  readonly geodeticByDatum: ReadonlyMap<number, readonly number[]>;
  readonly projectedByName: ReadonlyMap<string, readonly number[]>;
  /** Keyed by `base code:method`. */
  readonly projectedByMethod: ReadonlyMap<string, readonly number[]>;
  readonly verticalByDatum: ReadonlyMap<string, readonly number[]>;
  readonly verticalByName: ReadonlyMap<string, readonly number[]>;
}

function put<Key>(map: Map<Key, number[]>, key: Key, code: number): void {
  const codes = map.get(key);
  if (!codes) map.set(key, [code]);
  else if (!codes.includes(code)) codes.push(code);
}

function build(table: CrsTable): Index {
  const { rows } = table;
  const maps = {
    datumByName: new Map<string, number[]>(),
    geodeticByName: new Map<string, number[]>(),
    geodeticByDatum: new Map<number, number[]>(),
    projectedByName: new Map<string, number[]>(),
    projectedByMethod: new Map<string, number[]>(),
    verticalByDatum: new Map<string, number[]>(),
    verticalByName: new Map<string, number[]>(),
  };
  for (const row of rows.datums) {
    const [code, name, , , , aliases] = row.split('|');
    for (const text of [name!, ...(aliases ?? '').split(';')]) {
      if (text) put(maps.datumByName, nameKey(text), Number(code));
    }
  }
  for (const row of rows.geodetic) {
    const [code, name, , , datum, , , , aliases] = row.split('|');
    put(maps.geodeticByDatum, Number(datum), Number(code));
    for (const text of [name!, ...(aliases ?? '').split(';')]) {
      if (text) put(maps.geodeticByName, nameKey(text), Number(code));
    }
  }
  const methods = new Map(rows.conversions.map((row) => row.split('|')).map((row) => [row[0]!, row[2]!]));
  for (const row of rows.projected) {
    const [code, name, , base, conversion, , , , , aliases] = row.split('|');
    put(maps.projectedByMethod, `${base}:${methods.get(conversion!)}`, Number(code));
    for (const text of [name!, ...(aliases ?? '').split(';')]) {
      if (text) put(maps.projectedByName, compactName(text), Number(code));
    }
  }
  for (const row of rows.vertical) {
    const [code, name, , datum, datumName] = row.split('|');
    put(maps.verticalByDatum, compactName(datumName!), Number(code));
    put(maps.verticalByDatum, datum!, Number(code));
    put(maps.verticalByName, compactName(name!), Number(code));
  }
  return maps;
}

const indexes = new WeakMap<CrsTable, Index>();

/** Names and parameters of the table turned into look-ups; built once a table, some 20 ms. */
export function crsIndex(table: CrsTable): Index {
  const known = indexes.get(table);
  if (known) return known;
  const index = build(table);
  indexes.set(table, index);
  return index;
}
