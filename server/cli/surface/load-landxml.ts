import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsDefinition } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { pickSurface, readLandXml } from '#domain/formats/landxml/read-surfaces.ts';
import { noConflicts } from '#domain/geometry/plane/same-places.ts';
import {
  INTERNATIONAL_FOOT,
  isSameUnit,
  type LinearUnit,
  linearUnit,
  METRE,
  US_SURVEY_FOOT,
} from '#domain/units/units.ts';
import type { LoadedSurface, SurfaceChoice } from './loaded-surface.ts';

const unitsByName: Readonly<Record<string, LinearUnit>> = {
  meter: METRE,
  foot: INTERNATIONAL_FOOT,
  ussurveyfoot: US_SURVEY_FOOT,
};

/** Volume units that are the linear unit cubed. */
const cubes: Readonly<Record<string, string>> = {
  cubicmeter: 'meter',
  cubicfeet: 'foot',
  cubicinch: 'inch',
};

/** Reads a TIN surface of a LandXML file. Errors: landxml.*, xml.* */
export async function loadLandXml(
  source: ByteSource,
  choice: SurfaceChoice,
  signal: AbortSignal,
): Promise<LoadedSurface> {
  const file = await readLandXml(source, signal);
  const found = pickSurface(file, source.name, choice.surfaceName);
  const declared = file.linearUnit;
  const unit = declared
    ? (unitsByName[declared.name.toLowerCase()] ?? linearUnit(declared.name, declared.metres))
    : null;
  const epsg = file.coordinateSystem?.epsg ?? null;
  const warnings: ErrorRecord[] = [];
  if (!unit) warnings.push({ code: 'geometry.unit-unknown', params: { file: source.name } });
  const cube = file.volumeUnit === undefined ? undefined : cubes[file.volumeUnit.toLowerCase()];
  const isSameFoot = cube === 'foot' && declared?.name.toLowerCase() === 'ussurveyfoot';
  if (unit && file.volumeUnit && cube !== declared?.name.toLowerCase() && !isSameFoot) {
    const params = { file: source.name, declared: file.volumeUnit, unit: `${unit.name}³` };
    warnings.push({ code: 'geometry.volume-unit', params });
  }
  return {
    file: source.name,
    format: 'LandXML',
    name: found.name,
    surface: { kind: 'tin', tin: found.tin },
    toWorld: null,
    system: await systemOf(epsg, unit),
    unit,
    epsg,
    crsName: file.coordinateSystem?.description || null,
    pointSpacing: null,
    warnings,
    conflicts: noConflicts,
  };
}

/** The system of a code, where its unit is that of the file's coordinates. */
async function systemOf(epsg: number | null, unit: LinearUnit | null): Promise<CrsDefinition | null> {
  if (epsg === null || unit === null) return null;
  const { definition, horizontalUnit } = await readCrs([{ source: 'user', payload: `EPSG:${epsg}` }]);
  return horizontalUnit && isSameUnit(horizontalUnit, unit) ? definition : null;
}
