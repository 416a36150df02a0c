import { INTERNATIONAL_FOOT, type LinearUnit, linearUnit, METRE, US_SURVEY_FOOT } from '../../units/units.ts';

/** Linear units of LandXML 1.2 (types metLinear and impLinear) in metres. */
const metresPerUnit: Readonly<Record<string, number>> = {
  millimeter: 0.001,
  centimeter: 0.01,
  meter: 1,
  kilometer: 1000,
  foot: INTERNATIONAL_FOOT.metres,
  ussurveyfoot: US_SURVEY_FOOT.metres,
  inch: 0.0254,
  mile: 1609.344,
};

const knownUnits: Readonly<Record<string, LinearUnit>> = {
  meter: METRE,
  foot: INTERNATIONAL_FOOT,
  ussurveyfoot: US_SURVEY_FOOT,
};

/** Linear units that a LandXML file of ours may be in. */
export type LandXmlUnitName = 'meter' | 'foot' | 'USSurveyFoot';

const writtenUnits: readonly (readonly [LandXmlUnitName, LinearUnit])[] = [
  ['meter', METRE],
  ['foot', INTERNATIONAL_FOOT],
  ['USSurveyFoot', US_SURVEY_FOOT],
];

/** Length in metres of a unit as LandXML calls it; undefined for names that it does not have. */
export function landXmlMetres(name: string | undefined): number | undefined {
  return name === undefined ? undefined : metresPerUnit[name.toLowerCase()];
}

/** The unit that LandXML calls so; null for names that it does not have. */
export function landXmlUnit(name: string | undefined): LinearUnit | null {
  const metres = landXmlMetres(name);
  if (name === undefined || metres === undefined) return null;
  return knownUnits[name.toLowerCase()] ?? linearUnit(name, metres);
}

/** What LandXML calls a unit; null for those that it has no name for. */
export function landXmlUnitName(unit: LinearUnit | null): LandXmlUnitName | null {
  if (unit === null) return null;
  return writtenUnits.find(([, { metres }]) => Math.abs(unit.metres - metres) < 1e-9)?.[0] ?? null;
}
