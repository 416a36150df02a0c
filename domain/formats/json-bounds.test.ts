import { expect, it } from 'vitest';
import { isWithinBounds } from './json-bounds.ts';

const bounds = { depth: 3, values: 7, containers: 4 };

it.each([
  ['{"a":[1,2]}', true],
  ['[[[1]]]', true],
  ['[[[[1]]]]', false],
  ['[1,2,3,4,5]', true],
  ['[[],[],{}]', true],
  ['[[],[],{},{}]', false],
  ['[1,2,3,4,5,6,7]', false],
  ['{"text":"[[[[[,,,,,,,,,\\"]]]"}', true],
  ['', true],
])('%s: %s', (text, expected) => {
  expect(isWithinBounds(text, bounds)).toBe(expected);
});
