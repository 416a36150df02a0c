import { appendAll } from '../math/extremes.ts';
import { isSameUnit, type Unit } from '../units/units.ts';
import { crsIndex, nameKey, projectsAlike } from './crs-index.ts';
import { equivalentForms } from './proj/method-refine.ts';
import { compactName } from './proj/methods.ts';
import type { CrsEntry, CrsTable } from './table.ts';
import type {
  CrsConflict,
  CrsDefinition,
  Ellipsoid,
  GeodeticCrs,
  HorizontalCrs,
  ProjectedCrs,
  VerticalCrs,
} from './types.ts';

/** A definition matched against the EPSG dataset, and where it contradicts the code it claims. */
export interface Identified {
  readonly definition: CrsDefinition;
  readonly conflicts: readonly CrsConflict[];
}

const sameEllipsoid = (a: Ellipsoid, b: Ellipsoid): boolean =>
  Math.abs(a.a - b.a) < 0.01 && Math.abs(polar(a) - polar(b)) < 0.01;
const polar = ({ a, inverseFlattening }: Ellipsoid): number =>
  inverseFlattening === 0 ? a : a - a / inverseFlattening;

function sameFigure(a: GeodeticCrs, b: GeodeticCrs): boolean {
  return (
    a.kind === b.kind &&
    sameEllipsoid(a.datum.ellipsoid, b.datum.ellipsoid) &&
    Math.abs(a.datum.meridian.longitude - b.datum.meridian.longitude) < 1e-6
  );
}

function datumCodes(table: CrsTable, crs: GeodeticCrs): readonly number[] {
  const index = crsIndex(table);
  const code = crs.datum.epsg;
  if (code !== null && table.datum(code)) return [code];
  return index.datumByName.get(nameKey(crs.datum.name)) ?? [];
}

function geodeticCandidates(table: CrsTable, crs: GeodeticCrs): readonly number[] {
  const index = crsIndex(table);
  const ofDatum = datumCodes(table, crs).flatMap((code) => index.geodeticByDatum.get(code) ?? []);
  const named = index.geodeticByName.get(nameKey(crs.name)) ?? [];
  return ofDatum.length > 0 ? ofDatum : named;
}

/** Keeps what passes `test`, or everything where nothing does. */
function prefer<T>(items: readonly T[], test: (item: T) => boolean): readonly T[] {
  const kept = items.filter(test);
  return kept.length > 0 ? kept : items;
}

type GeodeticEntry = Extract<CrsEntry, { crs: GeodeticCrs }>;
const isGeodetic = (entry: CrsEntry | null): entry is GeodeticEntry =>
  entry?.kind === 'geographic' || entry?.kind === 'geocentric';

function matchGeodetic(table: CrsTable, crs: GeodeticCrs): GeodeticCrs | null {
  const found = geodeticCandidates(table, crs)
    .map((code) => table.find(code))
    .filter(isGeodetic)
    .filter((entry) => sameFigure(entry.crs, crs) && isSameUnit(entry.crs.unit, crs.unit));
  const key = nameKey(crs.name);
  const current = prefer(found, (entry) => !entry.deprecated);
  const shaped = prefer(current, (entry) => entry.crs.is3d === crs.is3d);
  const named = prefer(
    shaped,
    (entry) => crsIndex(table).geodeticByName.get(key)?.includes(entry.epsg) ?? false,
  );
  return named.length === 1 ? named[0]!.crs : null;
}

/** The system of the table that the text means: by its code where that agrees, else by datum and figure. */
function identifyGeodetic(table: CrsTable, crs: GeodeticCrs): GeodeticCrs {
  const claimed = crs.epsg === null ? null : table.find(crs.epsg);
  const match = isGeodetic(claimed) && sameFigure(claimed.crs, crs) ? claimed.crs : matchGeodetic(table, crs);
  if (!match) return { ...crs, epsg: null };
  const shift = crs.datum.shift ?? match.datum.shift;
  return { ...match, unit: crs.unit, is3d: crs.is3d, datum: { ...match.datum, shift } };
}

