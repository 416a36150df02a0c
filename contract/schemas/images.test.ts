import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { photoThumbnail, safeInputName } from './images.ts';

describe('safeInputName', () => {
  it.each([
    ['DJI 0001.jpeg', 'DJI_0001.JPG'],
    ['flight.2026.06.tif', 'flight_2026_06.TIFF'],
    ['Straße 1.JPG', 'Stra_e_1.JPG'],
    ['../a.jpg', '___a.JPG'],
    ['-rf.jpg', '_rf.JPG'],
    ['.jpg', '_.JPG'],
    ['gcp.list v2.txt', 'gcp.list_v2.txt'],
    ['..hidden.csv', '_hidden.csv'],
  ])('writes %j as %s', (name, wanted) => {
    expect(safeInputName(name)).toBe(wanted);
  });

  it('keeps the extension of a long name', () => {
    const name = safeInputName(`${'x'.repeat(400)}.jpg`);
    expect(name).toHaveLength(limits.nameLength);
    expect(photoThumbnail(name)).toBe(name);
  });
});
