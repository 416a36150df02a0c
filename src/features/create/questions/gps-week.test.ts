import { expect, it } from 'vitest';
import { sampleLas } from '#tests/support/las-fixture.ts';
import { preflight } from '../choose/preflight.ts';
import { findWeekQuestion, readWeek } from './gps-week.ts';

/** A LAS file whose times are seconds of the week, or adjusted standard times. */
async function las(name: string, isAdjusted: boolean): Promise<File> {
  const bytes = (await sampleLas(6, 3)).slice();
  const view = new DataView(bytes.buffer);
  view.setUint16(6, (view.getUint16(6, true) & ~1) | Number(isAdjusted), true);
  return new File([bytes], name);
}

it('asks for the week where files count times from different moments', async () => {
  const mixed = findWeekQuestion(await preflight([await las('a.las', true), await las('b.las', false)]));
  expect(mixed).toEqual({ code: 'process.mixed-times', params: { file: 'b.las', otherFile: 'a.las' } });
  expect(readWeek(mixed, '')).toEqual({ isOpen: true, settings: {} });
  expect(readWeek(mixed, '23x')).toEqual({ isOpen: true, settings: {} });
  expect(readWeek(mixed, ' 2300 ')).toEqual({ isOpen: false, settings: { gps_week: 2300 } });
});

it('asks nothing where all count from the same moment', async () => {
  const same = findWeekQuestion(await preflight([await las('a.las', false), await las('b.las', false)]));
  expect(same).toBeNull();
  expect(readWeek(same, '2300')).toEqual({ isOpen: false, settings: {} });
  expect(findWeekQuestion(null)).toBeNull();
});
