import { expect, test } from 'vitest';
import { readListSearch } from './search-params.ts';

test('the search text is read, numbers as text, anything else left out', () => {
  expect(readListSearch({ search: 'quarry' })).toEqual({ search: 'quarry' });
  expect(readListSearch({ search: 2026 })).toEqual({ search: '2026' });
  expect(readListSearch({ search: '' })).toEqual({});
  expect(readListSearch({ search: ['a'], other: 1 })).toEqual({});
});
