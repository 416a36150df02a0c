import { maxOf } from '../../math/extremes.ts';
import { upperMedian } from '../../math/median.ts';
import type { PhotoInfo } from '../model/photo.ts';
import { type Footprint, footprintOf, overlapShare } from '../pairs/footprint.ts';

/** A photo at the position in its metadata. */
export interface StatedPhoto {
  readonly name: string;
  /** Metres east and north of the first photo. */
  readonly place: readonly [x: number, y: number];
  /** On level ground at take-off height; null where the height above take-off is not stated. */
  readonly footprint: Footprint | null;
  /** Largest overlap with a neighbour, as a fraction of its footprint; null without footprints. */
  readonly overlap: number | null;
}

/** A flight from its photos' metadata, before anything is computed from the pixels. */
export interface StatedFlight {
  /** Those with a position, in the given order. */
  readonly photos: readonly StatedPhoto[];
  /** Median of the photos' overlaps; null without footprints. */
  readonly overlap: number | null;
  /** Median ground sample distance, metres; null where no height above ground is stated. */
  readonly gsdM: number | null;
}

const metresPerDegree = 111_320;
/** Number of nearest neighbours searched for overlap. */
const neighbours = 8;

type Laid = Omit<StatedPhoto, 'overlap'>;

/** Photos in grid cells as wide as a footprint, so that neighbours are in adjacent cells. */
function cellsOf(photos: readonly Laid[]): (photo: Laid) => Laid[] {
  const widths = photos.flatMap(({ footprint }) => (footprint ? [footprint.maxX - footprint.minX] : []));
  const size = Math.max(1, upperMedian(widths) ?? 1);
  const cells = new Map<string, Laid[]>();
  const cellAt = ([x, y]: Laid['place']) => [Math.floor(x / size), Math.floor(y / size)] as const;
  for (const photo of photos) {
    const key = cellAt(photo.place).join();
    const cell = cells.get(key);
    if (cell) cell.push(photo);
    else cells.set(key, [photo]);
  }
  const steps = [-1, 0, 1];
  return (photo) => {
    const [column, row] = cellAt(photo.place);
    const around = steps.flatMap((dx) =>
      steps.flatMap((dy) => cells.get(`${column + dx},${row + dy}`) ?? []),
    );
    const distance = ({ place }: Laid) => Math.hypot(place[0] - photo.place[0], place[1] - photo.place[1]);
    return around
      .filter((other) => other !== photo)
      .sort((a, b) => distance(a) - distance(b))
      .slice(0, neighbours);
  };
}

/**
 * Places photos by their metadata positions on a tangent plane at the first one: for display and overlap, not for
 * measurement. Footprints assume level ground at take-off height.
 */
export function layOutFlight(infos: readonly PhotoInfo[]): StatedFlight {
  const first = infos.find(({ position }) => position !== null)?.position;
  if (!first) return { photos: [], overlap: null, gsdM: null };
  const east = metresPerDegree * Math.cos((first.latitude * Math.PI) / 180);
  const laid = infos.flatMap((info): Laid[] => {
    const { name, position, relativeAltitudeM: height } = info;
    if (!position) return [];
    const turn = ((((position.longitude - first.longitude + 180) % 360) + 360) % 360) - 180;
    const place = [turn * east, (position.latitude - first.latitude) * metresPerDegree] as const;
    const isFlown = height !== null && height > 1;
    return [{ name, place, footprint: isFlown ? footprintOf(info, [...place, height], height) : null }];
  });
  const near = cellsOf(laid);
  const photos = laid.map((photo): StatedPhoto => {
    const { footprint } = photo;
    if (!footprint) return { ...photo, overlap: null };
    const shares = near(photo).map((other) =>
      other.footprint ? overlapShare(footprint, other.footprint) : 0,
    );
    return { ...photo, overlap: Math.max(0, maxOf(shares)) };
  });
  const gsds = infos.flatMap(({ relativeAltitudeM: height, focalPx }) =>
    height !== null && height > 1 ? [height / focalPx] : [],
  );
  return {
    photos,
    overlap: upperMedian(photos.flatMap(({ overlap }) => overlap ?? [])) ?? null,
    gsdM: upperMedian(gsds) ?? null,
  };
}
