import { AppError } from '../../errors/app-error.ts';
import { DEGREE, type LinearUnit, linearUnitByName, METRE, US_SURVEY_FOOT } from '../../units/units.ts';
import type { CrsTable } from '../table.ts';
import type { CrsDefinition, GeodeticCrs, ProjectedCrs, ProjectionParameters } from '../types.ts';

/** EPSG codes of the base systems these files name by datum. */
const bases: Readonly<Record<string, number>> = {
  NAD83: 4269,
  NAR: 4269,
  NAD27: 4267,
  NAS: 4267,
  WGS84: 4326,
  WGE: 4326,
  WGS72: 4322,
};

/** True for the keyword form of `.prj` that ARC/INFO wrote before well-known text. */
export function isKeywordPrj(text: string): boolean {
  return /^\s*projection\s+\w+/i.test(text) && parametersAt(linesOf(text)) >= 0;
}

const linesOf = (text: string): string[] => text.split(/\r?\n|\r/).map((line) => line.trim());

/** Index of the line that the parameters follow; -1 without one. */
const parametersAt = (lines: readonly string[]): number =>
  lines.findIndex((line) => /^parameters\b/i.test(line));

/** The error of a line that is not understood, which it quotes. */
function fault(text: string): AppError {
  return new AppError('crs.text-unrecognised', { text });
}

/** A line of the parameter list: `61 40 0.000` is degrees, minutes, seconds; one number is a plain value. */
function parameterValue(line: string): number | null {
  const numbers = line
    .replace(/\/\*[\s\S]*$/, '')
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
  if (numbers.length === 0 || numbers.some((value) => !Number.isFinite(value))) return null;
  if (numbers.length === 1) return numbers[0]!;
  const [degrees, minutes = 0, seconds = 0] = numbers as [number, number?, number?];
  const isNegative = degrees < 0 || Object.is(degrees, -0);
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600;
  return isNegative ? -size : size;
}

function unitOf(text: string): LinearUnit {
  const unit = /^feet$/i.test(text) ? US_SURVEY_FOOT : linearUnitByName(text);
  if (!unit) throw fault(`Units ${text}`);
  return unit;
}

interface Facts {
  readonly keyword: (name: string) => string | undefined;
  readonly values: readonly number[];
  readonly unit: LinearUnit;
}

function projection({ keyword, values, unit }: Facts): { method: number; parameters: ProjectionParameters } {
  const name = (keyword('projection') ?? '').toUpperCase();
  const at = (index: number): number => values[index] ?? 0;
  const length = (index: number): number => at(index) * unit.metres;
  if (name === 'UTM') {
    const zone = Number(keyword('zone'));
    if (!(zone >= 1 && zone <= 60)) throw fault(`UTM zone ${keyword('zone')}`);
    const isSouth = at(1) < 0 || Number(keyword('yshift') ?? 0) < -1;
    const parameters = { lat0: 0, lon0: zone * 6 - 183, k: 0.9996, fe: 500_000, fn: isSouth ? 1e7 : 0 };
    return { method: 9807, parameters };
  }
  if (name === 'ALBERS' || name === 'LAMBERT') {
    const parameters = { sp1: at(0), sp2: at(1), lon0: at(2), lat0: at(3), fe: length(4), fn: length(5) };
    return { method: name === 'ALBERS' ? 9822 : 9802, parameters };
  }
  if (name === 'TRANSVERSE') {
    return { method: 9807, parameters: { k: at(0), lon0: at(1), lat0: at(2), fe: length(3), fn: length(4) } };
  }
  throw fault(`Projection ${name}`);
}

/**
 * Reads ARC/INFO's keyword `.prj`: geographic, UTM, Albers, Lambert and transverse Mercator. Throws
 * `crs.text-unrecognised` for other projections and for datums and units it does not know.
 */
export function readKeywordPrj(table: CrsTable, text: string): CrsDefinition {
  const lines = linesOf(text);
  const at = parametersAt(lines);
  const head = lines.slice(0, at).map((line) => line.split(/\s+/));
  const keyword = (name: string): string | undefined =>
    head.find(([word = '', value]) => word.toLowerCase() === name && value !== undefined)?.[1];
  const datum = (keyword('datum') ?? '').toUpperCase();
  const entry = table.find(bases[datum] ?? 0);
  if (entry?.kind !== 'geographic') throw fault(`Datum ${datum || '?'}`);
  const base: GeodeticCrs = entry.crs;
  const name = keyword('projection') ?? '';
  if (/^geographic$/i.test(name)) {
    const horizontal = { ...base, unit: DEGREE };
    return { name: base.name, horizontal, vertical: null, compoundEpsg: null };
  }
  const stated = keyword('units');
  const unit = stated === undefined ? METRE : unitOf(stated);
  const values = lines
    .slice(at + 1)
    .map(parameterValue)
    .filter((value) => value !== null);
  const { method, parameters } = projection({ keyword, values, unit });
  const crs: ProjectedCrs = {
    kind: 'projected',
    name: `${base.name} / ${name}`,
    epsg: null,
    base,
    method,
    conversionName: name,
    parameters,
    unit,
    ...(stated === undefined ? { isUnitAssumed: true } : {}),
    axes: 'en',
  };
  return { name: crs.name, horizontal: crs, vertical: null, compoundEpsg: null };
}
