import { relativeSharpness } from '#domain/photogrammetry/quality/relative-sharpness.ts';
import type { PhotoContext } from '../context.ts';

/** Sharpness of a photo of the project relative to the median of all, by its index. */
export function sharpnessOf({ photos }: Pick<PhotoContext, 'photos'>): (photo: number) => number {
  const all = relativeSharpness(photos.map(({ sharpness }) => sharpness));
  return (photo) => all[photo]!;
}
