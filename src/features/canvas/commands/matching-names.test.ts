import { describe, expect, it } from 'vitest';
import { matchingNames } from './matching-names.ts';

const rows = ['Orthographic view', 'Point', 'View north', 'Fit to window'];
const found = (query: string) =>
  matchingNames(rows, query, (row) => [row, row === 'Point' ? 'Choose tool' : '']);

describe('names that match', () => {
  it('have every word, in any case and order, and begin with the query first', () => {
    expect(found('view')).toEqual(['View north', 'Orthographic view']);
    expect(found('  north VIEW ')).toEqual(['View north']);
    expect(found('tool po')).toEqual(['Point']);
  });

  it('are all for nothing asked, and none for what nothing has', () => {
    expect(found(' ')).toEqual(rows);
    expect(found('zebra')).toEqual([]);
  });
});
