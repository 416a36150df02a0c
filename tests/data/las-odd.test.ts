import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runBuiltCli } from '../support/cli.ts';
import { describeWithShared, hasSharedData, sharedData } from '../support/shared-data.ts';

/** The expected result of a file: its points and the warnings beside them, or the refusal. */
type Expected = { points: number; warnings?: string[] } | { refused: RegExp };

const expectations: Record<string, Expected> = {
  '1.2-empty-geotiff-vlrs.las': { points: 43 },
  '1.2-no-points.las': { points: 0, warnings: ['las.fewer-points'] },
  '32-1-472-150-76.laz': { points: 5658 },
  'TO_core_last_clip.las': { points: 8 },
  'append-bug.laz': { points: 37_805 },
  'bad-geotiff-keys.las': { points: 10 },
  'bad_points_1.1.las': { points: 1 },
  'bad_vlr_count.las': { points: 10, warnings: ['las.vlr-count'] },
  'garbage_nVariableLength.las': { points: 718, warnings: ['las.vlr-count', 'las.fewer-points'] },
  'gps-time-nan.las': { points: 1, warnings: ['las.bad-times'] },
  'hextest.las': { points: 8 },
  'lone-star-invalid-tile-2-2-2-2.laz': { refused: /LAS version 126\.203/ },
  'lone-star-valid-tile-2-2-2-2.laz': { points: 59_398 },
  'lots_of_vlr.las': { points: 1 },
  'malformed_extrabytes.las': { points: 10, warnings: ['las.extra-bytes-malformed'] },
  'no-points-1.3.las': { points: 0 },
  'no-points-1.3.laz': { points: 0 },
  'no-points.las': { points: 0 },
  'prec3.las': { points: 110, warnings: ['las.eight-bit-colour'] },
  'spec_3.las': { points: 10 },
  'spurious.las': { points: 1065, warnings: ['las.bounds-wrong', 'las.eight-bit-colour'] },
  'synthetic_test.las': { points: 1 },
  'unregistered_extra_bytes.las': { points: 4, warnings: ['las.extra-bytes-unregistered'] },
  'wontcompress3.las': { points: 1000 },
};

describeWithShared('broken and odd files', () => {
  test('every one has an expectation', () => {
    if (hasSharedData)
      expect(readdirSync(sharedData('las-odd')).sort()).toEqual(Object.keys(expectations).sort());
  });

  test.concurrent.each(Object.entries(expectations))('%s', async (name, expected) => {
    const run = await runBuiltCli('info', '--scan', '--json', sharedData(`las-odd/${name}`));
    expect(run.peakMiB).toBeLessThan(256);
    if ('refused' in expected) {
      expect(run).toMatchObject({ code: 1, out: '' });
      expect(run.error).toMatch(expected.refused);
      expect(run.error.trimEnd().split('\n')).toHaveLength(1);
      return;
    }
    expect(run).toMatchObject({ code: 0, error: '' });
    const told = JSON.parse(run.out);
    expect(told.points.read).toBe(expected.points);
    const codes = told.warnings.map((warning: { code: string }) => warning.code);
    for (const code of expected.warnings ?? []) expect(codes).toContain(code);
  });
});
