import { z } from 'zod';

/** Name of a picture over the site in its project: the SHA-256 of the file, and its ending. */
export const overlayName = z.string().regex(/^[0-9a-f]{64}\.tif$/);

/** The name of the picture with a hash. */
export function overlayNameOf(hash: string): string {
  return `${hash}.tif`;
}

/** The hash in a picture's name; null where the name is none. */
export function overlayHashOf(name: string): string | null {
  return overlayName.safeParse(name).success ? name.slice(0, 64) : null;
}
