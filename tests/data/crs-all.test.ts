import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readCrsWith } from '#domain/crs/read-crs.ts';
import { type CrsTable, loadCrsTable } from '#domain/crs/table.ts';
import { createTransform } from '#domain/crs/transform.ts';
import type { ProjectedCrs } from '#domain/crs/types.ts';
import { canWriteWkt, writeWkt } from '#domain/crs/wkt-write.ts';

const hasProj = spawnSync('cs2cs', ['-l']).status === 0;
/** Every system with `PLUMBLINE_LONG=1` (minutes), else every 120th. */
const step = process.env['PLUMBLINE_LONG'] === '1' ? 1 : 120;

/** Systems of methods that neither proj4 nor we compute; transforming them is refused by name. */
const unsupported = [3993, 5224, 5225, 5515, 5516, 8441, 22300, 22700, 29701, 32600, 32700];
/** PROJ leaves out the turn of the Belgian cone. The other two are counted south and west, which PROJ and EPSG order differently. */
const different = [31300, 8044, 8045];
/** On the Bessel ellipsoid in German legal metres, which PROJ rounds to a millimetre. */
const LEGAL_METRES = 7046;

function projectedSystems(table: CrsTable): { crs: ProjectedCrs; points: [number, number][] }[] {
  return table.rows.projected.flatMap((row, i) => {
    const entry = i % step === 0 ? table.find(Number(row.split('|')[0])) : null;
    if (entry?.kind !== 'projected' || !entry.area) return [];
    const { south, west, north, east } = entry.area;
    const width = east < west ? east + 360 - west : east - west;
    const points = [
      [0.5, 0.5],
      [0.2, 0.8],
    ].map(([fx, fy]): [number, number] => {
      const longitude = west + width * fx!;
      return [
        Number((longitude > 180 ? longitude - 360 : longitude).toFixed(4)),
        Number((south + (north - south) * fy!).toFixed(4)),
      ];
    });
    return [{ crs: entry.crs, points }];
  });
}

/** What PROJ answers, as x and y pairs; null where it cannot. */
function askProj(crs: ProjectedCrs, points: readonly [number, number][]): [number, number][] | null {
  const input = points.map(([longitude, latitude]) => `${latitude} ${longitude} 0`).join('\n');
  const args = ['-f', '%.9f', `EPSG:${crs.base.epsg}`, `EPSG:${crs.epsg}`];
  const output = execFileSync('cs2cs', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  const rows = output
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  if (rows.some((row) => !Number.isFinite(row[0]!) || !Number.isFinite(row[1]!))) return null;
  const isSwapped = crs.axes === 'ne' || crs.axes === 'nw';
  return rows.map((row) => (isSwapped ? [row[1]!, row[0]!] : [row[0]!, row[1]!]));
}

describe.skipIf(!hasProj)('EPSG systems against the installed PROJ (skipped without cs2cs)', () => {
  it('project alike', async () => {
    const table = await loadCrsTable();
    const wrong: string[] = [];
    let compared = 0;
    for (const { crs, points } of projectedSystems(table)) {
      if (unsupported.includes(crs.epsg!) || different.includes(crs.epsg!)) continue;
      if (crs.base.unit.kind !== 'angular' || crs.base.unit.id !== 'degrees') continue;
      const expected = askProj(crs, points);
      if (!expected) continue;
      const transform = createTransform(
        { horizontal: crs.base, vertical: null },
        { horizontal: crs, vertical: null },
      );
      const gaps = points.map((point, i) => {
        const [x, y] = transform.point(point) as [number, number];
        const gap = Math.hypot(x - expected[i]![0], y - expected[i]![1]);
        const turned = Math.hypot(x - expected[i]![1], y - expected[i]![0]);
        return (crs.axes === 'polar' ? Math.min(gap, turned) : gap) * crs.unit.metres;
      });
      const tolerance = crs.base.datum.ellipsoid.epsg === LEGAL_METRES ? 2e-4 : 2e-6;
      if (Math.max(...gaps) > tolerance) wrong.push(`EPSG:${crs.epsg} ${Math.max(...gaps)}`);
      compared++;
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(30);
  });
});

describe('every EPSG system', () => {
  it('of a supported method makes a transform', async () => {
    const table = await loadCrsTable();
    const refused = table.rows.projected.flatMap((row) => {
      const code = Number(row.split('|')[0]);
      const entry = table.find(code);
      if (entry?.kind !== 'projected') return [code];
      try {
        createTransform(
          { horizontal: entry.crs.base, vertical: null },
          { horizontal: entry.crs, vertical: null },
        );
        return [];
      } catch {
        return [code];
      }
    });
    expect(refused).toEqual(unsupported);
  });

  it('written as WKT without codes is either recognised as itself or left without a code', async () => {
    const table = await loadCrsTable();
    let recognised = 0;
    let written = 0;
    for (let i = 0; i < table.rows.projected.length; i += 13) {
      const entry = table.find(Number(table.rows.projected[i]!.split('|')[0]));
      if (entry?.kind !== 'projected' || entry.deprecated) continue;
      const definition = { name: entry.name, horizontal: entry.crs, vertical: null, compoundEpsg: null };
      if (!canWriteWkt(definition)) continue;
      const text = writeWkt(definition).replace(/,AUTHORITY\["EPSG","\d+"\]/g, '');
      const report = readCrsWith(table, [{ source: 'prj', payload: text }]);
      written++;
      if (report.epsg === entry.epsg) recognised++;
      else expect([entry.epsg, report.epsg]).toEqual([entry.epsg, null]);
    }
    expect(recognised / written).toBeGreaterThan(0.97);
  });
});
