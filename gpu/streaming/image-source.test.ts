import { describe, expect, it } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import type { CogSpec } from '#domain/formats/cog/spec.ts';
import type { SampleArray } from '#domain/formats/tiff/sample-types.ts';
import { writeCog } from '#tests/support/cog-file.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { openImage } from './image-source.ts';

const { signal } = new AbortController();

async function open(spec: Partial<CogSpec> & Pick<CogSpec, 'width' | 'height'>, samples: SampleArray) {
  const whole: CogSpec = {
    bands: 3,
    sampleType: 'uint8',
    colour: 'rgb',
    geotransform: [500, 1, 0, 900, 0, -1],
    geoKeys: null,
    nodata: null,
    tileSize: 256,
    ...spec,
  };
  const { bytes } = await writeCog(whole, { samples });
  return await openImage(memorySource('ortho.tif', bytes), createLocalPool(), signal);
}

/** Red of each texel. */
const reds = ({ rgba }: { rgba: Uint8Array }) => [...rgba.filter((_, i) => i % 4 === 0)];

describe('openImage', () => {
  it('reads the overview that a scale calls for, and one texel more on every side', async () => {
    const [width, height] = [1301, 877];
    const samples = new Uint8Array(width * height * 3);
    for (let i = 0; i < width * height; i++) samples[i * 3] = ((i % width) >> 3) & 255;
    const image = await open({ width, height }, samples);
    expect(image.hasOverviews).toBe(true);
    const box = { left: 512, top: 512, right: 640, bottom: 640 };
    const window = (await image.read(box, 4, signal))!;
    expect(window.scale).toEqual([4, 4]);
    expect(window.origin).toEqual([508, 508]);
    expect([window.width, window.height]).toEqual([34, 34]);
    expect(reds(window).slice(0, 4)).toEqual([63, 64, 64, 65]);
    const full = (await image.read({ left: 1290, top: 0, right: 1301, bottom: 4 }, 1, signal))!;
    expect(full.origin).toEqual([1289, 0]);
    expect([full.width, full.height]).toEqual([12, 5]);
  });

  it('reduces the full resolution part by part where there are no overviews, and says so', async () => {
    const [width, height] = [2100, 1100];
    const samples = new Uint8Array(width * height * 3);
    for (let i = 0; i < width * height; i++) samples[i * 3] = (i % width) % 8 < 4 ? 40 : 80;
    const image = await open({ width, height, tileSize: 2112 }, samples);
    expect(image.hasOverviews).toBe(false);
    const window = (await image.read({ left: 0, top: 0, right: width, bottom: height }, 8, signal))!;
    expect(window.scale).toEqual([8, 8]);
    expect([window.width, window.height]).toEqual([263, 138]);
    // Each texel spans a dark and a light stripe; the last column is cut to the dark one.
    const row = reds(window).slice(0, 263);
    expect(new Set(row.slice(0, 262))).toEqual(new Set([60]));
    expect(row[262]).toBe(40);
  });

  it('spreads 16 bits of one band between black and white, and leaves nodata out', async () => {
    const samples = Uint16Array.from({ length: 64 * 64 }, (_, i) => (i === 0 ? 0 : 5000 + (i % 64) * 100));
    const grey = { bands: 1, colour: 'gray', sampleType: 'uint16', nodata: 0 } as const;
    const image = await open({ width: 64, height: 64, ...grey }, samples);
    const window = (await image.read({ left: 0, top: 0, right: 64, bottom: 64 }, 1, signal))!;
    const row = reds(window).slice(0, 64);
    expect(row[63]).toBe(255);
    expect(row[32]).toBeGreaterThan(120);
    expect(row[32]).toBeLessThan(136);
    expect(window.rgba[3]).toBe(0);
    expect(window.rgba[7]).toBe(255);
  });

  it('answers nothing beyond the image and tells of empty windows', async () => {
    const rgba = { bands: 4, colour: 'rgba' } as const;
    const image = await open({ width: 20, height: 10, ...rgba }, new Uint8Array(20 * 10 * 4));
    expect(await image.read({ left: 40, top: 0, right: 60, bottom: 10 }, 1, signal)).toBeNull();
    expect((await image.read({ left: 0, top: 0, right: 20, bottom: 10 }, 1, signal))!.isEmpty).toBe(true);
  });
});
