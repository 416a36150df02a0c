import { type CogWriterOptions, createCogWriter } from '#domain/formats/cog/cog-writer.ts';
import type { CogSummary } from '#domain/formats/cog/file-layout.ts';
import type { CogSpec, TilePixels } from '#domain/formats/cog/spec.ts';
import { memoryScratch } from '#domain/formats/cog/spool.ts';
import { createSamples, type SampleArray } from '#domain/formats/tiff/sample-types.ts';

/** A whole image in memory, pixel by pixel. */
export interface Picture {
  readonly samples: SampleArray;
  readonly mask?: Uint8Array<ArrayBuffer>;
}

/** Crops one tile from an image. */
export function cutTile(
  spec: CogSpec,
  picture: Picture,
  window: { x: number; y: number; width: number; height: number },
): TilePixels {
  const { x, y, width, height } = window;
  const samples = createSamples(spec.sampleType, width * height * spec.bands);
  const mask = picture.mask ? new Uint8Array(width * height) : undefined;
  for (let row = 0; row < height; row++) {
    const start = (y + row) * spec.width + x;
    const line = (picture.samples as Float64Array).subarray(start * spec.bands, (start + width) * spec.bands);
    (samples as Float64Array).set(line, row * width * spec.bands);
    if (mask) mask.set(picture.mask!.subarray(start, start + width), row * width);
  }
  return mask ? { width, height, samples, mask } : { width, height, samples };
}

/** Writes an image as a COG in memory; `order` is the order in which its tiles are passed. */
export async function writeCog(
  spec: CogSpec,
  picture: Picture,
  order: (tiles: [number, number][]) => [number, number][] = (tiles) => tiles,
  options: Partial<CogWriterOptions> = {},
): Promise<{ bytes: Uint8Array<ArrayBuffer>; summary: CogSummary }> {
  let bytes = new Uint8Array(0);
  const sink = {
    write(offset: number, part: Uint8Array) {
      if (offset !== bytes.length) throw new Error(`a gap before byte ${offset}`);
      const longer = new Uint8Array(offset + part.length);
      longer.set(bytes);
      longer.set(part, offset);
      bytes = longer;
    },
  };
  const writer = createCogWriter(spec, sink, { scratch: memoryScratch(), ...options });
  const { columns, rows } = writer.levels[0]!;
  const tiles = Array.from({ length: columns * rows }, (_, i): [number, number] => [
    i % columns,
    Math.floor(i / columns),
  ]);
  for (const [column, row] of order(tiles)) {
    await writer.writeTile(column, row, cutTile(spec, picture, writer.tileWindow(column, row)));
  }
  const summary = await writer.finish();
  return { bytes, summary };
}
