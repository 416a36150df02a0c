import type { DisplaySettings } from './display.ts';
import { parseHexColour } from './ramps.ts';

/** Colours of the LAS classes (ASPRS LAS 1.4 R15, table 17) by number. */
const standardColours: Readonly<Record<number, string>> = {
  0: '#8d939c',
  1: '#b3b8bf',
  2: '#b58a5c',
  3: '#a3d07a',
  4: '#5fb35a',
  5: '#2b8448',
  6: '#e2694f',
  7: '#d446c8',
  8: '#f0d050',
  9: '#3f8fe6',
  10: '#8a70d6',
  11: '#6f7a8a',
  12: '#d8c6a4',
  13: '#f0a040',
  14: '#ffd65c',
  15: '#4cc4d6',
  16: '#e6b450',
  17: '#a06a44',
  18: '#ff5580',
  19: '#7ad0be',
  20: '#7a6450',
  21: '#eaf1f8',
  22: '#a8a2c2',
};

/** Colour of a LAS class, `#rrggbb`; classes without a standard meaning get one of a fixed series. */
export function classColour(classNumber: number): string {
  const known = standardColours[classNumber];
  if (known) return known;
  const series = ['#c98bd0', '#8bb8d0', '#d0b48b', '#8bd09c', '#d08b94', '#9c8bd0'];
  return series[classNumber % series.length]!;
}

/** All 256 classes as RGBA bytes, length 1024, in the user's colours or the standard ones; opacity 0 for hidden ones. */
export function classTexels({
  hiddenClasses,
  classColours,
}: Pick<DisplaySettings, 'hiddenClasses' | 'classColours'>): Uint8Array<ArrayBuffer> {
  const texels = new Uint8Array(1024);
  for (let number = 0; number < 256; number++) {
    texels.set(parseHexColour(classColours[number] ?? classColour(number)), number * 4);
    texels[number * 4 + 3] = hiddenClasses.includes(number) ? 0 : 255;
  }
  return texels;
}
