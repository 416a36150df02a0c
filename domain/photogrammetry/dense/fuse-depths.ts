import type { Vec3 } from '../../math/vectors.ts';
import { createComparer, type DepthView, verdicts } from './compare-depths.ts';
import { createNormals } from './depth-normals.ts';
import { pixelRays } from './pixel-rays.ts';
import { type PoseVariances, poseSigmaAt } from './pose-sigma.ts';

/** Input for the dense points of one photo; everything is borrowed. */
export interface FuseRequest {
  readonly reference: DepthView;
  readonly neighbours: readonly DepthView[];
  /** Minimum number of views of a point. */
  readonly minViews: number;
  /**
   * Maximum level of depths that give points. Depths of coarser levels only support or contradict others, see
   * `coarsestPoints`.
   */
  readonly coarsestLevel: number;
  /** Variances due to pose errors; null where unknown. */
  readonly poses: PoseVariances | null;
}

/** Points that one photo owns, in the order of its pixels. */
export interface FusedPoints {
  readonly count: number;
  /** Local metres, length 3n. */
  readonly xyz: Float64Array<ArrayBuffer>;
  /** Unit normals towards the camera, length 3n. */
  readonly normals: Float32Array<ArrayBuffer>;
  /** RGB, median of the views' colours, length 3n. */
  readonly rgb: Uint8Array<ArrayBuffer>;
  /**
   * Number of supporting views: the photo itself, those whose depths agree, and the partners whose pairs gave these
   * depths.
   */
  readonly views: Uint8Array<ArrayBuffer>;
  /** Level of the point's depth, as `DepthMap.level`. */
  readonly level: Uint8Array<ArrayBuffer>;
  /** Standard deviation along the view, metres: √(matching² + poses²), see `sigmaOf` and `poseVariances`. */
  readonly sigma: Float32Array<ArrayBuffer>;
}

/**
 * Depths of photos that share images have correlated errors: averaging gains at most as much as with this many
 * independent ones.
 */
const maxIndependent = 3;
/** Number of other views with a depth at the point from which one of them must agree. */
const conclusiveViews = 1;
/** Minimum number of photos that must agree with a depth of halved images; no more may contradict it. */
const minAgreeing = 1;

/** Lower median of the first `count` values, which are sorted in place. */
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
  /** Returns false where the point belongs to another photo or is inconsistent. */
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

/** Counts the different photos that support a point: directly or through the pairs of an agreeing depth. */
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
    /** Starts a new point, seen by the reference and the partners of its agreeing pairs. */
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
 * Standard deviation after averaging: from the weights, but at least the scatter of the views. Matching windows of
 * halved images are so wide that averaging gains nothing.
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

/** Whether a pixel represents its block of a halved image. */
function isMiddle(pixel: number, width: number, level: number): boolean {
  const [edge, middle] = [(1 << level) - 1, (1 << level) >> 1];
  return ((pixel % width) & edge) === middle && (Math.floor(pixel / width) & edge) === middle;
}

/** Standard deviation of a point along its ray due to pose errors. */
function poseSigmaAlong(poses: PoseVariances, { x, y, z }: Candidate, [cx, cy, cz]: Vec3): number {
  const length = Math.hypot(x - cx, y - cy, z - cz);
  return poseSigmaAt(poses, x, y, [(x - cx) / length, (y - cy) / length, (z - cz) / length]);
}

/**
 * The dense points that one photo owns: its depths, compared with those of its neighbours. A point is kept if enough
 * photos see it, no more of them contradict it by free space than agree, and at least one agrees where one can. It is
 * output once, by the nearest camera among those that agree, at the weighted mean of their surfaces. Depths from halved
 * images give one point per pixel of these, where another photo agrees and there is none at a finer level.
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
