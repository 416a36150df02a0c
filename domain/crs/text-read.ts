import { AppError } from '../errors/app-error.ts';
import { crsIndex } from './crs-index.ts';
import { type Identified, identifyCrs } from './identify.ts';
import { compactName } from './proj/methods.ts';
import { projInitCode, readProjString } from './proj/proj-read.ts';
import type { CrsTable } from './table.ts';
import type { CrsConflict, CrsDefinition } from './types.ts';
import { unitNote } from './unit-assumed.ts';
import { readUtmName } from './utm-name.ts';
import { isKeywordPrj, readKeywordPrj } from './wkt/prj-read.ts';
import { readWkt } from './wkt/wkt-read.ts';

/** The system of an EPSG code. Throws `crs.epsg-unknown`. */
export function definitionOf(table: CrsTable, epsg: number): CrsDefinition {
  const entry = table.find(epsg);
  if (!entry) throw new AppError('crs.epsg-unknown', { code: epsg });
  if (entry.kind === 'compound') {
    return { name: entry.name, horizontal: entry.horizontal, vertical: entry.vertical, compoundEpsg: epsg };
  }
  if (entry.kind === 'vertical') {
    return { name: entry.name, horizontal: null, vertical: entry.crs, compoundEpsg: null };
  }
  return { name: entry.name, horizontal: entry.crs, vertical: null, compoundEpsg: null };
}

/** The EPSG code of a compound of two codes, or null where EPSG has none. */
export function compoundCode(table: CrsTable, horizontal: number, vertical: number): number | null {
  const row = table.rows.compound.find((text) => {
    const [, , deprecated, first, second] = text.split('|');
    return deprecated === '' && Number(first) === horizontal && Number(second) === vertical;
  });
  return row === undefined ? null : Number(row.split('|')[0]);
}

/** Joins a horizontal and a vertical definition; EPSG's code for the pair is looked up. */
export function joinDefinitions(table: CrsTable, first: CrsDefinition, second: CrsDefinition): CrsDefinition {
  const { horizontal } = first;
  const { vertical } = second;
  if (!horizontal || !vertical) return { ...first, vertical: vertical ?? first.vertical };
  const compoundEpsg =
    horizontal.epsg === null || vertical.epsg === null
      ? null
      : compoundCode(table, horizontal.epsg, vertical.epsg);
  return { name: `${horizontal.name} + ${vertical.name}`, horizontal, vertical, compoundEpsg };
}

const codePattern =
  /^(?:(?:urn:ogc:def:crs:|https?:\/\/www\.opengis\.net\/def\/crs\/)?EPSG[:/\s]+(?:[\d.]+[:/]+)?)?(\d{4,6})(?:\s*\+\s*(?:EPSG[:\s]+)?(\d{4,6}))?$/i;

function byCode(table: CrsTable, text: string): CrsDefinition | null {
  const match = codePattern.exec(text.trim());
  if (!match) return null;
  const first = definitionOf(table, Number(match[1]));
  return match[2] ? joinDefinitions(table, first, definitionOf(table, Number(match[2]))) : first;
}

/** Names in common use that EPSG does not have, compacted. */
const commonNames: Readonly<Record<string, number>> = { puwg1992: 2180, pl1992: 2180, puwg92: 2180 };

function byName(table: CrsTable, text: string): CrsDefinition | null {
  const index = crsIndex(table);
  const key = compactName(text);
  if (key.length < 4) return null;
  const common = commonNames[key];
  if (common !== undefined) return definitionOf(table, common);
  const codes = index.projectedByName.get(key) ?? index.geodeticByName.get(key) ?? [];
  const entries = codes
    .map((code) => table.find(code))
    .filter((entry) => entry !== null && !entry.deprecated);
  const flat = entries.filter(
    (entry) => entry?.kind === 'projected' || (entry?.kind === 'geographic' && !entry.crs.is3d),
  );
  return flat.length === 1 ? definitionOf(table, flat[0]!.epsg) : null;
}

/** Longer text is no code, name, PROJ string or keyword `.prj`; well-known text has a bound of its own. */
const longestText = 8192;

const assumedDatum = (text: string): CrsConflict => ({
  code: 'crs.datum-assumed',
  params: { text: text.slice(0, 60), datum: 'WGS 84' },
});

/** A PROJ string; a UTM zone in it without a datum is assumed to be of WGS 84, which is reported. */
function byProjString(table: CrsTable, text: string): Identified {
  const isBareUtm = /proj=utm\b/.test(text) && !/\+?(?:datum|ellps|towgs84|nadgrids|a|R|pm)=/.test(text);
  if (!isBareUtm) return identifyCrs(table, readProjString(table, text));
  const { definition, conflicts } = identifyCrs(table, readProjString(table, `${text} +datum=WGS84`));
  return { definition, conflicts: [...conflicts, assumedDatum(text)] };
}

/** A matched definition, with a report where its text names no unit. */
function withUnitNote(table: CrsTable, read: CrsDefinition, keyword: string): Identified {
  const { definition, conflicts } = identifyCrs(table, read);
  return { definition, conflicts: [...conflicts, ...unitNote(read.horizontal, keyword)] };
}

/**
 * Reads a coordinate system from text of any kind: WKT 1 or 2, a PROJ string, an EPSG code
 * (`EPSG:32615`, `EPSG:32615+5703`, `32615`, an OGC URN), or an EPSG name; a UTM zone also as people write it
 * (`readUtmName`). Throws
 * `crs.wkt-syntax`, `crs.wkt-unsupported`, `crs.proj-string`, `crs.epsg-unknown`, `crs.text-unrecognised`.
 */
export function readCrsText(table: CrsTable, payload: string): Identified {
  const text = payload
    .replace(/\0[\s\S]*$/, '')
    .replace(/^\ufeff/, '')
    .trim();
  if (/^[A-Za-z_0-9]+\s*[[(]/.test(text)) return withUnitNote(table, readWkt(text), 'PROJCS');
  if (text.length > longestText) throw new AppError('crs.text-unrecognised', { text: text.slice(0, 60) });
  const init = projInitCode(text);
  if (init !== null) return { definition: definitionOf(table, init), conflicts: [] };
  if (/(?:^|\s)\+?proj=/.test(text)) return byProjString(table, text);
  const definition = byCode(table, text) ?? byName(table, text);
  if (definition) return { definition, conflicts: [] };
  const utm = readUtmName(text);
  const zone = utm && byName(table, utm.name);
  if (zone) return { definition: zone, conflicts: utm.isDatumStated ? [] : [assumedDatum(text)] };
  if (isKeywordPrj(text)) return withUnitNote(table, readKeywordPrj(table, text), 'Units');
  throw new AppError('crs.text-unrecognised', { text: text.slice(0, 60) });
}
