import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { writeBundler } from '#domain/photogrammetry/exchange/bundler.ts';
import { colmapFileNames } from '#domain/photogrammetry/exchange/colmap-text.ts';
import { writeColmapText } from '#domain/photogrammetry/exchange/write-colmap-text.ts';
import { ownBytes } from '#workers/io/full-transfer.ts';
import { inOrder } from '../../cloud/ordered.ts';
import { sharp } from '../../image-readers.ts';
import { writeWhole } from '../../work-folder.ts';
import { writePieces } from '../../write-pieces.ts';
import type { PhotoContext } from '../context.ts';
import { decodeColour } from './decode.ts';

const colmapFolder = 'colmap';
const bundlerFolder = 'bundler';

/** Files of the exports, in the output folder. */
export const exchangeFiles = {
  colmapCameras: join(colmapFolder, colmapFileNames.cameras),
  colmapImages: join(colmapFolder, colmapFileNames.images),
  colmapPoints: join(colmapFolder, colmapFileNames.points),
  bundle: join(bundlerFolder, 'bundle.out'),
  list: join(bundlerFolder, 'list.txt'),
} as const;

const undistortedFolder = 'undistorted';
const jpegQuality = 95;

const namesOf = ({ adjusted, photos }: PhotoContext) =>
  adjusted.photos.map(({ photo }) => photos[photo]!.info.name);

/** Files written; none for cameras that the format cannot describe. */
async function exportBundler(context: PhotoContext): Promise<string[]> {
  const { adjusted, request } = context;
  if (adjusted.photos.some(({ camera }) => adjusted.cameras[camera]!.model === 'fisheye')) return [];
  const { bundle, list } = writeBundler(adjusted, namesOf(context));
  await mkdir(join(request.out, bundlerFolder), { recursive: true });
  await writePieces(join(request.out, exchangeFiles.bundle), bundle);
  await writePieces(join(request.out, exchangeFiles.list), list);
  return [exchangeFiles.bundle, exchangeFiles.list];
}

/**
 * Writes the adjusted block for other programs, in the local frame: COLMAP's text model and, where its camera model
 * suffices, Bundler's.
 */
export async function exportBlock(context: PhotoContext): Promise<void> {
  const { adjusted, adjustedKey, request, steps } = context;
  await steps.run('exchange', adjustedKey, async () => {
    const model = writeColmapText(adjusted, namesOf(context));
    await mkdir(join(request.out, colmapFolder), { recursive: true });
    const { colmapCameras, colmapImages, colmapPoints } = exchangeFiles;
    const parts = [
      [colmapCameras, model.cameras],
      [colmapImages, model.images],
      [colmapPoints, model.points],
    ] as const;
    for (const [file, pieces] of parts) await writePieces(join(request.out, file), pieces);
    return { facts: null, files: [...parts.map(([file]) => file), ...(await exportBundler(context))] };
  });
}

/**
 * Writes every registered photo undistorted as JPEG, with the same focal length and the principal point in the
 * middle.
 */
export async function writeUndistorted(context: PhotoContext): Promise<void> {
  const { adjusted, adjustedKey, photos, pool, signal, request, steps } = context;
  await steps.run('undistorted', adjustedKey, async (report) => {
    await mkdir(join(request.out, undistortedFolder), { recursive: true });
    const files: string[] = [];
    await inOrder(
      adjusted.photos,
      pool.size,
      async ({ photo, camera }) => {
        signal?.throwIfAborted();
        const { path, info } = photos[photo]!;
        const image = await decodeColour(path, undefined, info.name);
        return pool.run(
          'photo.undistort',
          { image, camera: adjusted.cameras[camera]! },
          { transfer: [image.pixels.buffer], ...(signal ? { signal } : {}) },
        );
      },
      async ({ width, height, pixels }, { photo }) => {
        const { name } = photos[photo]!.info;
        const stem = name.slice(0, name.length - extname(name).length).replaceAll('/', '_');
        const file = join(undistortedFolder, `${stem}.jpg`);
        const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
          .jpeg({ quality: jpegQuality })
          .toBuffer();
        await writeWhole(join(request.out, file), ownBytes(jpeg));
        files.push(file);
        report(files.length / adjusted.photos.length);
      },
    );
    return { facts: null, files };
  });
}
