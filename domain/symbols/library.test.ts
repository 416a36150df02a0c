import { describe, expect, it } from 'vitest';
import { symbolLibrary, symbolNamed, symbolsNamed } from './library.ts';
import type { SymbolPart } from './symbol.ts';

/** How far a part reaches from the point. */
function reachOf(part: SymbolPart): number {
  if (part.kind === 'circle' || part.kind === 'arc') return Math.hypot(part.x, part.y) + part.radius;
  return part.points.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

describe('the symbol library', () => {
  it('has symbols under names that files and documents take, each once', () => {
    const names = symbolLibrary.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(45);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it.each(symbolLibrary)('draws $name about its point, one unit high or so', ({ parts }) => {
    expect(parts.length).toBeGreaterThan(0);
    const reach = parts.map(reachOf);
    expect(Math.max(...reach)).toBeLessThanOrEqual(1);
    expect(Math.max(...reach)).toBeGreaterThanOrEqual(0.2);
    for (const part of parts) {
      if (part.kind === 'circle') expect(part.radius).toBeGreaterThan(0);
      else if (part.kind === 'arc') expect(part.end).toBeGreaterThan(part.start);
      else expect(part.points.length).toBeGreaterThanOrEqual(part.kind === 'area' ? 6 : 4);
      if (part.kind === 'line' || part.kind === 'area') expect(part.points.length % 2).toBe(0);
    }
  });

  it('finds symbols by name', () => {
    expect(symbolNamed('hydrant')?.name).toBe('hydrant');
    expect(symbolNamed('toString')).toBeUndefined();
    expect(symbolsNamed(['well', 'none', 'well', 'gate']).map(({ name }) => name)).toEqual(['well', 'gate']);
  });
});
