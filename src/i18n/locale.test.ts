import { expect, test } from 'vitest';
import { chooseLocale } from './locale.ts';

test('the query wins over what is saved, but only with an allowed value', () => {
  expect(chooseLocale('en-US', null, ['pl-PL'])).toBe('en-US');
  expect(chooseLocale('xx-XX', 'en-US', [])).toBe('en-US');
});

test('a browser language matches by its language part, and nothing known means en-US', () => {
  expect(chooseLocale(null, null, ['en-AU'])).toBe('en-US');
  expect(chooseLocale(null, null, ['ja-JP'])).toBe('en-US');
  expect(chooseLocale(null, 'toString', [])).toBe('en-US');
});
