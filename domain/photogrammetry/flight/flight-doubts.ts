import type { ErrorRecord } from '../../errors/app-error.ts';
import { upperMedian } from '../../math/median.ts';
import { cameraName } from '../model/camera-name.ts';
import type { PhotoInfo } from '../model/photo.ts';
import { chooseBand, otherBands } from '../photos/bands.ts';
import { checkPhotoSet } from '../photos/check-photo-set.ts';
import { flightHeightDoubts } from './flight-heights.ts';
import type { StatedFlight } from './stated-flight.ts';

/**
 * Photos whose overlap with every other one is smaller are hard to connect (60 % is the usual minimum along a strip).
 */
const minOverlap = 0.6;
/** Relative tolerance between a height with flipped sign and the others. */
const signTolerance = 0.2;
/** Maximum standard deviations of a fixed solution, metres. */
const fixedSigmaM = { plan: 0.1, up: 0.2 };

/** The most frequent value; null for none. */
function usual<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const cameraOf = ({ make, model, width, height }: PhotoInfo) =>
  `${cameraName(make, model)} ${width} × ${height}`.trim();

function withoutPosition(infos: readonly PhotoInfo[]): ErrorRecord[] {
  const missing = infos.filter(({ position }) => position === null);
  if (missing.length === infos.length) return [];
  return missing.map(({ name }) => ({ code: 'photo.no-position', params: { file: name } }));
}

/** One record for each camera other than that of most photos. */
function otherCameras(infos: readonly PhotoInfo[]): ErrorRecord[] {
  const keys = infos.map(({ cameraKey }) => cameraKey);
  const main = usual(keys);
  const photosOf = (key: string | null) => infos.filter(({ cameraKey }) => cameraKey === key);
  const other = photosOf(main).slice(0, 1).map(cameraOf).join();
  return [...new Set(keys)]
    .filter((key) => key !== main)
    .map((key) => {
      const photos = photosOf(key);
      const [first] = photos;
      const params = { file: first!.name, count: photos.length, camera: cameraOf(first!), other };
      return { code: 'photo.other-camera', params };
    });
}

function turned(infos: readonly PhotoInfo[]): ErrorRecord[] {
  const most = usual(infos.map(({ orientation }) => orientation));
  return infos
    .filter(({ orientation }) => orientation !== most)
    .map(({ name, orientation }) => ({
      code: 'photo.turned',
      params: { file: name, orientation, usual: most ?? 1 },
    }));
}

/** Heights equal to those of the others except for the sign, as caused by a wrong AltitudeRef. */
function wrongSigns(infos: readonly PhotoInfo[]): ErrorRecord[] {
  const heights = infos.flatMap(({ name, position }) => {
    const altitude = position?.altitude ?? 0;
    return altitude === 0 ? [] : [{ name, altitude }];
  });
  const middle = upperMedian(heights.map(({ altitude }) => altitude));
  if (middle === undefined || middle === 0) return [];
  return heights
    .filter(({ altitude }) => Math.abs(altitude + middle) < signTolerance * Math.abs(middle))
    .map(({ name, altitude }) => ({
      code: 'photo.altitude-sign',
      params: { file: name, altitude: Math.round(altitude), usual: Math.round(middle) },
    }));
}

/** Photos without a fixed GNSS position in a flight that has fixed ones. */
function notFixed(infos: readonly PhotoInfo[]): ErrorRecord[] {
  if (!infos.some(({ position }) => position?.fix === 'fixed')) return [];
  return infos.flatMap(({ name, position }): ErrorRecord[] =>
    position && position.fix !== 'fixed'
      ? [{ code: 'photo.not-fixed', params: { file: name, sigma: position.sigmaM.east } }]
      : [],
  );
}

/** Fixed solutions with a stated standard deviation too large for one. */
function coarseFixes(infos: readonly PhotoInfo[]): ErrorRecord[] {
  return infos.flatMap(({ name, position }): ErrorRecord[] => {
    if (position?.fix !== 'fixed') return [];
    const { east, north, up } = position.sigmaM;
    const plan = Math.max(east, north);
    const isCoarse = plan > fixedSigmaM.plan || up > fixedSigmaM.up;
    return isCoarse ? [{ code: 'photo.fix-coarse', params: { file: name, plan, up } }] : [];
  });
}

/** Absolute heights of one flight from different devices, and the difference of their take-off heights. */
function heightTypes(infos: readonly PhotoInfo[]): ErrorRecord[] {
  const groups = new Map<string, number[]>();
  for (const { heightType, position, relativeAltitudeM } of infos) {
    if (!heightType || position?.altitude == null || relativeAltitudeM === null) continue;
    groups.set(heightType, [...(groups.get(heightType) ?? []), position.altitude - relativeAltitudeM]);
  }
  const [first, ...others] = [...groups].sort((a, b) => b[1].length - a[1].length);
  return others.map(([type, takeOffs]) => ({
    code: 'photo.height-types',
    params: {
      type,
      count: takeOffs.length,
      other: first![0],
      difference: Number(Math.abs(upperMedian(takeOffs)! - upperMedian(first![1])!).toFixed(2)),
    },
  }));
}

function withoutHeight(infos: readonly PhotoInfo[]): ErrorRecord[] {
  return infos.flatMap(({ name, position }): ErrorRecord[] =>
    position?.altitude === null ? [{ code: 'photo.no-altitude', params: { file: name } }] : [],
  );
}

/** Photos with too little overlap; not reported where some photos have no known footprint. */
function apart({ photos }: StatedFlight, count: number): ErrorRecord[] {
  if (photos.filter(({ footprint }) => footprint !== null).length < count) return [];
  return photos.flatMap(({ name, overlap }): ErrorRecord[] =>
    overlap !== null && overlap < minOverlap
      ? [{ code: 'photo.low-overlap', params: { file: name, percent: Math.floor(100 * overlap) } }]
      : [],
  );
}

/**
 * Warnings about a set of photos as a flight, from metadata alone; each names its file. None of them prevents a
 * project, since the photos may be intended so.
 */
export function flightDoubts(infos: readonly PhotoInfo[], flight: StatedFlight): ErrorRecord[] {
  const { kept } = chooseBand(infos, (info) => info);
  return [
    ...checkPhotoSet(infos).warnings,
    ...withoutPosition(infos),
    ...withoutHeight(infos),
    ...heightTypes(infos),
    ...otherBands(infos),
    ...wrongSigns(infos),
    ...notFixed(infos),
    ...coarseFixes(infos),
    ...flightHeightDoubts(infos),
    ...apart(flight, infos.length),
    ...otherCameras(kept),
    ...turned(kept),
  ];
}
