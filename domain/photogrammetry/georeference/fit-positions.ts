import { upperMedian } from '../../math/median.ts';
import { type Mat3, multiply, rotate, rotationFromVector } from '../../math/rotations.ts';
import { eliminate } from '../../math/solve.ts';
import type { Vec3 } from '../../math/vectors.ts';
import { cross, meanPlace } from '../../math/vectors.ts';
import type { Similarity } from '../model/similarity.ts';
import type { UpDirection } from './up-direction.ts';

/** A photo of a block and its recorded position. */
export interface PositionSighting {
  /** In the frame of the block. */
  readonly centre: Vec3;
  /** In the project's frame, metres, with standard deviations. */
  readonly xyz: Vec3;
  readonly sigma: Vec3;
  readonly hasHeight: boolean;
  /** Index of its flight. */
  readonly flight: number;
  /** Phase within its flight: −½ first photo, ½ last. */
  readonly phase: number;
}

export interface PositionModel {
  readonly sightings: readonly PositionSighting[];
  readonly up: UpDirection | null;
  /** Standard deviations of the common offset of each flight's positions; null for one without. */
  readonly biases: readonly (Vec3 | null)[];
  /** Flights whose heights may have a linear drift. */
  readonly drifting: ReadonlySet<number>;
  /** Prior on the mean height of the photos: metres, standard deviation. */
  readonly level: { readonly height: number; readonly sigma: number } | null;
  readonly start: Similarity;
}

/** Linear error of a flight's heights from its first photo to its last, metres. */
export interface HeightDrift {
  readonly flight: number;
  readonly climb: number;
  readonly sigma: number;
}

/** The georeferencing of a block by the positions of its photos, with standard deviations. */
export interface PositionFit {
  readonly similarity: Similarity;
  /** Estimated over given standard deviation of positions, at least 1. */
  readonly factors: { readonly plan: number; readonly height: number };
  readonly drifts: readonly HeightDrift[];
  /** Normalised lengths of the plan residuals, one per sighting. */
  readonly planLengths: readonly number[];
  readonly heightLengths: readonly number[];
  /** Of the photos' centre, metres. */
  readonly planSigma: number;
  readonly heightSigma: number;
  /** Relative. */
  readonly scaleSigma: number;
  /** Radians, about the vertical and about the horizontal axes. */
  readonly directionSigma: number;
  readonly levelSigma: number;
}

const rounds = 40;
/** Standard deviations at which a position's weight is halved. */
const doubt = 3;
/** Medians of |e| over σ in a plane and along an axis. */
const [rayleighMedian, normalMedian] = [1.1774, 0.6745];
/** Standard deviation of the prior that keeps an undetermined drift near 0, metres. */
const driftSigma = 1000;

/** Unknowns: rotation (3), logarithm of the scale, centre (3), then three of each bias and one of each drift. */
const [turnAt, scaleAt, middleAt, firstFree] = [0, 3, 4, 7] as const;

interface Layout {
  readonly size: number;
  readonly bias: readonly number[];
  readonly drift: readonly number[];
}

function layOut({ biases, drifting }: PositionModel): Layout {
  let size: number = firstFree;
  const bias = biases.map((sigma) => {
    if (!sigma) return -1;
    size += 3;
    return size - 3;
  });
  const drift = biases.map((_, flight) => (drifting.has(flight) ? size++ : -1));
  return { size, bias, drift };
}

interface State {
  readonly rotation: Mat3;
  readonly logScale: number;
  /** The centre of the block. */
  readonly middle: Vec3;
  /** Biases and drifts, at the indices of the layout. */
  readonly rest: Float64Array;
}

/** One linearised observation equation: residual ≈ Σ slopes · unknowns. */
type Slopes = readonly (readonly [at: number, slope: number])[];

/** Normal equations. */
class Normal {
  readonly size: number;
  readonly rows: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.rows = new Float64Array(size * (2 * size + 1));
    for (let i = 0; i < size; i++) this.rows[i * (2 * size + 1) + size + i] = 1;
  }

  add(slopes: Slopes, residual: number, weight: number): void {
    const width = 2 * this.size + 1;
    for (const [i, a] of slopes) {
      for (const [j, b] of slopes) this.rows[i * width + j]! += weight * a * b;
      this.rows[i * width + width - 1]! += weight * a * residual;
    }
  }

  /** The step and the covariance (row-major); null where not all unknowns are determined. */
  solve(): { readonly step: Float64Array; readonly covariance: Float64Array } | null {
    const { size, rows } = this;
    const width = 2 * size + 1;
    const scale = Float64Array.from({ length: size }, (_, i) => Math.sqrt(rows[i * width + i]!));
    if (scale.some((value) => !(value > 0))) return null;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) rows[i * width + j]! /= scale[i]! * scale[j]!;
      rows[i * width + width - 1]! /= scale[i]!;
    }
    if (!eliminate(rows, size, size + 1)) return null;
    const covariance = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++)
        covariance[i * size + j] = rows[i * width + size + j]! / (scale[i]! * scale[j]!);
    }
    return {
      step: Float64Array.from(scale, (value, i) => rows[i * width + width - 1]! / value),
      covariance,
    };
  }
}

