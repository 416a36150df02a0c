import { type CrsEntry, type CrsTable, loadCrsTable } from './table.ts';

/** The system of an EPSG code with its area of use, or null where the dataset has none. */
export async function findCrs(epsg: number): Promise<CrsEntry | null> {
  return (await loadCrsTable()).find(epsg);
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

interface Hit {
  readonly code: number;
  readonly score: number;
}

/** How well a row answers: every word must be found; beginnings of names and shorter names come first. */
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

function areaColumn(kind: string): number {
  return { projected: 7, geodetic: 6, vertical: 7, compound: 5 }[kind]!;
}

function searchRows(table: CrsTable, words: readonly string[]): Hit[] {
  const { areas } = table.rows;
  const hits: Hit[] = [];
  const weights = { projected: 2, geodetic: 1, vertical: 0, compound: 0 } as const;
  for (const [kind, weight] of Object.entries(weights)) {
    for (const row of table.rows[kind as keyof typeof weights]) {
      const fields = row.split('|');
      const area = fields[areaColumn(kind)] ?? '';
      const areaName = area === '' ? '' : fold(areas[Number(area)]!.split('|')[0]!);
      const score = scoreRow(words, fields[0]!, fold(fields[1]!), areaName);
      const old = fields[2] === 'd' ? 50 : 0;
      if (score !== null) hits.push({ code: Number(fields[0]), score: score + weight - old });
    }
  }
  return hits;
}

/** As `searchCrs`, on a table already loaded. */
export function searchCrsWith(table: CrsTable, text: string, limit: number): CrsEntry[] {
  const words = fold(text.replace(/EPSG:/gi, ' '))
    .split(/[\s,;/]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  return searchRows(table, words)
    .sort((a, b) => b.score - a.score || a.code - b.code)
    .slice(0, limit)
    .map((hit) => table.find(hit.code))
    .filter((entry) => entry !== null);
}

/**
 * Systems whose code, name or area of use holds every word of `text`, best first, deprecated ones last; case
 * and accents do not matter. Linear in the dataset, about 10 ms.
 */
export async function searchCrs(text: string, limit = 20): Promise<CrsEntry[]> {
  return searchCrsWith(await loadCrsTable(), text, limit);
}
