import { expect, test } from 'vitest';
import { readBrand, readTheme } from './preferences.ts';

test('the query parameter wins, then what is saved, then the system', () => {
  expect(readTheme('dark', 'light', false)).toBe('dark');
  expect(readTheme(null, 'light', true)).toBe('light');
  expect(readTheme(null, null, true)).toBe('dark');
});

test('values outside the allowed list are ignored', () => {
  expect(readTheme('neon', 'sepia', false)).toBe('light');
});

test('the brand is that of the query when allowed, else of the host', () => {
  expect(readBrand('unifli', 'localhost')).toBe('unifli');
  expect(readBrand('acme', 'photo.carlson.example')).toBe('carlson');
  expect(readBrand(null, 'localhost')).toBe('plumbline');
});