const unitVectors = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Derivatives of a coordinate of a photo at offset `arm` from the centre. */
function slopesOf(layout: Layout, { flight, phase }: PositionSighting, arm: Vec3, axis: 0 | 1 | 2): Slopes {
  const slopes: (readonly [number, number])[] = unitVectors.map(
    (unit, k) => [turnAt + k, cross(unit, arm)[axis]] as const,
  );
  slopes.push([scaleAt, arm[axis]], [middleAt + axis, 1]);
  const [bias, drift] = [layout.bias[flight] ?? -1, layout.drift[flight] ?? -1];
  if (bias >= 0) slopes.push([bias + axis, 1]);
  if (axis === 2 && drift >= 0) slopes.push([drift, phase]);
  return slopes;
}

/** Residuals and lengths of all sightings at a state. */
function compare(model: PositionModel, layout: Layout, state: State, middle: Vec3) {
  const scale = Math.exp(state.logScale);
  return model.sightings.map((sighting) => {
    const { centre, xyz, sigma, flight, phase } = sighting;
    const [x, y, z] = rotate(state.rotation, [
      centre[0] - middle[0],
      centre[1] - middle[1],
      centre[2] - middle[2],
    ]);
    const arm: Vec3 = [scale * x, scale * y, scale * z];
    const [bias, drift] = [layout.bias[flight] ?? -1, layout.drift[flight] ?? -1];
    const residual = [0, 1, 2].map((axis) => {
      const off = bias >= 0 ? state.rest[bias + axis]! : 0;
      const climb = axis === 2 && drift >= 0 ? state.rest[drift]! * phase : 0;
      return xyz[axis]! - arm[axis]! - state.middle[axis]! - off - climb;
    }) as unknown as Vec3;
    return {
      sighting,
      arm,
      residual,
      plan: Math.hypot(residual[0] / sigma[0], residual[1] / sigma[1]),
      height: sighting.hasHeight ? Math.abs(residual[2] / sigma[2]) : Number.NaN,
    };
  });
}

/** Estimated over stated standard deviation, from the median, corrected for the number of unknowns; at least 1. */
function factorOf(lengths: readonly number[], usual: number, unknowns: number, axes: number): number {
  const known = lengths.filter(Number.isFinite);
  const rows = axes * known.length;
  if (rows <= unknowns) return 1;
  return Math.max(1, ((upperMedian(known) ?? 0) / usual) * Math.sqrt(rows / (rows - unknowns)));
}

const weightOf = (length: number, factor: number) => 1 / (1 + (length / factor / doubt) ** 2) / factor ** 2;

/** Adds the priors: up direction, biases, drifts, mean height. */
function addPriors(model: PositionModel, layout: Layout, state: State, normal: Normal): void {
  const { up, biases, level } = model;
  if (up) {
    const now = rotate(state.rotation, up.direction);
    for (const axis of [0, 1] as const) {
      const slopes = unitVectors.map((unit, k) => [turnAt + k, cross(unit, now)[axis]] as const);
      normal.add(slopes, -now[axis], 1 / up.sigma ** 2);
    }
  }
  for (const [flight, sigma] of biases.entries()) {
    const [bias, drift] = [layout.bias[flight]!, layout.drift[flight]!];
    if (sigma && bias >= 0) {
      for (const axis of [0, 1, 2] as const) {
        normal.add([[bias + axis, 1]], -state.rest[bias + axis]!, 1 / sigma[axis] ** 2);
      }
    }
    if (drift >= 0) normal.add([[drift, 1]], -state.rest[drift]!, 1 / driftSigma ** 2);
  }
  if (level) normal.add([[middleAt + 2, 1]], level.height - state.middle[2], 1 / level.sigma ** 2);
}

