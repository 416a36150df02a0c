import { expect, test } from 'vitest';
import { type FindText, textOptions } from './text-options.ts';

const texts: Readonly<Record<string, string>> = {
  'reasons.id-used-twice': 'its id {{id}} is used twice',
  'reasons.row-refused': 'row {{row}}: {{why}}',
};

const findText: FindText = (key, { replace }) =>
  texts[key]?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(replace[name])) ?? null;

test('the text of a reason speaks of the other parameters of its error', () => {
  const { replace } = textOptions({ place: 'layers[1]', reason: 'id-used-twice', id: 'L1' }, findText);
  expect(replace).toEqual({ place: 'layers[1]', reason: 'its id L1 is used twice', id: 'L1' });
});

test('a reason may name another one', () => {
  const params = { reason: 'row-refused', row: 3, why: 'id-used-twice', id: 'A' };
  expect(textOptions(params, findText).replace['reason']).toBe('row 3: its id A is used twice');
});

test('what is no code of a reason is unchanged, and a count chooses plurals', () => {
  expect(textOptions({ reason: 'ENOSPC', count: 2 }, findText)).toEqual({
    replace: { reason: 'ENOSPC', count: 2 },
    count: 2,
  });
});
