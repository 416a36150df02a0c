import { expect, it } from 'vitest';
import { symbolLibrary } from './library.ts';
import { arc, area, disc, line, ring } from './parts.ts';
import { symbolBox, symbolPath } from './symbol-path.ts';

it.each([
  [line(0, 0.5, -0.25, 0), { d: 'M0 -0.5L-0.25 0', isFilled: false }],
  [ring(0, 0, 1, 0, 0, 1), { d: 'M0 0L1 0L0 -1Z', isFilled: false }],
  [area(0, 0, 1, 0, 0, 1), { d: 'M0 0L1 0L0 -1Z', isFilled: true }],
  [disc(0.5, 0.25, 0), { d: 'M0.75 0A0.5 0.5 0 0 0 -0.25 0A0.5 0.5 0 0 0 0.75 0', isFilled: true }],
  [arc(0.5, 0, 180), { d: 'M0.5 0A0.5 0.5 0 0 0 0 -0.5A0.5 0.5 0 0 0 -0.5 0', isFilled: false }],
])('draws %j with y down', (part, path) => {
  expect(symbolPath(part)).toEqual(path);
});

it('draws all parts of the library by figures alone', () => {
  for (const part of symbolLibrary.flatMap(({ parts }) => parts)) {
    expect(symbolPath(part).d).toMatch(/^M[-\d. LAZ]+$/);
  }
});

it('boxes a symbol in the middle of its square', () => {
  expect(symbolBox({ parts: [line(0, 0, 0, 2), disc(0.5, 0, 0)] })).toBe('-1.4 -2.15 2.8 2.8');
  expect(symbolBox({ parts: [disc(0.05)] })).toBe('-0.504 -0.504 1.008 1.008');
});
