import { expect, it } from 'vitest';
import { formatPlace, parsePlace } from './place.ts';

it('reads latitude and longitude as they are usually written', () => {
  const munich = { latitude: 48.14, longitude: 11.58 };
  expect(parsePlace('48.14, 11.58')).toEqual(munich);
  expect(parsePlace(' 48.14° N 11.58° E ')).toEqual(munich);
  expect(parsePlace('11.58E; 48.14N')).toEqual(munich);
  expect(parsePlace('33.9 S, 70.6 W')).toEqual({ latitude: -33.9, longitude: -70.6 });
  expect(parsePlace('-33.9,-70.6')).toEqual({ latitude: -33.9, longitude: -70.6 });
  expect(parsePlace(formatPlace(munich))).toEqual(munich);
});

it('takes nothing else for a place', () => {
  for (const text of [
    '26917',
    'UTM 32 N',
    '48.14',
    '91, 0',
    '0, 181',
    '48 N, 11 S',
    '1, 2, 3',
    'Peru, 1',
    '32 16',
  ])
    expect(parsePlace(text)).toBeNull();
});
