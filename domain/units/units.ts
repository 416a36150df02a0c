import { clamp } from '../math/clamp.ts';

/** The three linear units of a survey by their names in the product's API; `other` carries its own factor. */
export type LinearUnitId = 'meters' | 'internationalFeet' | 'usSurveyFeet' | 'other';

/** A unit of length: `metres` is the length of one unit in metres. */
export interface LinearUnit {
  readonly kind: 'linear';
  readonly id: LinearUnitId;
  /** EPSG's name, as written to WKT. */
  readonly name: string;
  readonly epsg: number | null;
  readonly metres: number;
}

/** A unit of angle: `radians` is the size of one unit in radians. */
export interface AngularUnit {
  readonly kind: 'angular';
  readonly id: 'degrees' | 'grads' | 'radians' | 'other';
  readonly name: string;
  readonly epsg: number | null;
  readonly radians: number;
}

export type Unit = LinearUnit | AngularUnit;

const linear = (id: LinearUnitId, name: string, epsg: number, metres: number): LinearUnit => ({
  kind: 'linear',
  id,
  name,
  epsg,
  metres,
});

export const METRE = linear('meters', 'metre', 9001, 1);
export const INTERNATIONAL_FOOT = linear('internationalFeet', 'foot', 9002, 0.3048);
export const US_SURVEY_FOOT = linear('usSurveyFeet', 'US survey foot', 9003, 1200 / 3937);

export const DEGREE: AngularUnit = {
  kind: 'angular',
  id: 'degrees',
  name: 'degree',
  epsg: 9122,
  radians: Math.PI / 180,
};
export const GRAD: AngularUnit = {
  kind: 'angular',
  id: 'grads',
  name: 'grad',
  epsg: 9105,
  radians: Math.PI / 200,
};
export const RADIAN: AngularUnit = { kind: 'angular', id: 'radians', name: 'radian', epsg: 9101, radians: 1 };

/** Every EPSG unit of length used by a coordinate system of the EPSG dataset. Factors: EPSG dataset 10.076. */
export const linearUnits: readonly LinearUnit[] = [
  METRE,
  INTERNATIONAL_FOOT,
  US_SURVEY_FOOT,
  linear('other', "Clarke's foot", 9005, 0.3047972654),
  linear('other', 'fathom', 9014, 1.8288),
  linear('other', 'nautical mile', 9030, 1852),
  linear('other', 'German legal metre', 9031, 1.0000135965),
  linear('other', 'US survey chain', 9033, 79200 / 3937),
  linear('other', 'US survey link', 9034, 792 / 3937),
  linear('other', 'US survey mile', 9035, 6336000 / 3937),
  linear('other', 'kilometre', 9036, 1000),
  linear('other', "Clarke's yard", 9037, 0.9143917962),
  linear('other', "Clarke's chain", 9038, 20.1166195164),
  linear('other', "Clarke's link", 9039, 0.201166195164),
  linear('other', 'British yard (Sears 1922)', 9040, 0.914398414616029),
  linear('other', 'British foot (Sears 1922)', 9041, 0.304799471538676),
  linear('other', 'British chain (Sears 1922)', 9042, 20.1167651215526),
  linear('other', 'British chain (Benoit 1895 B)', 9062, 20.1167824943759),
  linear('other', 'Indian foot', 9080, 0.304799510248147),
  linear('other', 'Indian yard', 9084, 0.914398530744441),
  linear('other', 'Statute mile', 9093, 1609.344),
  linear('other', 'Gold Coast foot', 9094, 0.304799710181509),
  linear('other', 'British foot (1936)', 9095, 0.3048007491),
  linear('other', 'yard', 9096, 0.9144),
  linear('other', 'chain', 9097, 20.1168),
  linear('other', 'link', 9098, 0.201168),
  linear('other', 'British chain (Sears 1922 truncated)', 9301, 20.116756),
  linear('other', 'centimetre', 1033, 0.01),
  linear('other', 'millimetre', 1025, 0.001),
];

const angularUnits: readonly AngularUnit[] = [
  DEGREE,
  { ...DEGREE, epsg: 9102 },
  GRAD,
  RADIAN,
  { kind: 'angular', id: 'other', name: 'arc-second', epsg: 9104, radians: Math.PI / 648000 },
  { kind: 'angular', id: 'other', name: 'arc-minute', epsg: 9103, radians: Math.PI / 10800 },
];

/** Numbers of the API's `unit_of_measure`: 0 metres, 1 international feet, 2 US survey feet. */
export const unitOfMeasureCodes = { meters: 0, internationalFeet: 1, usSurveyFeet: 2 } as const;

/** The API's `unit_of_measure` of a unit, or null where the API has none. */
export function unitOfMeasureCode(unit: Unit): 0 | 1 | 2 | null {
  return unit.kind === 'linear' && unit.id !== 'other' ? unitOfMeasureCodes[unit.id] : null;
}

/** The unit of an API `unit_of_measure`, by number or name; null for anything else. */
export function unitFromMeasure(measure: number | string): LinearUnit | null {
  const found = [METRE, INTERNATIONAL_FOOT, US_SURVEY_FOOT].find(
    (unit) => unit.id === measure || unitOfMeasureCode(unit) === measure,
  );
  return found ?? null;
}

/** The linear unit of an EPSG code, or null. */
export function linearUnitByCode(epsg: number): LinearUnit | null {
  return linearUnits.find((unit) => unit.epsg === epsg) ?? null;
}

/** The angular unit of an EPSG code, or null. */
export function angularUnitByCode(epsg: number): AngularUnit | null {
  return angularUnits.find((unit) => unit.epsg === epsg) ?? null;
}

