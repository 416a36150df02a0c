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
});
