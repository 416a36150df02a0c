import type { ControlFile, ControlObservation } from '../model/control.ts';
import type { PhotoSizes } from './read-opensfm-json.ts';

/**
 * The pixel frame of image observations: columns swapped, an image rotated clockwise by 90, 180 or 270 degrees, or a
 * copy `scale` times smaller than the photo.
 */
export interface MarkFrame {
  readonly isSwapped: boolean;
  readonly turnDeg: 0 | 90 | 180 | 270;
  readonly scale: number;
}

/** Observations in pixels of the stored image. */
export const storedFrame: MarkFrame = { isSwapped: false, turnDeg: 0, scale: 1 };

/** Maximum ratio of sizes between a copy and the photo. */
const scaleLimit = 100;

/** How a frame is written in settings and on the command line: `swapped`, `turned-90`, `scaled-2.5`. */
export function printMarkFrame({ isSwapped, turnDeg, scale }: MarkFrame): string {
  if (isSwapped) return 'swapped';
  return turnDeg === 0 ? `scaled-${Number(scale.toPrecision(5))}` : `turned-${turnDeg}`;
}

/** Reads what `printMarkFrame` writes; null for other text. */
export function readMarkFrame(text: string): MarkFrame | null {
  if (text === 'swapped') return { ...storedFrame, isSwapped: true };
  const turn = /^turned-(90|180|270)$/.exec(text)?.[1];
  if (turn) return { ...storedFrame, turnDeg: Number(turn) as MarkFrame['turnDeg'] };
  const scale = Number(/^scaled-(\d+(?:\.\d+)?)$/.exec(text)?.[1]);
  return scale >= 1 / scaleLimit && scale <= scaleLimit ? { ...storedFrame, scale } : null;
}

/** Converts a position in a frame to pixels of the stored image of `width` × `height`. */
export function toStoredPixels(
  frame: MarkFrame,
  { x, y }: Pick<ControlObservation, 'x' | 'y'>,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly x: number; readonly y: number } {
  if (frame.isSwapped) return { x: y, y: x };
  switch (frame.turnDeg) {
    case 90:
      return { x: y, y: height - x };
    case 180:
      return { x: width - x, y: height - y };
    case 270:
      return { x: width - y, y: x };
    default:
      return { x: x * frame.scale, y: y * frame.scale };
  }
}

/** A control file with its observations in pixels of the stored images; those in photos of unknown size are dropped. */
export function observationsInStoredPixels(
  file: ControlFile,
  frame: MarkFrame,
  sizes: PhotoSizes,
): ControlFile {
  const place = (mark: ControlObservation): ControlObservation[] => {
    const size = sizes.get(mark.photo);
    return size ? [{ ...mark, ...toStoredPixels(frame, mark, size) }] : [];
  };
  return { ...file, points: file.points.map((point) => ({ ...point, marks: point.marks.flatMap(place) })) };
}
