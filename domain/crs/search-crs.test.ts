import { describe, expect, it } from 'vitest';
import { searchCrs } from './search-crs.ts';

const codes = async (text: string, limit = 5): Promise<number[]> =>
  (await searchCrs(text, limit)).map((entry) => entry.epsg);

describe('searching coordinate systems', () => {
  it('finds a code, with or without its prefix', async () => {
    expect((await codes('32615'))[0]).toBe(32615);
    expect((await codes('EPSG:2229'))[0]).toBe(2229);
  });

  it('needs every word, in name or area of use', async () => {
    expect(await codes('california zone 5 ftus')).toContain(2229);
    expect(await codes('utm 15n wgs 84')).toContain(32615);
    expect(await codes('luxembourg tm')).toContain(2169);
    expect(await codes('navd88 height ftus')).toContain(6360);
  });

  it('puts deprecated systems last and keeps the limit', async () => {
    const found = await searchCrs('nsidc ease-grid north', 10);
    expect(found.at(-1)?.deprecated).toBe(true);
    expect(found[0]?.deprecated).toBe(false);
    expect(await codes('utm', 3)).toHaveLength(3);
  });

  it('answers nothing for nothing', async () => {
    expect(await codes('')).toEqual([]);
    expect(await codes('zzzz no such place')).toEqual([]);
  });

  it('finds the systems of a place, the closest fit first', async () => {
    const minneapolis = { west: -93.3, south: 44.9, east: -93.2, north: 45 };
    const found = await searchCrs('', 400, { place: minneapolis, kinds: ['projected'] });
    const codes = found.map((entry) => entry.epsg);
    expect(found[0]?.area?.name).toBe('USA - Minnesota - SPCS - S');
    expect(codes.indexOf(6504)).toBeLessThan(codes.indexOf(26793));
    expect(codes.indexOf(26793)).toBeLessThan(codes.indexOf(26915));
    expect(codes.indexOf(26915)).toBeLessThan(codes.indexOf(3857));
    expect(codes).not.toContain(26914);
    const wide = await searchCrs('utm', 400, { place: { ...minneapolis, west: -97 } });
    expect(wide.map((entry) => entry.epsg)).not.toContain(26915);
  });

  it('finds the systems of a place beyond the antimeridian', async () => {
    const place = { west: 179.5, south: -17, east: -179.8, north: -16.5 };
    const found = await searchCrs('fiji map grid', 5, { place });
    expect(found.map((entry) => entry.epsg)).toContain(3460);
  });

  it('keeps to the kinds asked for', async () => {
    const found = await searchCrs('navd88', 50, { kinds: ['vertical'] });
    expect(found.map((entry) => entry.kind)).toEqual(found.map(() => 'vertical'));
    expect(found.map((entry) => entry.epsg)).toContain(5703);
  });
});
