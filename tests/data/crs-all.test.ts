import { describe, expect, it } from 'vitest';
import { readCrsWith } from '#domain/crs/read-crs.ts';
import { loadCrsTable } from '#domain/crs/table.ts';
import { createTransform } from '#domain/crs/transform.ts';
import { canWriteWkt, writeWkt } from '#domain/crs/wkt/wkt-write.ts';
import { compareWithProj, projectedCodes, unsupportedSystems } from '#tests/support/crs-against-proj.ts';
import { hasProj } from '#tests/support/proj-answers.ts';

/** Systems whose datum shifts other software gets wrong, and one of every 600. */
const traps = [2229, 3844, 5514, 21781, 27572, 27700, 28992, 31370, 31467];

describe.skipIf(!hasProj)('a sample of EPSG systems against PROJ (skipped without cs2cs)', () => {
  it('agrees within a millimetre or is refused', async () => {
    const table = await loadCrsTable();
    const sample = projectedCodes(table).filter((_, index) => index % 600 === 0);
    const { systems, shifted, wrong } = await compareWithProj(table, [...traps, ...sample]);
    expect(wrong).toEqual([]);
    expect(systems).toBeGreaterThan(15);
    expect(shifted).toBeGreaterThan(60);
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
    expect(refused).toEqual(unsupportedSystems);
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
