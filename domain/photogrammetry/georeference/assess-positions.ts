import { maxOf, minOf } from '../../math/extremes.ts';
import { upperMedian } from '../../math/median.ts';
import type { Mat3 } from '../../math/rotations.ts';
import type { Vec3 } from '../../math/vectors.ts';
import type { Pose } from '../model/pose.ts';
import type { Reconstruction } from '../model/reconstruction.ts';
import {
  applySimilarity,
  fitSimilarityRobustly,
  principalSpread,
  type Similarity,
} from '../model/similarity.ts';
import {
  fitPositions,
  levelStart,
  type PositionFit,
  type PositionModel,
  type PositionSighting,
} from './fit-positions.ts';
import { type UpDirection, upDirection } from './up-direction.ts';

/** The pose of a photo from its metadata, in the project's frame. */
export interface StatedPosition {
  readonly xyz: Vec3;
  readonly sigma: Vec3;
  readonly hasHeight: boolean;
  /** World to camera; null without an attitude. */
  readonly rotation: Mat3 | null;
}

/** A flight whose positions have common errors. */
export interface FlightOfBlock {
  /** Photos of the project and their phase in the flight: −½ first, ½ last. */
  readonly phases: ReadonlyMap<number, number>;
  /** Standard deviations of the common offset of its positions; null for the reference flight. */
  readonly bias: Vec3 | null;
}

export interface PositionQuestion {
  readonly flights: readonly FlightOfBlock[];
  readonly statedOf: (photo: number) => StatedPosition | null;
  /** Whether the block is already georeferenced by the positions, or has its own frame. */
  readonly isPlaced: boolean;
}

/** A flight whose recorded heights drift against the photos; metres from first to last photo. */
export interface DriftingFlight {
  readonly flight: number;
  readonly recordedClimb: number;
  readonly photosClimb: number;
}

/** The accuracy of a block's positions, and its georeferencing by them. */
export interface PositionAssessment {
  readonly similarity: Similarity;
  /** True where they are much worse than stated, or some heights are unusable: they constrain a block weakly. */
  readonly isPoor: boolean;
  /** Estimated standard deviations of positions by photo, metres. */
  readonly sigmas: ReadonlyMap<number, Vec3>;
  readonly drifts: readonly DriftingFlight[];
  /** Photos whose plan position contradicts the others'. */
  readonly wrong: readonly number[];
  /** True where some heights were used. */
  readonly hasHeights: boolean;
  readonly upSource: UpDirection['source'] | null;
  /** Standard deviations of the georeferencing: ground in plan and height, metres; scale, relative; angles, radians. */
  readonly plan: number;
  readonly height: number;
  readonly scale: number;
  readonly direction: number;
  readonly level: number;
}

/** Expected deformation of a block without control, as a fraction of its extent; added to the positions' noise. */
const bendShare = 0.02;
const minPhotos = 4;
/** Minimum photos with heights to estimate a drift, and its minimum size in its standard deviations and in metres. */
const [minForDrift, driftDeviations, minDriftM] = [8, 3, 5];
/** Ratio of estimated to stated standard deviation above which positions are poor. */
const poorFactor = 3;
/** Normalised length above which a plan position is wrong, and the minimum fraction of correct ones. */
const [wrongLength, minRight] = [4.5, 0.5];
/** Maximum standard deviations of a usable georeferencing: scale, relative; angles, radians. */
const [maxScale, maxDirection, maxLevel] = [0.2, 0.35, 0.35];
/**
 * Maximum rotation to level a block georeferenced by positions, radians, and maximum factor by which its plan fit may
 * worsen.
 */
const [maxUpright, maxLoss] = [1.05, 2];
/** Maximum number of points used for the distance to the ground. */
const maxDepths = 1000;
/** Standard deviation of a mean height that only fixes an undetermined height of the block, metres. */
const anyHeight = 10_000;

interface Sightings {
  readonly photos: readonly number[];
  readonly all: readonly PositionSighting[];
}

