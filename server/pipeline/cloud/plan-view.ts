import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { isSurfacePoint } from '#domain/cloud/point-use.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { writeImage } from '../write-image.ts';
import { type ClassOverlay, readClassified } from './classes.ts';
import type { IngestFacts } from './ingest.ts';
import type { Spool } from './spool.ts';

const longestSide = 1200;
/** Minimum pixel size in point spacings, so that few pixels are empty. */
const spacingsPerPixel = 1.4;

interface PlanView {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

function planFrame({ min, max, summary }: IngestFacts) {
  const [extentX, extentY] = [max[0] - min[0], max[1] - min[1]];
  const spacing = Math.sqrt((extentX * extentY) / Math.max(summary.count, 1));
  const pixel = Math.max(
    Math.max(extentX, extentY) / longestSide,
    spacingsPerPixel * spacing,
    Number.MIN_VALUE,
  );
  return { pixel, width: Math.floor(extentX / pixel) + 1, height: Math.floor(extentY / pixel) + 1 };
}

/** Colours of the highest points seen from above; transparent where there is none. */
async function drawPlan(spool: Spool, overlay: ClassOverlay | null, facts: IngestFacts): Promise<PlanView> {
  const { pixel, width, height } = planFrame(facts);
  const highest = new Float64Array(width * height).fill(Number.NEGATIVE_INFINITY);
  const rgba = new Uint8Array(width * height * 4);
  const { scale, offset } = spool.layout.scaling;
  const colourAt = pointFormat(spool.layout.format).rgb ?? 0;
  const shift = facts.summary.maxColour > 255 ? 8 : 0;
  for (const column of spool.columns) {
    const { bytes, count, recordLength } = await readClassified(spool, column, overlay);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let point = 0, at = 0; point < count; point++, at += recordLength) {
      if (!isSurfacePoint(bytes, at)) continue;
      const z = view.getInt32(at + 8, true);
      const x = Math.floor((view.getInt32(at, true) * scale[0] + offset[0] - facts.min[0]) / pixel);
      const y = Math.floor((facts.max[1] - view.getInt32(at + 4, true) * scale[1] - offset[1]) / pixel);
      const cell = Math.max(y, 0) * width + Math.max(x, 0);
      if (z <= highest[cell]!) continue;
      highest[cell] = z;
      for (let channel = 0; channel < 3; channel++) {
        rgba[cell * 4 + channel] = view.getUint16(at + colourAt + channel * 2, true) >> shift;
      }
      rgba[cell * 4 + 3] = 255;
    }
  }
  return { width, height, rgba };
}

/** Fills single empty pixels with the mean of their neighbours. */
function closeHoles({ width, height, rgba }: PlanView): Uint8Array {
  const closed = rgba.slice();
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = (row * width + column) * 4;
      if (rgba[at + 3] !== 0) continue;
      let count = 0;
      const sum = [0, 0, 0];
      for (const near of [at - 4, at + 4, at - width * 4, at + width * 4]) {
        if (rgba[near + 3] === 0) continue;
        count++;
        for (let channel = 0; channel < 3; channel++) sum[channel]! += rgba[near + channel]!;
      }
      if (count < 2) continue;
      closed.set([...sum.map((value) => Math.round(value / count)), 255], at);
    }
  }
  return closed;
}

/** Draws a coloured cloud from above as a PNG. The cloud must have colours (`facts.summary.maxColour` above 0). */
export async function writePlanView(
  spool: Spool,
  overlay: ClassOverlay | null,
  facts: IngestFacts,
  path: string,
  pool: TaskPool,
): Promise<FileProof> {
  const plan = await drawPlan(spool, overlay, facts);
  const { width, height } = plan;
  return writeImage(path, { width, height, channels: 4, pixels: closeHoles(plan) }, pool);
}
