import type { Profile } from '#core/state/profile-data.ts';
import { clamp } from '#domain/math/clamp.ts';
import type { ProfileMark } from './draw-profile.ts';
import { type ProfileScale, toScreen } from './profile-scale.ts';

/** Height range of a section; null where it is empty. */
export function heightsOf({ points, line }: Profile): readonly [low: number, high: number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const add = (z: number) => {
    if (z < low) low = z;
    if (z > high) high = z;
  };
  for (let i = 0; i < (points?.count ?? 0); i++) add(points!.xyz[3 * i + 2]!);
  for (const z of line?.heights ?? []) if (!Number.isNaN(z)) add(z);
  return low <= high ? [low, high] : null;
}

/** Pick radius, CSS pixels. */
const reachPx = 10;

/**
 * Picks at a place of the view: the nearest point of a cloud within the radius, with the coordinates of its file, else
 * the surface's line at that station; null for neither.
 */
export function pickProfile(profile: Profile, scale: ProfileScale, x: number, y: number): ProfileMark | null {
  const { points, length } = profile;
  let best: ProfileMark | null = null;
  let nearest = reachPx;
  for (let i = 0; i < (points?.count ?? 0); i++) {
    const mark = [points!.stations[i]!, points!.xyz[3 * i + 2]!] as const;
    const [px, py] = toScreen(scale, ...mark);
    const distance = Math.hypot(px - x, py - y);
    if (distance > nearest) continue;
    nearest = distance;
    best = mark;
  }
  if (best !== null) return best;
  const station = (x - scale.left) / scale.alongPx;
  if (station < 0 || station > length) return null;
  return surfaceMark(profile, station);
}

/** The surface's line at a station; null where it has no height. */
export function surfaceMark({ line, length }: Profile, station: number): ProfileMark | null {
  if (line === null) return null;
  const last = line.stations.length - 1;
  const at = clamp(Math.round((station / length) * last), 0, last);
  const z = line.heights[at]!;
  return Number.isNaN(z) ? null : [line.stations[at]!, z];
}

/** A section as comma-separated values: one row per point and one per place of the surface. */
export function profileCsv({ points, line }: Profile, names: readonly string[]): string {
  const rows = [names.join(',')];
  for (let i = 0; i < (points?.count ?? 0); i++) {
    const [x, y, z] = [0, 1, 2].map((axis) => points!.xyz[3 * i + axis]!.toFixed(4));
    rows.push(
      `point,${points!.stations[i]!.toFixed(4)},${z},${x},${y},${points!.classes[i] === 255 ? '' : points!.classes[i]}`,
    );
  }
  for (let i = 0; i < (line?.stations.length ?? 0); i++) {
    const z = line!.heights[i]!;
    if (!Number.isNaN(z)) rows.push(`surface,${line!.stations[i]!.toFixed(4)},${z.toFixed(4)},,,`);
  }
  return `${rows.join('\n')}\n`;
}
