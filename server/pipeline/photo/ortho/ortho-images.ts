import { createHash } from 'node:crypto';
import { transformRules } from '#contract/rules/transform.ts';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { writeWkt } from '#domain/crs/wkt/wkt-write.ts';
import { openRaster } from '#domain/formats/cog/open-raster.ts';
import type { GridFrame } from '#domain/geometry/grid/grid.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { ownBytes } from '#workers/io/full-transfer.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { sharp } from '../../image-readers.ts';
import { publishBytes } from '../../proof/publish.ts';
import { writeImage } from '../../write-image.ts';
import { writePieces } from '../../write-pieces.ts';

/** Maximum side of a JPEG. */
export const longestJpegSide = transformRules.jpegSideMax;
const jpegQuality = 90;
const smallSide = 1024;

/** Writes a preview of an orthomosaic (RGBA GeoTIFF) as PNG, its longer side at most `side`. */
export async function writePreview(
  path: string,
  target: string,
  side: number,
  pool: TaskPool,
): Promise<FileProof> {
  const source = await openFileSource(path);
  try {
    const raster = await openRaster(source);
    const fits = raster.levels.findIndex(({ width, height }) => Math.max(width, height) <= side);
    const level = fits < 0 ? raster.levels.length - 1 : fits;
    const { width, height } = raster.levels[level]!;
    const { bands } = await raster.readWindow(level, { x: 0, y: 0, width, height });
    const pixels = new Uint8Array(4 * width * height);
    bands.forEach((band, channel) => {
      for (let i = 0; i < band.length; i++) pixels[4 * i + channel] = Number(band[i]);
    });
    return await writeImage(target, { width, height, channels: 4, pixels }, pool);
  } finally {
    await source.close();
  }
}

/**
 * Writes a preview of another program's GeoTIFF as PNG, its longer side at most `smallSide`. Null where the file
 * cannot be drawn.
 */
export async function writeThumbnail(path: string, target: string): Promise<FileProof | null> {
  const picture = sharp(path, { limitInputPixels: false, sequentialRead: true })
    .resize(smallSide, smallSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png();
  const bytes = await picture.toBuffer().catch(() => null);
  return bytes && (await writePieces(target, [ownBytes(bytes)])).proof;
}

/** The six lines of a world file: cell width, two rotations, cell height (negative), centre of the first cell. */
export function worldFile({ cellSize, originX, originY }: GridFrame): string {
  return `${[cellSize, 0, 0, -cellSize, originX, originY].map((value) => value.toFixed(10)).join('\n')}\n`;
}

/**
 * Writes an orthomosaic as one JPEG (no survey: white) with its world file and, if known, its system. No side may be
 * longer than `longestJpegSide`. Returns the written files, the JPEG first.
 */
export async function writeSingleJpeg(
  path: string,
  frame: GridFrame,
  crs: CrsReport,
  stem: string,
): Promise<{ path: string; proof: FileProof }[]> {
  const written: { path: string; proof: FileProof }[] = [];
  const write = async (path: string, text: string) => {
    written.push({ path, proof: (await writePieces(path, [text])).proof });
  };
  const jpeg = await createOutputFile(`${stem}.jpg`);
  try {
    const picture = sharp(path, { limitInputPixels: false, sequentialRead: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' });
    const hash = createHash('sha256');
    for await (const piece of picture) {
      hash.update(piece as Uint8Array);
      await jpeg.append(piece as Uint8Array);
    }
    written.push({ path: jpeg.path, proof: await publishBytes(jpeg, hash.digest('hex')) });
  } finally {
    await jpeg.discard();
  }
  await write(`${stem}.jgw`, worldFile(frame));
  const wkt = crs.definition ? writeWkt({ ...crs.definition, vertical: null }) : crs.wkt;
  if (wkt) await write(`${stem}.prj`, `${wkt}\n`);
  return written;
}
