import { describe, expect, it } from 'vitest';
import { loadCrsTable } from '#domain/crs/table.ts';
import { compareWithProj, projectedCodes } from '#tests/support/crs-against-proj.ts';
import { hasProj } from '#tests/support/proj-answers.ts';

describe.skipIf(!hasProj)('every projected system of the table (skipped without cs2cs)', () => {
  it('agrees with PROJ within a millimetre or is refused', async () => {
    const table = await loadCrsTable();
    const { systems, shifted, refused, unanswered, wrong } = await compareWithProj(
      table,
      projectedCodes(table),
    );
    console.log(
      `${systems} systems compared; of points from WGS 84 ${shifted} agree, ${refused} are refused, ${unanswered} have no answer of PROJ; ${wrong.length} differ`,
    );
    expect(wrong).toEqual([]);
    expect(systems).toBeGreaterThan(5400);
    expect(shifted).toBeGreaterThan(5 * refused);
    expect(unanswered).toBeLessThan(systems / 20);
  }, 3_600_000);
});
