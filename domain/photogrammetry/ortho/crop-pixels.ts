import type { CellWindow, ColourPixels } from './coarse-view.ts';

/** Pixels of a window of an image (RGB interleaved), copied; the window must be inside. */
export function cropPixels(
  image: ColourPixels,
  window: CellWindow,
): CellWindow & { readonly pixels: Uint8Array<ArrayBuffer> } {
  const pixels = new Uint8Array(3 * window.width * window.height);
  const length = 3 * window.width;
  for (let row = 0; row < window.height; row++) {
    const from = 3 * ((window.y + row) * image.width + window.x);
    pixels.set(image.pixels.subarray(from, from + length), row * length);
  }
  return { ...window, pixels };
}