function sameDatum(a: GeodeticCrs, b: GeodeticCrs): boolean {
  return a.datum.epsg === b.datum.epsg && sameEllipsoid(a.datum.ellipsoid, b.datum.ellipsoid);
}

function matchProjected(table: CrsTable, crs: ProjectedCrs): ProjectedCrs | null {
  const index = crsIndex(table);
  if (crs.base.epsg === null || crs.base.datum.epsg === null) return null;
  const bases = index.geodeticByDatum.get(crs.base.datum.epsg) ?? [];
  const forms = equivalentForms(crs);
  const found = forms
    .flatMap((form) => bases.flatMap((base) => index.projectedByMethod.get(`${base}:${form.method}`) ?? []))
    .map((code) => table.find(code))
    .filter((entry) => entry?.kind === 'projected')
    .filter((entry) => forms.some((form) => projectsAlike(entry.crs, form)))
    .filter((entry) => isSameUnit(entry.crs.unit, crs.unit));
  const current = prefer(found, (entry) => !entry.deprecated);
  const key = nameKey(crs.name);
  const named = prefer(current, (entry) => index.projectedByName.get(key)?.includes(entry.epsg) ?? false);
  if (new Set(named.map((entry) => entry.crs.method)).size > 1) return null;
  const ordered = prefer(named, (entry) => entry.crs.axes === crs.axes);
  const eastFirst = prefer(ordered, (entry) => entry.crs.axes === 'en' || entry.crs.axes === 'polar');
  if (eastFirst.length === 1) return eastFirst[0]!.crs;
  const plain = prefer(eastFirst, (entry) => entry.name.startsWith(`${crs.base.name} / UTM zone`));
  return plain.length === 1 ? plain[0]!.crs : null;
}

/** A shift that the text itself declares is the one to use. */
const shiftKept = (match: ProjectedCrs, said: ProjectedCrs): ProjectedCrs =>
  said.base.datum.shift
    ? { ...match, base: { ...match.base, datum: { ...match.base.datum, shift: said.base.datum.shift } } }
    : match;

function claimConflict(crs: ProjectedCrs, claimed: ProjectedCrs): CrsConflict {
  const isUnit = projectsAlike(claimed, crs) && !isSameUnit(claimed.unit, crs.unit);
  return {
    code: isUnit ? 'crs.conflict-horizontal-unit' : 'crs.conflict-epsg',
    params: {
      a: `EPSG:${claimed.epsg}`,
      aSays: isUnit ? claimed.unit.name : claimed.name,
      b: crs.name,
      bSays: isUnit ? crs.unit.name : 'other-parameters',
      ...(isUnit ? unitParams(claimed.unit, crs.unit) : {}),
    },
  };
}

function unitParams(a: Unit, b: Unit): Record<string, number> {
  return a.kind === 'linear' && b.kind === 'linear' ? { aMetres: a.metres, bMetres: b.metres } : {};
}

function identifyProjected(
  table: CrsTable,
  crs: ProjectedCrs,
): { crs: ProjectedCrs; conflicts: CrsConflict[] } {
  const base = identifyGeodetic(table, crs.base);
  const said = { ...crs, base };
  const claimed = crs.epsg === null ? null : table.find(crs.epsg);
  if (claimed?.kind === 'projected') {
    const sameBase = base.epsg === null || sameDatum(claimed.crs.base, base);
    const isAlike = equivalentForms(said).some((form) => projectsAlike(claimed.crs, form));
    if (sameBase && isAlike && isSameUnit(claimed.crs.unit, said.unit)) {
      return { crs: shiftKept(claimed.crs, crs), conflicts: [] };
    }
    const match = matchProjected(table, said);
    return { crs: match ?? { ...said, epsg: null }, conflicts: [claimConflict(said, claimed.crs)] };
  }
  const match = matchProjected(table, said);
  return { crs: match ? shiftKept(match, crs) : { ...said, epsg: null }, conflicts: [] };
}

