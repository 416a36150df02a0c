import { clamp } from '../../math/clamp.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { projectRay } from '../model/camera.ts';
import { toCamera } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';

/** A photo matched with a reference photo; an index of the reconstruction's photos. */
export interface Partner {
  readonly photo: number;
  /** Number of tie points seen in both photos. */
  readonly shared: number;
  /** Mean angle between the two rays of the shared points, degrees. */
  readonly angleDeg: number;
}

/** The photos that a reference photo is matched with and compared to. */
export interface ChosenViews {
  /** Pairs of the stereo matching, best first; empty where no photo shares enough of the scene. */
  readonly partners: readonly Partner[];
  /** Photos with large common coverage, largest first, including the partners: depths are compared with theirs. */
  readonly neighbours: readonly number[];
  /** Nearest and farthest depth of the scene along the photo's view, metres, with a margin; null with too few points. */
  readonly depths: readonly [near: number, far: number] | null;
}

export interface ChooseViewsOptions {
  readonly maxPartners: number;
  readonly maxNeighbours: number;
}

/** Triangulation angles suited to stereo matching: precise, while the images are still similar. */
const bestAngleDeg = 12;
const narrowerDeg = 5;
const widerDeg = 10;
const [minAngleDeg, maxAngleDeg] = [2, 40];
const minShared = 12;
/** Cells per side of the photo, to measure the part covered by a partner. */
const cells = 8;
/** Weight of a further partner in a cell that others already cover. */
const repeatWorth = 0.4;
/** Weight of a partner whose baseline has the same direction as another's; it adds less information. */
const sameDirectionWorth = 0.6;
/** Maximum ratio of ground sample distances. */
const maxScaleRatio = 2.5;

/** Running sums over the points that two photos share. */
interface Link {
  shared: number;
  angles: number;
  /** Score of the shared points by cell of the first photo. */
  readonly worth: Float64Array;
}

/** Observations of each point, as ranges of the list. */
function pointStarts({ observations, points }: Reconstruction): Uint32Array {
  const starts = new Uint32Array(points.length / 3 + 1);
  for (let k = 0; k < observations.count; k++) starts[observations.point[k]! + 1]!++;
  for (let point = 0; point + 1 < starts.length; point++) starts[point + 1]! += starts[point]!;
  return starts;
}

/** Angle between two rays to a point, degrees, and the ratio of their lengths, at least 1. */
function raysBetween(point: Vec3, a: Vec3, b: Vec3): { angle: number; ratio: number } {
  const [ax, ay, az] = [point[0] - a[0], point[1] - a[1], point[2] - a[2]];
  const [bx, by, bz] = [point[0] - b[0], point[1] - b[1], point[2] - b[2]];
  const [la, lb] = [Math.hypot(ax, ay, az), Math.hypot(bx, by, bz)];
  if (!(la > 0 && lb > 0)) return { angle: 0, ratio: Infinity };
  const cosine = (ax * bx + ay * by + az * bz) / (la * lb);
  const angle = (Math.acos(clamp(cosine, -1, 1)) * 180) / Math.PI;
  return { angle, ratio: Math.max(la, lb) / Math.min(la, lb) };
}

/** Score of a shared point for matching: a bell curve around the best angle, wider above it. */
function worthOf(angle: number): number {
  const off = (angle - bestAngleDeg) / (angle < bestAngleDeg ? narrowerDeg : widerDeg);
  return Math.exp(-0.5 * off * off);
}

/** For each photo its links to others, keyed by the other's index. */
function linksOf(block: Reconstruction): Map<number, Link>[] {
  const { observations, photos, cameras, points } = block;
  const links = photos.map(() => new Map<number, Link>());
  const starts = pointStarts(block);
  for (let point = 0; point + 1 < starts.length; point++) {
    const place: Vec3 = [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!];
    for (let i = starts[point]!; i < starts[point + 1]!; i++) {
      const a = observations.photo[i]!;
      const { camera, pose } = photos[a]!;
      const { width, height } = cameras[camera]!;
      const column = clamp(Math.floor((observations.xy[2 * i]! / width) * cells), 0, cells - 1);
      const row = clamp(Math.floor((observations.xy[2 * i + 1]! / height) * cells), 0, cells - 1);
      for (let j = starts[point]!; j < starts[point + 1]!; j++) {
        const b = observations.photo[j]!;
        if (a === b) continue;
        const { angle, ratio } = raysBetween(place, pose.centre, photos[b]!.pose.centre);
        let link = links[a]!.get(b);
        if (!link) {
          link = { shared: 0, angles: 0, worth: new Float64Array(cells * cells) };
          links[a]!.set(b, link);
        }
        link.shared++;
        link.angles += angle;
        if (ratio < maxScaleRatio) link.worth[row * cells + column]! += worthOf(angle);
      }
    }
  }
  return links;
}

