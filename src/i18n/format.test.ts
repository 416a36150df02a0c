import { expect, test } from 'vitest';
import { createFormatter } from './format.ts';

const format = createFormatter('en-US');

test('bytes are 1024-based with at most three digits', () => {
  expect(format.bytes(0)).toBe('0\u00a0B');
  expect(format.bytes(1023)).toBe('1,023\u00a0B');
  expect(format.bytes(1536)).toBe('1.5\u00a0KB');
  expect(format.bytes(2_820_351)).toBe('2.7\u00a0MB');
  expect(format.bytes(300 * 1024 ** 3)).toBe('300\u00a0GB');
});

test('durations change unit beyond one hour, one day and three days', () => {
  expect(format.duration(3600)).toBe('3,600 sec');
  expect(format.duration(7200)).toBe('120 min');
  expect(format.duration(86_400 * 2)).toBe('48 hr');
  expect(format.duration(86_400 * 4)).toBe('4 days');
});

test('percent never says all before all is done', () => {
  expect(format.percent(0.999)).toBe('99%');
  expect(format.percent(1)).toBe('100%');
});

test('numbers keep the digits asked for', () => {
  expect(format.number(1234.5, 3)).toBe('1,234.500');
});
