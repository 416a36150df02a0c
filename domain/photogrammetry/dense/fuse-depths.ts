import type { Vec3 } from '../../math/vectors.ts';
import { createComparer, type DepthView, verdicts } from './compare-depths.ts';
import { createNormals } from './depth-normals.ts';
import { pixelRays } from './pixel-rays.ts';
import { type PoseVariances, poseSigmaAt } from './pose-sigma.ts';

/** What the dense points of one photo are made from; everything is borrowed. */
export interface FuseRequest {
  readonly reference: DepthView;
  readonly neighbours: readonly DepthView[];
  /** Photos that a point must have been seen in. */
  readonly minViews: number;
  /** Depths of images halved more often only confirm or contradict those of others, see `coarsestPoints`. */
  readonly coarsestLevel: number;
  /** What errors of the poses do; null where nothing is known of them. */
  readonly poses: PoseVariances | null;
}

/** Points that one photo owns, in the order of its pixels. */
export interface FusedPoints {
  readonly count: number;
  /** Local metres, length 3n. */
  readonly xyz: Float64Array<ArrayBuffer>;
  /** Unit normals towards the camera, length 3n. */
  readonly normals: Float32Array<ArrayBuffer>;
  /** RGB, the middle of the views' colours, length 3n. */
  readonly rgb: Uint8Array<ArrayBuffer>;
  /** Photos that saw the point: itself, those whose depths agree, and the partners whose pairs gave these depths. */
  readonly views: Uint8Array<ArrayBuffer>;
  /** Level of the point's depth, as `DepthMap.level`. */
  readonly level: Uint8Array<ArrayBuffer>;
  /** Standard deviation along the view, metres: √(matching² + poses²), see `sigmaOf` and `poseVariances`. */
  readonly sigma: Float32Array<ArrayBuffer>;
}

/**
 * Depths of photos that share images have correlated errors: averaging gains no more than from this many independent
 * ones.
 */
const maxIndependent = 3;
/** Where so many other views have a depth at the place, one of them must agree. */
const conclusiveViews = 1;
/** Minimum photos that must agree with a depth of halved images; no more may contradict it. */
const minAgreeing = 1;

/** Middle of the first `count` values, which are sorted in place; the lower of two. */
function middleOf(values: Uint8Array, count: number): number {
  for (let i = 1; i < count; i++) {
    const value = values[i]!;
    let j = i - 1;
    for (; j >= 0 && values[j]! > value; j--) values[j + 1] = values[j]!;
    values[j + 1] = value;
  }
  return values[(count - 1) >> 1]!;
}

interface Room {
  readonly xyz: Float64Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
  readonly rgb: Uint8Array<ArrayBuffer>;
  readonly views: Uint8Array<ArrayBuffer>;
  readonly sigma: Float32Array<ArrayBuffer>;
  readonly level: Uint8Array<ArrayBuffer>;
}

function roomFor(count: number): Room {
  return {
    xyz: new Float64Array(3 * count),
    normals: new Float32Array(3 * count),
    rgb: new Uint8Array(3 * count),
    views: new Uint8Array(count),
    sigma: new Float32Array(count),
    level: new Uint8Array(count),
  };
}

/** A point during its geometric consistency check. */
interface Candidate {
  x: number;
  y: number;
  z: number;
  /** Shift towards the surfaces of the agreeing photos, weighted, and the sum of weights. */
  shiftX: number;
  shiftY: number;
  shiftZ: number;
  weight: number;
  /** Weighted squares of their differences along the view. */
  squares: number;
  agreeing: number;
}

