import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';

const folder = resolve('..', 'shared', 'data', 'brighton-beach');

/** Fifteen public photos of a beach with woods behind it and the cloud that was published with them, in `crs`. */
export const brightonBeach = {
  images: join(folder, 'images'),
  published: join(folder, 'model.laz'),
  crs: 'EPSG:32615',
} as const;

/** Throws where the public photos are not beside the project. */
export function requireBrightonBeach(): void {
  if (!existsSync(brightonBeach.published)) throw new Error('the public photos are not beside the project');
}

/** Copies of the photos with all that they say of themselves, their longer side of `longSide` pixels; makes the folder. */
export async function shrinkBrightonBeach(target: string, longSide: number): Promise<void> {
  mkdirSync(target);
  for (const name of readdirSync(brightonBeach.images).filter((one) => /\.jpe?g$/i.test(one))) {
    await sharp(join(brightonBeach.images, name))
      .resize({ width: longSide, height: longSide, fit: 'inside' })
      .keepExif()
      .keepXmp()
      .jpeg({ quality: 95 })
      .toFile(join(target, name));
  }
}