function sightingsOf({ photos }: Reconstruction, { flights, statedOf }: PositionQuestion): Sightings {
  const found = photos.flatMap(({ photo, pose }) => {
    const stated = statedOf(photo);
    const flight = flights.findIndex(({ phases }) => phases.has(photo));
    if (!stated || flight < 0) return [];
    const phase = flights[flight]!.phases.get(photo)!;
    return [{ photo, sighting: { centre: pose.centre, flight, phase, ...stated } }];
  });
  const [extent] = principalSpread(found.map(({ sighting: { xyz } }) => [xyz[0], xyz[1], 0]));
  const bend = bendShare * extent;
  return {
    photos: found.map(({ photo }) => photo),
    all: found.map(({ sighting: { centre, xyz, sigma, hasHeight, flight, phase } }) => ({
      centre,
      xyz,
      hasHeight,
      flight,
      phase,
      sigma: sigma.map((value) => Math.hypot(value, bend)) as unknown as Vec3,
    })),
  };
}

const identity: Similarity = { scale: 1, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, 0] };

/**
 * The up direction from the photos; null where it is from views and deviates too far from up in a block georeferenced
 * by positions.
 */
function believedUp(
  { photos }: Reconstruction,
  { statedOf, isPlaced }: PositionQuestion,
): UpDirection | null {
  const up = upDirection(
    photos.map(({ pose }): Pose => pose),
    photos.map(({ photo }) => statedOf(photo)?.rotation ?? null),
  );
  if (!up || !isPlaced || up.source === 'attitude') return up;
  return Math.acos(Math.min(1, up.direction[2])) < maxUpright ? up : null;
}

function startOf({ all }: Sightings, up: UpDirection | null, isPlaced: boolean): Similarity | null {
  if (up) return levelStart(all, up);
  if (isPlaced) return identity;
  const heights = all.filter(({ hasHeight }) => hasHeight);
  if (heights.length < minPhotos) return null;
  const found = fitSimilarityRobustly(
    heights.map(({ centre }) => centre),
    heights.map(({ xyz }) => xyz),
    heights.map(({ sigma }) => sigma),
    1,
  );
  return found?.similarity ?? null;
}

const medianHeight = (all: readonly PositionSighting[]) =>
  upperMedian(all.flatMap(({ hasHeight, xyz }) => (hasHeight ? [xyz[2]] : []))) ?? 0;

/** Flights with enough heights to estimate a drift. */
function testableFlights(all: readonly PositionSighting[], count: number): Set<number> {
  const known = all.filter(({ hasHeight }) => hasHeight);
  return new Set(
    Array.from({ length: count }, (_, flight) => flight).filter(
      (flight) => known.filter((one) => one.flight === flight).length >= minForDrift,
    ),
  );
}

/** Flights with a significant height drift, well above the stated standard deviations. */
function findDrifts(model: PositionModel): number[] {
  const fit = fitPositions(model);
  return (fit?.drifts ?? [])
    .filter(({ flight, climb, sigma }) => {
      const own = model.sightings.filter((one) => one.flight === flight);
      const stated = upperMedian(own.map((one) => one.sigma[2])) ?? 0;
      return Math.abs(climb) > Math.max(minDriftM, 3 * stated, driftDeviations * sigma);
    })
    .map(({ flight }) => flight);
}

/** Slope of heights over a flight, metres from its first photo to its last. */
function climbOf(points: readonly (readonly [phase: number, height: number])[]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [phase, height] = [mean(0), mean(1)];
  let [along, spread] = [0, 0];
  for (const [p, h] of points) {
    along += (p - phase) * (h - height);
    spread += (p - phase) ** 2;
  }
  return spread > 0 ? along / spread : 0;
}

function describeDrift(
  all: readonly PositionSighting[],
  flight: number,
  similarity: Similarity,
): DriftingFlight {
  const own = all.filter((one) => one.flight === flight && one.hasHeight);
  return {
    flight,
    recordedClimb: climbOf(own.map(({ phase, xyz }) => [phase, xyz[2]] as const)),
    photosClimb: climbOf(
      own.map(({ phase, centre }) => [phase, applySimilarity(similarity, centre)[2]] as const),
    ),
  };
}

