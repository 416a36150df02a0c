import { parseEntry } from '#domain/drawing/entry/parse-entry.ts';
import { METRE } from '#domain/units/units.ts';
import { type HostileParser, textParser } from './parser.ts';

const lines = [
  '500000.25, 4200000.5, 12',
  '@3.2 m, -4, 0.5',
  'N45°30\'15"E sd 120.5 va -5-30-00',
  'dl 30 12\'6" + 2 * (3 - 1) dz 1 ft',
  'sta 1+25.50 off -3 z 14',
];

/** Parser of typed lines. */
export function entryParsers(): HostileParser[] {
  const form = { order: 'xyz', horizontal: METRE, vertical: METRE } as const;
  return [
    textParser('typed line', lines, (text) => parseEntry(text, { ...form, hasDecimalComma: false })),
    textParser('typed line, decimal comma', ['1,5; 2,25; 3'], (text) =>
      parseEntry(text, { ...form, hasDecimalComma: true }),
    ),
  ];
}
