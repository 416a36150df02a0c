import { expect, it } from 'vitest';
import type { PhotoInfo } from '../model/photo.ts';
import { chooseBand, otherBands } from './bands.ts';

const photos = (...bands: (string | null)[]) =>
  bands.map((band, at) => ({ name: `${at}.jpg`, band }) as PhotoInfo);
const choose = (...bands: (string | null)[]) => {
  const { kept, others, band } = chooseBand(photos(...bands), (photo) => photo);
  return [band, kept.map(({ name }) => name), others.map(({ name }) => name)];
};

it('keeps photos in colour wherever there are any', () => {
  expect(choose('infrared', null, 'infrared')).toEqual([null, ['1.jpg'], ['0.jpg', '2.jpg']]);
});

it('keeps the band that most have, the first of equals', () => {
  expect(choose('Red', 'Green', 'Green')).toEqual(['Green', ['1.jpg', '2.jpg'], ['0.jpg']]);
  expect(choose('Red', 'Green')).toEqual(['Red', ['0.jpg'], ['1.jpg']]);
  expect(choose('infrared', 'infrared')).toEqual(['infrared', ['0.jpg', '1.jpg'], []]);
});

it('tells each band that is left out, once', () => {
  expect(otherBands(photos('infrared', null, 'infrared', 'Red'))).toEqual([
    { code: 'photo.bands-mixed', params: { band: 'infrared', count: 2, kept: 'RGB' } },
    { code: 'photo.bands-mixed', params: { band: 'Red', count: 1, kept: 'RGB' } },
  ]);
  expect(otherBands(photos(null, null))).toEqual([]);
});