/** Rotation about the vertical and scale that fit a level block to plan positions, its centre on theirs. */
export function levelStart(
  sightings: readonly PositionSighting[],
  { direction }: UpDirection,
): Similarity | null {
  const axis = cross(direction, [0, 0, 1]);
  const sine = Math.hypot(...axis);
  const angle = Math.atan2(sine, direction[2]);
  const turn: Vec3 =
    sine > 1e-9
      ? [(axis[0] / sine) * angle, (axis[1] / sine) * angle, (axis[2] / sine) * angle]
      : [angle, 0, 0];
  const upright = rotationFromVector(turn);
  const turned = sightings.map(({ centre }) => rotate(upright, centre));
  const [from, to] = [meanPlace(turned), meanPlace(sightings.map(({ xyz }) => xyz))];
  let [same, across, spread] = [0, 0, 0];
  for (const [k, { xyz }] of sightings.entries()) {
    const [x, y] = [turned[k]![0] - from[0], turned[k]![1] - from[1]];
    const [e, n] = [xyz[0] - to[0], xyz[1] - to[1]];
    same += x * e + y * n;
    across += x * n - y * e;
    spread += x * x + y * y;
  }
  const scale = Math.hypot(same, across) / spread;
  if (!(scale > 0) || !Number.isFinite(scale)) return null;
  const rotation = multiply(rotationFromVector([0, 0, Math.atan2(across, same)]), upright);
  const [x, y, z] = rotate(rotation, meanPlace(sightings.map(({ centre }) => centre)));
  return { scale, rotation, shift: [to[0] - scale * x, to[1] - scale * y, to[2] - scale * z] };
}

/**
 * The similarity that fits a block to the positions of its photos by Gauss–Newton. Plan and height are weighted by
 * their estimated scatter (median of the residuals), outliers down-weighted by Cauchy weights.
 * @returns null where the positions do not determine it
 */
export function fitPositions(model: PositionModel): PositionFit | null {
  const { sightings, start, up } = model;
  const layout = layOut(model);
  const middle = meanPlace(sightings.map(({ centre }) => centre));
  const [x, y, z] = rotate(start.rotation, middle);
  const { scale, shift } = start;
  let state: State = {
    rotation: start.rotation,
    logScale: Math.log(scale),
    middle: [scale * x + shift[0], scale * y + shift[1], scale * z + shift[2]],
    rest: new Float64Array(layout.size),
  };
  const heightUnknowns = 1 + (up ? 0 : 2) + model.drifting.size;
  for (let round = 0; ; round++) {
    const compared = compare(model, layout, state, middle);
    const factors = {
      plan: factorOf(
        compared.map(({ plan }) => plan),
        rayleighMedian,
        4,
        2,
      ),
      height: factorOf(
        compared.map(({ height }) => height),
        normalMedian,
        heightUnknowns,
        1,
      ),
    };
    const normal = new Normal(layout.size);
    for (const { sighting, arm, residual, plan, height } of compared) {
      for (const axis of [0, 1, 2] as const) {
        if (axis === 2 && !sighting.hasHeight) continue;
        const robust =
          axis === 2 ? weightOf(height, factors.height) : weightOf(plan / Math.SQRT2, factors.plan);
        normal.add(slopesOf(layout, sighting, arm, axis), residual[axis], robust / sighting.sigma[axis] ** 2);
      }
    }
    addPriors(model, layout, state, normal);
    const solved = normal.solve();
    if (!solved) return null;
    const { step, covariance } = solved;
    if (round === rounds) return describe(model, layout, state, middle, covariance, factors, compared);
    state = {
      rotation: multiply(rotationFromVector([step[0]!, step[1]!, step[2]!]), state.rotation),
      logScale: state.logScale + step[scaleAt]!,
      middle: [
        state.middle[0] + step[middleAt]!,
        state.middle[1] + step[middleAt + 1]!,
        state.middle[2] + step[middleAt + 2]!,
      ],
      rest: state.rest.map((value, at) => value + step[at]!),
    };
    if (!Number.isFinite(state.logScale) || Math.abs(step[scaleAt]!) > 5) return null;
  }
}

function describe(
  { drifting }: PositionModel,
  layout: Layout,
  state: State,
  middle: Vec3,
  covariance: Float64Array,
  factors: PositionFit['factors'],
  compared: ReturnType<typeof compare>,
): PositionFit {
  const sigmaAt = (at: number) => Math.sqrt(covariance[at * layout.size + at]!);
  const scale = Math.exp(state.logScale);
  const [x, y, z] = rotate(state.rotation, middle);
  return {
    similarity: {
      scale,
      rotation: state.rotation,
      shift: [state.middle[0] - scale * x, state.middle[1] - scale * y, state.middle[2] - scale * z],
    },
    factors,
    drifts: [...drifting].map((flight) => {
      const at = layout.drift[flight]!;
      return { flight, climb: state.rest[at]!, sigma: sigmaAt(at) };
    }),
    planLengths: compared.map(({ plan }) => plan / factors.plan / Math.SQRT2),
    heightLengths: compared.map(({ height }) => height / factors.height),
    planSigma: Math.max(sigmaAt(middleAt), sigmaAt(middleAt + 1)),
    heightSigma: sigmaAt(middleAt + 2),
    scaleSigma: sigmaAt(scaleAt),
    directionSigma: sigmaAt(turnAt + 2),
    levelSigma: Math.max(sigmaAt(turnAt), sigmaAt(turnAt + 1)),
  };
}
