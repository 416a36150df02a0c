import { describe, expect, it } from 'vitest';
import { child, isNode, numberAt, parseWkt, textAt } from './wkt-parse.ts';

const fault = (text: string): unknown => {
  try {
    parseWkt(text);
    return null;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('parsing well-known text', () => {
  it('reads nodes, texts, numbers and bare words', () => {
    const [node] = parseWkt(' GEOGCS [ "a ""b""", UNIT("degree", 1.7e-2), AXIS["Lat", north], -.5 ] ');
    expect(textAt(node, 0)).toBe('a "b"');
    expect(numberAt(child(node, 'UNIT'), 1)).toBe(0.017);
    expect(child(node, 'AXIS')?.items[1]).toEqual({ word: 'NORTH' });
    expect(node?.items[3]).toBe(-0.5);
    expect(isNode(node?.items[0])).toBe(false);
  });

  it('reads two systems parted by a comma, and stops at what follows', () => {
    expect(parseWkt('PROJCS["a"],VERTCS["b"]').map((node) => node.keyword)).toEqual(['PROJCS', 'VERTCS']);
    expect(parseWkt('PROJCS["a"]\0\0garbage[')).toHaveLength(1);
  });

  it.each([
    '',
    'PROJCS',
    'PROJCS["a"',
    'PROJCS["a]',
    'PROJCS["a" "b"]',
    'PROJCS["a",]',
    'PROJCS["a",@]',
    '["a"]',
  ])('refuses %s by a typed error', (text) => {
    expect(fault(text)).toBe('crs.wkt-syntax');
  });

  it('stays bounded on hostile text', () => {
    expect(fault('A['.repeat(100_000))).toBe('crs.wkt-syntax');
    expect(fault(`A[${'B[1],'.repeat(30_000)}1]`)).toBe('crs.wkt-syntax');
    expect(fault(`A["${'x'.repeat(2_000_000)}"]`)).toBe('crs.wkt-syntax');
  });
});
