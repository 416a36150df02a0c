import { describe, expect, it } from 'vitest';
import type { Profile } from '#core/state/profile-data.ts';
import { createCorridor } from '#domain/profile/corridor.ts';
import { heightsOf, pickProfile, profileCsv } from './profile-figures.ts';
import { profileScale, toScreen } from './profile-scale.ts';

const profile: Profile = {
  corridor: createCorridor([0, 0, 0, 100, 0, 0], 4),
  length: 100,
  points: {
    count: 2,
    xyz: Float64Array.of(20, 1, 12.345, 60, -1, 14),
    stations: Float64Array.of(20, 60),
    rgb: null,
    classes: Uint8Array.of(2, 255),
    isComplete: true,
  },
  line: {
    name: 'Ground',
    stations: Float64Array.of(0, 50, 100),
    heights: Float64Array.of(10, 11, Number.NaN),
  },
};
const scale = profileScale({ width: 900, height: 240, length: 100, low: 10, high: 14, zFactor: 1 }, null);

describe('a section', () => {
  it('spans what it shows, holes apart', () => {
    expect(heightsOf(profile)).toEqual([10, 14]);
    expect(heightsOf({ ...profile, points: null, line: null })).toBeNull();
  });

  it('answers the point under the pointer with its own height, else the surface', () => {
    const [x, y] = toScreen(scale, 20, 12.345);
    expect(pickProfile(profile, scale, x + 3, y - 3)).toEqual([20, 12.345]);
    expect(pickProfile(profile, scale, toScreen(scale, 48, 0)[0], 15)).toEqual([50, 11]);
    expect(pickProfile(profile, scale, toScreen(scale, 99, 0)[0], 15)).toBeNull();
  });

  it('is written row by row', () => {
    expect(profileCsv(profile, ['of', 'station', 'z', 'x', 'y', 'class']).split('\n')).toEqual([
      'of,station,z,x,y,class',
      'point,20.0000,12.3450,20.0000,1.0000,2',
      'point,60.0000,14.0000,60.0000,-1.0000,',
      'surface,0.0000,10.0000,,,',
      'surface,50.0000,11.0000,,,',
      '',
    ]);
  });
});
