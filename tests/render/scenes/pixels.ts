import type { PixelImage } from '#viewport/viewport-types.ts';

/** Whether a pixel counts: its red, green and blue, 0 to 255. */
export type PixelTest = (red: number, green: number, blue: number) => boolean;

/** The pixels of an image that pass, row by row. */
export function passing({ data, width, height }: PixelImage, test: PixelTest): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) =>
    Number(test(data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!)),
  );
}

/** A connected patch of pixels. */
export interface Patch {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

/** The connected patches (by sides) of those that pass, with at least `fewest` pixels. */
export function patchesOf(image: PixelImage, test: PixelTest, fewest = 1): Patch[] {
  const { width, height } = image;
  const open = passing(image, test);
  const patches: Patch[] = [];
  for (let start = 0; start < open.length; start++) {
    if (!open[start]) continue;
    open[start] = 0;
    const stack = [start];
    let [left, right, top, bottom, count] = [width, 0, height, 0, 0];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      count++;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      const near = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const next of near) {
        if (!open[next]) continue;
        open[next] = 0;
        stack.push(next);
      }
    }
    if (count >= fewest)
      patches.push({ left, top, width: right - left + 1, height: bottom - top + 1, count });
  }
  return patches;
}
