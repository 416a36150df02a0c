import { expect, test } from 'vitest';
import { fileNameFault, fileNameOf } from './file-name.ts';

test.each([
  ['site 4 – Höhe', null],
  ['測量', null],
  ['  ', 'empty'],
  ['...', 'empty'],
  ['a/b', 'forbidden-characters'],
  ['what?', 'forbidden-characters'],
  ['a\u0007', 'forbidden-characters'],
  ['con', 'reserved'],
  ['LPT1.old', 'reserved'],
  ['console', null],
  ['測'.repeat(81), 'too-long'],
])('the file name %j has the fault %j', (name, fault) => {
  expect(fileNameFault(name)).toBe(fault);
});

test('a title becomes a name that has no fault', () => {
  expect(fileNameOf('North: pit 1/2', 'drawing')).toBe('North_ pit 1_2');
  expect(fileNameOf('Aux', 'drawing')).toBe('_Aux');
  expect(fileNameOf(' ', 'drawing')).toBe('drawing');
  for (const title of ['North: pit', 'aux', '', '.', 'x'.repeat(999)]) {
    expect(fileNameFault(fileNameOf(title, 'drawing'))).toBeNull();
  }
});