const familiar: readonly (readonly [RegExp, string])[] = [
  [/^navd\s*(?:19)?88/i, 'North American Vertical Datum 1988'],
  [/^ngvd\s*(?:19)?29/i, 'National Geodetic Vertical Datum 1929'],
  [/^cgvd\s*(?:19)?28/i, 'Canadian Geodetic Vertical Datum of 1928'],
  [/^egm\s*(?:19)?96/i, 'EGM96 geoid'],
  [/^egm\s*2008/i, 'EGM2008 geoid'],
];

function verticalCandidates(table: CrsTable, vertical: VerticalCrs): readonly number[] {
  const index = crsIndex(table);
  const claimed = vertical.epsg === null ? null : table.find(vertical.epsg);
  if (claimed?.kind === 'vertical') {
    return index.verticalByDatum.get(compactName(claimed.crs.datum ?? '')) ?? [];
  }
  const ofDatum = index.verticalByDatum.get(compactName(vertical.datum ?? ''));
  if (ofDatum) return ofDatum;
  const common = familiar.find(([test]) => test.test(vertical.name) || test.test(vertical.datum ?? ''));
  if (common) return index.verticalByDatum.get(compactName(common[1])) ?? [];
  return index.verticalByName.get(compactName(vertical.name)) ?? [];
}

function identifyVertical(
  table: CrsTable,
  vertical: VerticalCrs,
): { vertical: VerticalCrs; conflicts: CrsConflict[] } {
  const claimed = vertical.epsg === null ? null : table.find(vertical.epsg);
  const entries = verticalCandidates(table, vertical)
    .map((code) => table.find(code))
    .filter((entry) => entry?.kind === 'vertical');
  const fitting = entries.filter(
    (entry) =>
      entry.crs.direction === vertical.direction &&
      (vertical.unit === null || (entry.crs.unit !== null && isSameUnit(entry.crs.unit, vertical.unit))),
  );
  const conflicts: CrsConflict[] = [];
  if (
    claimed?.kind === 'vertical' &&
    claimed.crs.unit &&
    vertical.unit &&
    !isSameUnit(claimed.crs.unit, vertical.unit)
  ) {
    conflicts.push({
      code: 'crs.conflict-vertical-unit',
      params: {
        a: `EPSG:${claimed.epsg}`,
        aSays: claimed.crs.unit.name,
        b: vertical.name,
        bSays: vertical.unit.name,
        ...unitParams(claimed.crs.unit, vertical.unit),
      },
    });
  }
  const own = fitting.filter((entry) => entry.epsg === vertical.epsg);
  const current = own.length > 0 ? own : prefer(fitting, (entry) => !entry.deprecated);
  if (current.length === 1) return { vertical: current[0]!.crs, conflicts };
  const datum = entries[0]?.crs.datum ?? vertical.datum;
  return { vertical: { ...vertical, epsg: null, datum }, conflicts };
}

/**
 * Matches what a declaration says against the EPSG dataset: by its code where code and content agree, else by
 * datum, method, parameters (within rounding) and unit where exactly one system fits; else the code stays
 * null. A code that contradicts the content is reported and the content kept.
 */
export function identifyCrs(table: CrsTable, said: CrsDefinition): Identified {
  const conflicts: CrsConflict[] = [];
  let horizontal: HorizontalCrs | null = said.horizontal;
  if (horizontal?.kind === 'projected') {
    const result = identifyProjected(table, horizontal);
    horizontal = result.crs;
    appendAll(conflicts, result.conflicts);
  } else if (horizontal && horizontal.kind !== 'engineering')
    horizontal = identifyGeodetic(table, horizontal);
  let vertical = said.vertical;
  if (vertical) {
    const result = identifyVertical(table, vertical);
    vertical = result.vertical;
    appendAll(conflicts, result.conflicts);
  }
  return { definition: { ...said, horizontal, vertical }, conflicts };
}
