import type { ErrorRecord } from '../../errors/app-error.ts';
import type { ControlFile, ControlObservation } from '../model/control.ts';
import { type MarkFrame, printMarkFrame, storedFrame, toStoredPixels } from './mark-frame.ts';
import type { PhotoSizes } from './read-opensfm-json.ts';

/** Maximum distance of an observation beyond the last pixel: some programs count to the pixel's far corner. */
const marginPx = 1;

interface PlacedObservation extends ControlObservation {
  readonly label: string;
  readonly width: number;
  readonly height: number;
}

function isInside(mark: PlacedObservation, frame: MarkFrame): boolean {
  const { x, y } = toStoredPixels(frame, mark, mark);
  return x >= -marginPx && y >= -marginPx && x <= mark.width + marginPx && y <= mark.height + marginPx;
}

/** Pixel frames used by mistake, most likely first. */
const otherFrames: readonly MarkFrame[] = [
  { ...storedFrame, isSwapped: true },
  { ...storedFrame, turnDeg: 90 },
  { ...storedFrame, turnDeg: 270 },
];

/**
 * Finds observations outside their photos. Where another frame puts all of them inside (columns swapped, a rotated
 * image), it is suggested. Null where all are inside.
 * @param file observations with the project's photo names (`keepKnownObservations`)
 */
export function findMisplacedObservations(file: ControlFile, sizes: PhotoSizes): ErrorRecord | null {
  const marks = file.points.flatMap(({ label, marks: own }) =>
    own.flatMap((mark): PlacedObservation[] => {
      const size = sizes.get(mark.photo);
      return size ? [{ ...mark, ...size, label }] : [];
    }),
  );
  const outside = marks.filter((mark) => !isInside(mark, storedFrame));
  const [first] = outside;
  if (!first) return null;
  const { label, photo, x, y, width, height, row = '–' } = first;
  const params = { file: file.name, count: outside.length, row, label, photo, x, y, width, height };
  const other = otherFrames.find((frame) => marks.every((mark) => isInside(mark, frame)));
  if (!other || marks.length < 2) return { code: 'control.mark-outside', params };
  const code = other.isSwapped ? 'control.marks-swapped' : 'control.marks-turned';
  return { code, params: { ...params, option: printMarkFrame(other) } };
}

/**
 * Rejects a file whose observations are all in photos unknown to the project, since none of its control could be used.
 * Null where an observation is left, or where the file has none.
 * @param given the file as read
 * @param known the file with observations in photos of the project only
 */
export function findUnknownObservations(given: ControlFile, known: ControlFile): ErrorRecord | null {
  const photos = new Set(given.points.flatMap(({ marks }) => marks.map(({ photo }) => photo)));
  const isKept = known.points.some(({ marks }) => marks.length > 0);
  if (photos.size === 0 || isKept) return null;
  const names = `${[...photos].slice(0, 5).join(', ')}${photos.size > 5 ? ', …' : ''}`;
  return { code: 'control.no-known-marks', params: { file: given.name, count: photos.size, names } };
}