/** Range of the differences between recorded heights and those of a georeferenced block; one of them may be right. */
function spreadOfHeights(all: readonly PositionSighting[], similarity: Similarity): number {
  const off = all.flatMap(({ hasHeight, xyz, centre }) =>
    hasHeight ? [xyz[2] - applySimilarity(similarity, centre)[2]] : [],
  );
  return off.length > 0 ? maxOf(off) - minOf(off) : 0;
}

/** Median height of the photos above the block's ground, metres. */
function depthOf({ photos, points }: Reconstruction, similarity: Similarity): number {
  const up = (place: Vec3) => applySimilarity(similarity, place)[2];
  const cameras = upperMedian(photos.map(({ pose }) => up(pose.centre))) ?? 0;
  const every = 3 * Math.max(1, Math.floor(points.length / 3 / maxDepths));
  const ground: number[] = [];
  for (let at = 0; at < points.length; at += every) {
    ground.push(up([points[at]!, points[at + 1]!, points[at + 2]!]));
  }
  return cameras - (upperMedian(ground) ?? cameras);
}

/** Whether plan positions fit the new georeferencing clearly worse than the current one. */
function fitsWorse({ all }: Sightings, fit: PositionFit): boolean {
  const lengths = (similarity: Similarity) =>
    all.map(({ centre, xyz, sigma }) => {
      const [x, y] = applySimilarity(similarity, centre);
      return Math.hypot((xyz[0] - x) / sigma[0], (xyz[1] - y) / sigma[1]);
    });
  return upperMedian(lengths(identity))! * maxLoss < upperMedian(lengths(fit.similarity))!;
}

/**
 * Assesses the positions of a block's photos against the block, plan and height separately: their scatter, outliers,
 * and height drift over a flight. Georeferences the block by the usable ones, levelled by attitudes or view directions,
 * with standard deviations. Null where not even plan positions agree with the photos, or the up direction is
 * undetermined.
 */
export function assessPositions(
  block: Reconstruction,
  question: PositionQuestion,
): PositionAssessment | null {
  const sightings = sightingsOf(block, question);
  const { all, photos } = sightings;
  if (all.length < minPhotos) return null;
  const up = believedUp(block, question);
  const start = startOf(sightings, up, question.isPlaced);
  if (!start) return null;
  const biases = question.flights.map(({ bias }) => bias);
  const level = { height: medianHeight(all), sigma: anyHeight };
  const model: PositionModel = { sightings: all, up, biases, drifting: new Set(), level, start };
  const drifting = findDrifts({ ...model, drifting: testableFlights(all, biases.length) });
  const usable = all.map((one) => ({ ...one, hasHeight: one.hasHeight && !drifting.includes(one.flight) }));
  const fit = fitPositions({ ...model, sightings: usable });
  if (!fit || fit.scaleSigma > maxScale || fit.directionSigma > maxDirection || fit.levelSigma > maxLevel) {
    return null;
  }
  const isWrong = fit.planLengths.map((length) => length > wrongLength);
  if (isWrong.filter((wrong) => !wrong).length < minRight * all.length) return null;
  if (question.isPlaced && fitsWorse(sightings, fit)) return null;
  const drifts = drifting.map((flight) => describeDrift(all, flight, fit.similarity));
  const hasHeights = usable.some(({ hasHeight }) => hasHeight);
  const { plan, height } = fit.factors;
  return {
    similarity: fit.similarity,
    isPoor: !question.isPlaced || !hasHeights || drifts.length > 0 || Math.max(plan, height) > poorFactor,
    sigmas: new Map(
      all.map(({ sigma }, k) => [photos[k]!, [plan * sigma[0], plan * sigma[1], height * sigma[2]]] as const),
    ),
    drifts,
    wrong: photos.filter((_, k) => isWrong[k]),
    hasHeights,
    upSource: up?.source ?? null,
    plan: Math.hypot(fit.planSigma, fit.levelSigma * depthOf(block, fit.similarity)),
    height: hasHeights ? fit.heightSigma : spreadOfHeights(all, fit.similarity) / 2,
    scale: fit.scaleSigma,
    direction: fit.directionSigma,
    level: fit.levelSigma,
  };
}
