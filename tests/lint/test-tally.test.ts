import { expect, it } from 'vitest';
import { notChecked, slowest, tally } from '../../scripts/test-tally.mjs';

it('the end of a run tells its slowest files, and why tests were left out', () => {
  const file = (name: string, seconds: number, left: readonly string[]) => ({
    name: `/house/${name}`,
    startTime: 0,
    endTime: 1000 * seconds,
    assertionResults: [
      ...left.map((fullName) => ({ status: 'pending', fullName })),
      { status: 'passed', fullName: 'what passed (gdal-bin is not installed)' },
    ],
  });
  const testResults = [
    file('a.test.ts', 5, ['x (gdal-bin is not installed)', 'y (gdal-bin is not installed)']),
    file('b.test.ts', 90, ['z', 'files (no shared/data beside the project)']),
  ];
  tally('unit', { testResults }, '/house');
  expect(slowest(1)).toEqual(['   90 s  unit: b.test.ts']);
  expect(notChecked()).toBe(
    '2 (gdal-bin is not installed), 1 (by a condition in the test), 1 (no shared/data beside the project)',
  );
});
