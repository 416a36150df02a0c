import { expect, it } from 'vitest';
import type { PhotoInfo, PhotoPosition } from '../model/photo.ts';
import { checkHemisphere, hemispheres, stateHemisphere } from './hemisphere.ts';

const photo = (name: string, position: Partial<PhotoPosition> | null) => ({ name, position }) as PhotoInfo;
const open = photo('a.jpg', { latitude: 41, longitude: 90, lacksHemisphere: true });
const stated = photo('b.jpg', { latitude: -1, longitude: -2 });

it('asks once for all photos that name no hemisphere', () => {
  expect(checkHemisphere([stated, open, { ...open, name: 'c.jpg' }])).toMatchObject({
    code: 'photo.hemisphere-unknown',
    params: { file: 'a.jpg', count: 2, total: 3 },
  });
  expect(checkHemisphere([stated, photo('d.jpg', null)])).toBeNull();
});

it('gives signs to those alone', () => {
  const places = hemispheres.map((hemisphere) => {
    const [first, second] = stateHemisphere([open, stated], hemisphere);
    expect(second).toBe(stated);
    expect(checkHemisphere([first!])).toBeNull();
    return [first!.position!.latitude, first!.position!.longitude];
  });
  expect(places).toEqual([
    [41, 90],
    [41, -90],
    [-41, 90],
    [-41, -90],
  ]);
});
