import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { sumImage } from './proof/prove-image.ts';
import { writeProved } from './write-pieces.ts';

/** Pixels of an image, `channels` bytes each. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly pixels: Uint8Array;
}

/**
 * Writes an image as PNG; the file appears once it was read back. Errors: those of `proveImage` and of writing files.
 */
export async function writeImage(path: string, picture: Picture, pool: TaskPool): Promise<FileProof> {
  const sums = sumImage(picture);
  const { bytes } = await pool.run('raster.encodePng', picture);
  return (await writeProved(path, [bytes], { kind: 'picture', ...sums }, { pool })).proof;
}