const aliases: Readonly<Record<string, LinearUnit>> = {
  m: METRE,
  metre: METRE,
  metres: METRE,
  meter: METRE,
  meters: METRE,
  ft: INTERNATIONAL_FOOT,
  foot: INTERNATIONAL_FOOT,
  feet: INTERNATIONAL_FOOT,
  ift: INTERNATIONAL_FOOT,
  internationalfoot: INTERNATIONAL_FOOT,
  internationalfeet: INTERNATIONAL_FOOT,
  footinternational: INTERNATIONAL_FOOT,
  intlfoot: INTERNATIONAL_FOOT,
  intlft: INTERNATIONAL_FOOT,
  usft: US_SURVEY_FOOT,
  ftus: US_SURVEY_FOOT,
  footus: US_SURVEY_FOOT,
  usfoot: US_SURVEY_FOOT,
  usfeet: US_SURVEY_FOOT,
  sft: US_SURVEY_FOOT,
  surveyfoot: US_SURVEY_FOOT,
  surveyfeet: US_SURVEY_FOOT,
  ussurveyfoot: US_SURVEY_FOOT,
  ussurveyfeet: US_SURVEY_FOOT,
  ussurveyft: US_SURVEY_FOOT,
  footsurveyus: US_SURVEY_FOOT,
};
const compact = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const byName = new Map(linearUnits.map((unit) => [compact(unit.name), unit]));

/** The linear unit of a name (EPSG, WKT, ESRI, PROJ and common spellings), or null. */
export function linearUnitByName(name: string): LinearUnit | null {
  const key = compact(name);
  return (Object.hasOwn(aliases, key) ? aliases[key] : undefined) ?? byName.get(key) ?? null;
}

/** Tolerance (absolute, metres) within which a factor identifies a unit, whatever its name. */
const SAME_FACTOR = 1e-9;
/** Tolerance for a factor rounded to seven digits (0.3048006), which means the nearest foot. */
const ROUNDED_FACTOR = 2e-8;

/**
 * The linear unit of a file's name and factor in metres. The factor decides: within 1e-9 of a known unit it is that
 * unit. A rounded factor (within 2e-8) means the nearest foot or metre. Anything else is an `other` unit with the
 * factor. Null where neither name nor factor identifies a unit.
 */
export function linearUnit(name: string | null, metres: number | null): LinearUnit | null {
  const named = name === null ? null : linearUnitByName(name);
  if (metres === null || !Number.isFinite(metres) || metres <= 0) return named;
  if (named && Math.abs(named.metres - metres) <= ROUNDED_FACTOR) return named;
  const survey = [METRE, INTERNATIONAL_FOOT, US_SURVEY_FOOT];
  const exact =
    survey.find((unit) => Math.abs(unit.metres - metres) <= SAME_FACTOR) ??
    linearUnits.find((unit) => Math.abs(unit.metres - metres) <= SAME_FACTOR * unit.metres) ??
    survey.find((unit) => Math.abs(unit.metres - metres) <= ROUNDED_FACTOR);
  return exact ?? { kind: 'linear', id: 'other', name: name || 'unnamed', epsg: null, metres };
}

/** The angular unit of a file's name and factor in radians; a factor within 1e-9 decides. */
export function angularUnit(name: string | null, radians: number | null): AngularUnit | null {
  const key = name === null ? '' : compact(name);
  const named = key.startsWith('deg') ? DEGREE : key.startsWith('grad') || key === 'gon' ? GRAD : null;
  if (radians === null || !Number.isFinite(radians) || radians <= 0)
    return named ?? (key.startsWith('rad') ? RADIAN : null);
  const exact = angularUnits.find((unit) => Math.abs(unit.radians - radians) <= 1e-9);
  return exact ?? { kind: 'angular', id: 'other', name: name || 'unnamed', epsg: null, radians };
}

/** Factor that converts lengths in `from` to lengths in `to`. International to US survey foot is 0.999998. */
export function lengthFactor(from: LinearUnit, to: LinearUnit): number {
  if (from.id === to.id && from.metres === to.metres) return 1;
  return from.metres / to.metres;
}

/** Converts a length. */
export function convertLength(value: number, from: LinearUnit, to: LinearUnit): number {
  return value * lengthFactor(from, to);
}

/** Converts an area given in squared units. */
export function convertArea(value: number, from: LinearUnit, to: LinearUnit): number {
  return value * lengthFactor(from, to) ** 2;
}

/** Converts a volume given in cubed units. */
export function convertVolume(value: number, from: LinearUnit, to: LinearUnit): number {
  return value * lengthFactor(from, to) ** 3;
}

/** True where two units are the same: same kind, factors equal within 1e-12 relative. */
export function isSameUnit(a: Unit, b: Unit): boolean {
  if (a.kind === 'linear' && b.kind === 'linear') return Math.abs(a.metres - b.metres) <= 1e-12 * a.metres;
  if (a.kind === 'angular' && b.kind === 'angular')
    return Math.abs(a.radians - b.radians) <= 1e-12 * a.radians;
  return false;
}

const symbols: Readonly<Record<LinearUnitId, string>> = {
  meters: 'm',
  internationalFeet: 'ft',
  usSurveyFeet: 'ftUS',
  other: '',
};

/** Symbol after a number: `m`, `ft`, `ftUS`, `°`; other units by name. */
export function unitSymbol(unit: Unit): string {
  if (unit.kind === 'angular') return unit.id === 'degrees' ? '°' : unit.name;
  return symbols[unit.id] || unit.name;
}

/** Decimals that show a resolution given in metres (0.001 m: 3 in metres, 3 in feet), between 0 and 9. */
export function decimalsFor(unit: LinearUnit, resolutionMetres: number): number {
  const digits = Math.ceil(-Math.log10(resolutionMetres / unit.metres) - 1e-9);
  return clamp(digits, 0, 9);
}