/** The geometric consistency check of the reference's points against the depth maps of its neighbours. */
function createConsistencyCheck({ reference, neighbours }: FuseRequest) {
  const others = neighbours.map((neighbour) => ({
    ...createComparer(neighbour),
    rgb: neighbour.rgb,
    rank: neighbour.rank,
    pairs: neighbour.map.pairs,
    centre: neighbour.view.pose.centre,
  }));
  const [cx, cy, cz] = reference.view.pose.centre;
  const maxViews = neighbours.length + 1;
  const colours = [new Uint8Array(maxViews), new Uint8Array(maxViews), new Uint8Array(maxViews)] as const;
  const supporting = createSupportingViews(reference, neighbours);
  const note = (place: number, rgb: Uint8Array, pixel: number) => {
    for (let channel = 0; channel < 3; channel++) colours[channel]![place] = rgb[3 * pixel + channel]!;
  };
  /** False where the point belongs to another photo or too much speaks against it. */
  const check = (point: Candidate, pixel: number, sigma: number): boolean => {
    const { x, y, z } = point;
    const own = (x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2;
    let against = 0;
    let hiding = 0;
    const level = reference.map.level[pixel]!;
    note(0, reference.rgb, pixel);
    supporting.begin(reference.map.pairs[pixel]!);
    for (let index = 0; index < others.length; index++) {
      const other = others[index]!;
      const verdict = other.compare(x, y, z, sigma, level);
      if (verdict === verdicts.unknown) continue;
      if (verdict === verdicts.seesThrough) against++;
      else if (verdict === verdicts.hides) hiding++;
      else {
        const [ox, oy, oz] = other.centre;
        const theirs = (x - ox) ** 2 + (y - oy) ** 2 + (z - oz) ** 2;
        const { difference, depth, sigma: theirSigma, level: theirLevel } = other.found;
        const isNearer = theirs < own || (theirs === own && other.rank < reference.rank);
        if (theirLevel < level || (theirLevel === level && isNearer)) return false;
        const weight = 1 / (theirSigma * theirSigma);
        const step = (weight * difference) / depth;
        point.shiftX += step * (x - ox);
        point.shiftY += step * (y - oy);
        point.shiftZ += step * (z - oz);
        point.weight += weight;
        point.squares += weight * difference * difference;
        point.agreeing++;
        note(point.agreeing, other.rgb, other.found.pixel);
        supporting.add(index, other.pairs[other.found.pixel]!);
      }
    }
    if (against > point.agreeing) return false;
    if (level > 0) return point.agreeing >= Math.max(minAgreeing, against + hiding);
    return point.agreeing > 0 || against + hiding < conclusiveViews;
  };
  const colourOf = (count: number, channel: 0 | 1 | 2) => middleOf(colours[channel], count);
  return { check, colourOf, viewCount: supporting.count };
}

/** Counts the different photos that support a point: saw it themselves or by the pairs of an agreeing depth. */
function createSupportingViews(reference: DepthView, neighbours: readonly DepthView[]) {
  const ids = new Map<number, number>();
  const idOf = (rank: number) => {
    const id = ids.get(rank) ?? ids.size;
    ids.set(rank, id);
    return id;
  };
  const all = [reference, ...neighbours].map(({ rank, partners }) => ({
    own: idOf(rank),
    partners: partners.map(idOf),
  }));
  const lastPoint = new Uint32Array(ids.size);
  let point = 0;
  let count = 0;
  const addPhoto = (id: number) => {
    if (lastPoint[id] === point) return;
    lastPoint[id] = point;
    count++;
  };
  const addView = ({ own, partners }: (typeof all)[number], pairs: number) => {
    addPhoto(own);
    for (let k = 0; k < partners.length; k++) if ((pairs >> k) & 1) addPhoto(partners[k]!);
  };
  return {
    /** A further point, seen by the reference and the partners of its agreeing pairs. */
    begin(pairs: number) {
      point++;
      count = 0;
      addView(all[0]!, pairs);
    },
    add: (neighbour: number, pairs: number) => addView(all[neighbour + 1]!, pairs),
    count: () => count,
  };
}

/**
 * Standard deviation after averaging: by the weights, not less than what the views disagree by tells. Windows of halved
 * pictures are so wide that averaging gains nothing.
 */
function sigmaOf(sigma: number, level: number, { weight, squares, agreeing }: Candidate): number {
  const own = 1 / (sigma * sigma);
  const total = own + weight;
  const gain = level > 0 ? 1 : Math.min(total / own, maxIndependent);
  const formal = sigma / Math.sqrt(gain);
  if (agreeing < 2) return formal;
  const scatter = Math.sqrt(squares / total / Math.min(agreeing, maxIndependent));
  return Math.max(formal, scatter);
}

/** Whether a pixel represents its square of a halved image. */
function isMiddle(pixel: number, width: number, level: number): boolean {
  const [edge, middle] = [(1 << level) - 1, (1 << level) >> 1];
  return ((pixel % width) & edge) === middle && (Math.floor(pixel / width) & edge) === middle;
}

/** Deviation of a point along its ray by errors of the poses. */
function poseSigmaAlong(poses: PoseVariances, { x, y, z }: Candidate, [cx, cy, cz]: Vec3): number {
  const length = Math.hypot(x - cx, y - cy, z - cz);
  return poseSigmaAt(poses, x, y, [(x - cx) / length, (y - cy) / length, (z - cz) / length]);
}

/**
 * The dense points that one photo owns: its depths, compared with those of its neighbours. A point is kept where
 * enough photos saw it, no more of them see through it than agree, and one agrees where two could. It is given out
 * once, by the nearest camera among those that agree, and lies at the weighted mean of their surfaces. Depths
 * found in halved pictures give a point for each pixel of those, where another photo agrees and none at a finer level.
 */
export function fuseDepths(request: FuseRequest): FusedPoints {
  const { reference, minViews, coarsestLevel, poses } = request;
  const { view, map } = reference;
  const { width, height, depth, sigma, level } = map;
  const rays = pixelRays(view.camera);
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = view.pose.rotation;
  const [cx, cy, cz] = view.pose.centre;
  const consistency = createConsistencyCheck(request);
  const normalOf = createNormals(view, map, rays);
  const room = roomFor(width * height);
  let count = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const d = depth[pixel]!;
    if (Number.isNaN(d) || level[pixel]! > coarsestLevel || !isMiddle(pixel, width, level[pixel]!)) continue;
    const u = rays[2 * pixel]! * d;
    const v = rays[2 * pixel + 1]! * d;
    const point: Candidate = {
      x: cx + r0 * u + r3 * v + r6 * d,
      y: cy + r1 * u + r4 * v + r7 * d,
      z: cz + r2 * u + r5 * v + r8 * d,
      shiftX: 0,
      shiftY: 0,
      shiftZ: 0,
      weight: 0,
      squares: 0,
      agreeing: 0,
    };
    const own = sigma[pixel]!;
    if (!consistency.check(point, pixel, own)) continue;
    const views = consistency.viewCount();
    if (views < minViews) continue;
    const total = 1 / (own * own) + point.weight;
    room.xyz[3 * count] = point.x + point.shiftX / total;
    room.xyz[3 * count + 1] = point.y + point.shiftY / total;
    room.xyz[3 * count + 2] = point.z + point.shiftZ / total;
    for (const channel of [0, 1, 2] as const) {
      room.rgb[3 * count + channel] = consistency.colourOf(point.agreeing + 1, channel);
    }
    normalOf(pixel, room.normals, 3 * count);
    room.views[count] = Math.min(255, views);
    room.level[count] = level[pixel]!;
    room.sigma[count] = Math.hypot(
      sigmaOf(own, level[pixel]!, point),
      poses ? poseSigmaAlong(poses, point, view.pose.centre) : 0,
    );
    count++;
  }
  return {
    count,
    xyz: room.xyz.slice(0, 3 * count),
    normals: room.normals.slice(0, 3 * count),
    rgb: room.rgb.slice(0, 3 * count),
    views: room.views.slice(0, count),
    sigma: room.sigma.slice(0, count),
    level: room.level.slice(0, count),
  };
}
