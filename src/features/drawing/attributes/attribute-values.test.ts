import { describe, expect, it } from 'vitest';
import { kindOfValue, readValue, valueText } from './attribute-values.ts';

const list = { type: 'list', values: ['oak', 'pine'] } as const;

describe('a typed value', () => {
  it.each([
    ['2.5', { type: 'number' }, 2.5],
    [' -2,5e3 ', { type: 'number' }, -2500],
    ['', { type: 'number' }, null],
    [' as is ', { type: 'text' }, ' as is '],
    ['true', { type: 'boolean' }, true],
    ['false', { type: 'boolean' }, false],
    ['2024-02-29', { type: 'date' }, '2024-02-29'],
    ['pine', list, 'pine'],
  ] as const)('reads %j as %j', (text, kind, value) => {
    expect(readValue(text, kind)).toEqual({ value });
    expect(readValue(valueText(value), kind)).toEqual({ value });
  });

  it.each([
    ['two', { type: 'number' }],
    ['1,000,000', { type: 'number' }],
    ['1e999', { type: 'number' }],
    ['0x10', { type: 'number' }],
    ['29.2.2024', { type: 'date' }],
    ['elm', list],
  ] as const)('refuses %j as %j', (text, kind) => {
    expect(readValue(text, kind)).toHaveProperty('fault');
  });
});

it.each([
  [1, 'number'],
  [false, 'boolean'],
  ['a', 'text'],
  ['2024-02-29', 'date'],
  [null, 'text'],
] as const)('takes %j for a %s', (value, type) => {
  expect(kindOfValue(value).type).toBe(type);
});
