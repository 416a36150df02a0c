import type { DisplaySettings, RampName } from './display.ts';

/** Colours along each ramp, low to high, evenly spaced, `#rrggbb`. */
export const rampStops: Readonly<Record<RampName, readonly string[]>> = {
  terrain: [
    '#17504f',
    '#2c7f66',
    '#6aa667',
    '#b9c579',
    '#e6d592',
    '#d3a766',
    '#ad7650',
    '#a98a7c',
    '#f1ece6',
  ],
  spectrum: [
    '#31327a',
    '#3a6fc4',
    '#35a7c9',
    '#4fc28d',
    '#a5d25a',
    '#f0cf4c',
    '#ee8f3c',
    '#d64a3a',
    '#8e1f36',
  ],
  viridis: [
    '#440154',
    '#472d7b',
    '#3b528b',
    '#2c728e',
    '#21918c',
    '#28ae80',
    '#5ec962',
    '#addc30',
    '#fde725',
  ],
  heat: ['#eef1e0', '#c5d98a', '#f3d45b', '#ef9440', '#cf4436', '#6b1a36'],
  grey: ['#26292e', '#f2f3f5'],
};

/** Colours of aspects at every eighth of the compass from north by east, the first one again at the end. */
export const aspectStops: readonly string[] = [
  '#3d72c8',
  '#37a3b4',
  '#55b56c',
  '#b9cb55',
  '#f2c14b',
  '#ee8245',
  '#d0537c',
  '#8a5bc4',
  '#3d72c8',
];

/** Colours of heights relative to another surface: fill, far below it, blue; cut, far above it, red. */
export const differenceStops: readonly string[] = [
  '#0b4a9c',
  '#2f7fd0',
  '#86b9e8',
  '#dcdfe1',
  '#f0a58c',
  '#d9553f',
  '#a3141f',
];

/** Red, green, blue (0 to 255) of `#rrggbb`. */
export function parseHexColour(hex: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The current colours, low to high: the user's own, or those of the ramp. */
export function stopsOf({ ramp, ownRamp }: Pick<DisplaySettings, 'ramp' | 'ownRamp'>): readonly string[] {
  return ownRamp && ownRamp.length >= 2 ? ownRamp : rampStops[ramp];
}

/** A ramp of evenly spaced `#rrggbb` stops as `count` colours, RGBA bytes, length 4 × count. */
export function rampTexels(ramp: readonly string[], count: number): Uint8Array<ArrayBuffer> {
  const stops = ramp.map(parseHexColour);
  const texels = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) {
    const place = (i / Math.max(1, count - 1)) * (stops.length - 1);
    const base = Math.min(Math.floor(place), stops.length - 2);
    for (let channel = 0; channel < 3; channel++) {
      const low = stops[base]![channel]!;
      const high = stops[base + 1]![channel]!;
      texels[i * 4 + channel] = Math.round(low + (high - low) * (place - base));
    }
    texels[i * 4 + 3] = 255;
  }
  return texels;
}