/** Unit vector from one photo to another. */
function directionTo({ photos }: Reconstruction, from: number, to: number): Vec3 {
  const [a, b] = [photos[from]!.pose.centre, photos[to]!.pose.centre];
  const step: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length = Math.hypot(...step) || 1;
  return [step[0] / length, step[1] / length, step[2] / length];
}

/**
 * Greedy selection of partners: each time the photo that adds the highest score, with preference for cells that few
 * partners cover and for new baseline directions. Ties go to the lower index.
 */
function pickPartners(
  block: Reconstruction,
  reference: number,
  links: ReadonlyMap<number, Link>,
  most: number,
): Partner[] {
  const left = [...links]
    .filter(([, { shared, angles }]) => {
      const mean = angles / shared;
      return shared >= minShared && mean >= minAngleDeg && mean <= maxAngleDeg;
    })
    .sort(([a], [b]) => a - b);
  const covered = new Float64Array(cells * cells).fill(1);
  const directions: Vec3[] = [];
  const partners: Partner[] = [];
  while (partners.length < most) {
    let [best, bestGain] = [-1, 0];
    for (const [index, [photo, { worth }]] of left.entries()) {
      const along = directionTo(block, reference, photo);
      const nearest = directions.reduce(
        (widest, d) => Math.max(widest, d[0] * along[0] + d[1] * along[1] + d[2] * along[2]),
        0,
      );
      const fresh = 1 - (1 - sameDirectionWorth) * nearest;
      let gain = 0;
      for (let cell = 0; cell < worth.length; cell++) gain += Math.sqrt(worth[cell]!) * covered[cell]!;
      if (gain * fresh > bestGain) [best, bestGain] = [index, gain * fresh];
    }
    if (best < 0) break;
    const [[photo, link]] = left.splice(best, 1) as [[number, Link]];
    directions.push(directionTo(block, reference, photo));
    for (let cell = 0; cell < covered.length; cell++)
      if (link.worth[cell]! > 0) covered[cell]! *= repeatWorth;
    partners.push({ photo, shared: link.shared, angleDeg: link.angles / link.shared });
  }
  return partners;
}

/** Fraction of points ignored at each end as possible outliers, and the margin added to the depth range. */
const wrongShare = 0.005;
const farMargin = 0.08;
const nearMargin = 0.12;
const minPoints = 8;

/** Range of depths along a photo's view that contains its tie points and those of its neighbours, with a margin. */
function depthsOf(
  { photos, cameras, points, observations }: Reconstruction,
  reference: number,
  near: ReadonlySet<number>,
  starts: Uint32Array,
): readonly [number, number] | null {
  const { camera, pose } = photos[reference]!;
  const found: number[] = [];
  for (let point = 0; point + 1 < starts.length; point++) {
    let isNear = false;
    for (let k = starts[point]!; k < starts[point + 1]! && !isNear; k++)
      isNear = near.has(observations.photo[k]!);
    if (!isNear) continue;
    const place: Vec3 = [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!];
    const [x, y, z] = toCamera(pose, place);
    const seen = z > 0 ? projectRay(cameras[camera]!, x, y, z) : null;
    if (!seen) continue;
    const { width, height } = cameras[camera]!;
    if (seen[0] >= 0 && seen[1] >= 0 && seen[0] <= width && seen[1] <= height) found.push(z);
  }
  if (found.length < minPoints) return null;
  const sorted = Float64Array.from(found).sort();
  const skip = Math.floor(sorted.length * wrongShare);
  const [low, high] = [sorted[skip]!, sorted[sorted.length - 1 - skip]!];
  const half = 0.5 * (high - low);
  return [
    Math.max(low * 0.3, low - Math.max(half, nearMargin * low)),
    high + Math.max(half * 0.5, farMargin * high),
  ];
}

/**
 * Selects partners and neighbours for every photo from shared tie points: partners by triangulation angle (best about
 * 12°), coverage of the photo and diversity of baseline directions; neighbours by the number of shared points. Time
 * grows with the square of the tracks' lengths.
 */
export function chooseViews(block: Reconstruction, options: ChooseViewsOptions): ChosenViews[] {
  const links = linksOf(block);
  const starts = pointStarts(block);
  return links.map((own, reference) => {
    const partners = pickPartners(block, reference, own, options.maxPartners);
    const bySharing = [...own].sort(([a, p], [b, q]) => q.shared - p.shared || a - b).map(([photo]) => photo);
    const chosen = partners.map(({ photo }) => photo);
    const others = bySharing.filter((photo) => !chosen.includes(photo));
    const neighbours = [...chosen, ...others].slice(0, Math.max(options.maxNeighbours, chosen.length));
    return {
      partners,
      neighbours,
      depths: depthsOf(block, reference, new Set([reference, ...chosen]), starts),
    };
  });
}
