import { boxHolds, boxSize, type GeographicBox } from './area-of-use.ts';
import { type CrsEntry, type CrsTable, loadCrsTable } from './table.ts';
import type { GeodeticDatum } from './types.ts';

/** The system of an EPSG code with its area of use, or null where the dataset has none. */
export async function findCrs(epsg: number): Promise<CrsEntry | null> {
  return (await loadCrsTable()).find(epsg);
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** What a search is narrowed to. */
export interface CrsFilter {
  /** Only systems whose area of use holds all of this box, those of the smallest area first. */
  readonly place?: GeographicBox | undefined;
  readonly kinds?: readonly CrsEntry['kind'][] | undefined;
}

interface Hit {
  readonly entry: CrsEntry;
  readonly score: number;
}

/** The rank of a row: every word must be found; beginnings of names and shorter names come first. */
function scoreRow(words: readonly string[], code: string, name: string, area: string): number | null {
  let score = 0;
  for (const word of words) {
    if (code === word) score += 100;
    else if (name.startsWith(word)) score += 12;
    else if (name.includes(` ${word}`) || name.includes(`(${word}`)) score += 10;
    else if (name.includes(word)) score += 6;
    else if (code.startsWith(word) && word.length >= 3) score += 5;
    else if (area.includes(word)) score += 3;
    else return null;
  }
  return score - name.length / 100;
}

/** Column of the area in each kind of row, and what a kind is worth among equals. */
const rowKinds = {
  projected: { area: 7, weight: 2 },
  geodetic: { area: 6, weight: 1 },
  vertical: { area: 7, weight: 0 },
  compound: { area: 5, weight: 0 },
} as const;

interface Row {
  readonly code: string;
  readonly name: string;
  /** Index into the areas; -1 where none is stated. */
  readonly area: number;
  readonly weight: number;
}

interface Folded {
  readonly rows: readonly Row[];
  readonly areas: readonly { readonly name: string; readonly box: GeographicBox | null }[];
}

function foldTable(table: CrsTable): Folded {
  const rows = Object.entries(rowKinds).flatMap(([kind, { area, weight }]) =>
    table.rows[kind as keyof typeof rowKinds].map((row): Row => {
      const fields = row.split('|');
      const field = fields[area] ?? '';
      return { code: fields[0]!, name: fold(fields[1]!), area: field === '' ? -1 : Number(field), weight };
    }),
  );
  const areas = table.rows.areas.map((row) => {
    const [name, south, west, north, east] = row.split('|');
    const box = { south: Number(south), west: Number(west), north: Number(north), east: Number(east) };
    return { name: fold(name!), box: south ? box : null };
  });
  return { rows, areas };
}

const foldedTables = new WeakMap<CrsTable, Folded>();

function foldedOf(table: CrsTable): Folded {
  const folded = foldedTables.get(table) ?? foldTable(table);
  foldedTables.set(table, folded);
  return folded;
}

function searchRows(table: CrsTable, words: readonly string[], { place, kinds }: CrsFilter): Hit[] {
  const { rows, areas } = foldedOf(table);
  const isFitting = areas.map(({ box }) => place === undefined || (box !== null && boxHolds(box, place)));
  const hits: Hit[] = [];
  for (const { code, name, area, weight } of rows) {
    if (area < 0 ? place !== undefined : !isFitting[area]) continue;
    const score = scoreRow(words, code, name, areas[area]?.name ?? '');
    const entry = score === null ? null : table.find(Number(code));
    if (score === null || entry === null || (kinds && !kinds.includes(entry.kind))) continue;
    hits.push({ entry, score: score + weight - (entry.deprecated ? 50 : 0) });
  }
  return hits;
}

function datumOf(entry: CrsEntry): GeodeticDatum | null {
  if (entry.kind === 'vertical') return null;
  const crs = entry.kind === 'compound' ? entry.horizontal : entry.crs;
  return crs.kind === 'projected' ? crs.base.datum : crs.datum;
}

/** Satellite positions need no shift to datums that EPSG equates with WGS 84. */
const isModern = (entry: CrsEntry): boolean =>
  datumOf(entry)?.shift?.params.every((value) => value === 0) ?? false;

function byFit(a: Hit, b: Hit): number {
  return (
    Number(a.entry.deprecated) - Number(b.entry.deprecated) ||
    (a.entry.area ? boxSize(a.entry.area) : 0) - (b.entry.area ? boxSize(b.entry.area) : 0) ||
    Number(isModern(b.entry)) - Number(isModern(a.entry)) ||
    byScore(a, b)
  );
}

const byScore = (a: Hit, b: Hit): number => b.score - a.score || a.entry.epsg - b.entry.epsg;

/** As `searchCrs`, on a table already loaded. */
export function searchCrsWith(
  table: CrsTable,
  text: string,
  limit: number,
  filter: CrsFilter = {},
): CrsEntry[] {
  const words = fold(text.replace(/EPSG:/gi, ' '))
    .split(/[\s,;/]+/)
    .filter(Boolean);
  if (words.length === 0 && !filter.place && !filter.kinds) return [];
  return searchRows(table, words, filter)
    .sort(filter.place ? byFit : byScore)
    .slice(0, limit)
    .map((hit) => hit.entry);
}

/**
 * Systems whose code, name or area of use holds every word of `text` (any, where it is empty) and that pass the
 * filter; case and accents do not matter. Best first, deprecated ones last; with a place the closest fit first. No
 * results where text and filter are empty. Linear in the dataset, some 10 ms.
 */
export async function searchCrs(text: string, limit = 20, filter: CrsFilter = {}): Promise<CrsEntry[]> {
  return searchCrsWith(await loadCrsTable(), text, limit, filter);
}
