import { describe, expect, it } from 'vitest';
import { readDroneXmp } from '../../formats/xmp/drone-xmp.ts';
import { readXmp } from '../../formats/xmp/read-xmp.ts';
import { findPosition } from './photo-position.ts';

/** The position of a photo whose receiver names a fix and keeps deviations of centimetres. */
function positionWith(flag: string, deviation: string) {
  const facts = {
    GpsLatitude: '46.5',
    GpsLongitude: '7.2',
    AbsoluteAltitude: '+500',
    RtkFlag: flag,
    RtkStdLon: deviation,
    RtkStdLat: deviation,
    RtkStdHgt: deviation,
  };
  const attributes = Object.entries(facts).map(([name, value]) => `drone-dji:${name}="${value}"`);
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ${attributes.join(' ')}/></rdf:RDF></x:xmpmeta>`;
  return findPosition('a.JPG', null, readDroneXmp(readXmp([packet]).values, 'DJI')).position;
}

describe('what a position is worth', () => {
  it.each([
    ['50', 'fixed', { east: 0.012, north: 0.012, up: 0.012 }],
    ['34', 'float', { east: 0.05, north: 0.05, up: 0.1 }],
    ['16', 'single', { east: 0.5, north: 0.5, up: 1 }],
    ['0', 'none', { east: 10, north: 10, up: 20 }],
  ])('does not let the RTK flag %s weigh more than its fix', (flag, fix, sigmaM) => {
    expect(positionWith(flag, '0.012')).toMatchObject({ fix, sigmaM });
  });

  it('keeps larger deviations than a fix is worth', () => {
    expect(positionWith('34', '0.7')?.sigmaM.east).toBe(0.7);
  });
});
