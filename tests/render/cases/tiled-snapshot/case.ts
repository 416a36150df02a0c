import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import { addGround, lookFromAbove, lookFromSouth } from '../../scenes/views.ts';

const factor = 3;

/** Mean difference of the channels of an image and of one `factor` times as large, downsampled by averaging; of 255. */
function meanDifference(small: PixelImage, large: PixelImage): number {
  let sum = 0;
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      for (let channel = 0; channel < 3; channel++) {
        let total = 0;
        for (let i = 0; i < factor * factor; i++) {
          const [column, row] = [x * factor + (i % factor), y * factor + Math.floor(i / factor)];
          total += large.data[(row * large.width + column) * 4 + channel]!;
        }
        const own = small.data[(y * small.width + x) * 4 + channel]!;
        sum += Math.abs(total / (factor * factor) - own);
      }
    }
  }
  return sum / (small.width * small.height * 3);
}

/** Largest step between the columns at a seam, over the largest between the columns beside it. */
function seamRatio({ width, height, data }: PixelImage, seam: number): number {
  const step = (column: number) => {
    let sum = 0;
    for (let row = 0; row < height; row++) {
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel++)
        sum += Math.abs(data[at + channel]! - data[at + channel - 4]!);
    }
    return sum;
  };
  const beside = [-3, -2, -1, 1, 2, 3].map((offset) => step(seam + offset));
  return step(seam) / Math.max(...beside);
}

function below(what: string, value: number, max: number): Check {
  return { what, isOk: value < max, detail: `${value.toFixed(3)}, below ${max}` };
}

/** A snapshot larger than a tile matches the canvas, without seams between its tiles. */
export const renderCase: RenderCase = {
  width: 480,
  height: 300,
  async run({ viewport, settle }) {
    addGround(viewport, 300);
    const checks: Check[] = [];
    for (const [name, look] of Object.entries({ slanted: lookFromSouth, plan: lookFromAbove })) {
      look(viewport);
      await settle();
      const small = await viewport.capture();
      const size = { widthPx: small.width * factor, heightPx: small.height * factor };
      const large = await viewport.snapshot({ ...size, pixelRatio: factor });
      checks.push(below(`${name}: mean difference`, meanDifference(small, large), 3));
      checks.push(below(`${name}: step at the seam`, seamRatio(large, 1024), 1.3));
    }
    await viewport.snapshot({ widthPx: 40_000, heightPx: 40_000, pixelRatio: 1 }).then(
      () => checks.push({ what: 'a picture beyond the limit is refused', isOk: false, detail: 'made' }),
      (error: { code?: string }) =>
        checks.push({
          what: 'a picture beyond the limit is refused',
          isOk: error.code === 'gpu.snapshot-too-large',
          detail: String(error.code),
        }),
    );
    return { checks };
  },
};
