import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { upperMedian } from '#domain/math/median.ts';
import type { Mat3 } from '#domain/math/rotations.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { flightPhases } from '#domain/photogrammetry/flight/flight-phases.ts';
import { positionBiases } from '#domain/photogrammetry/flight/position-biases.ts';
import type { FlightGroup } from '#domain/photogrammetry/flight/split-flights.ts';
import {
  assessPositions,
  type FlightOfBlock,
  type PositionAssessment,
} from '#domain/photogrammetry/georeference/assess-positions.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import { applySimilarity } from '#domain/photogrammetry/model/similarity.ts';
import type { LocalPosition, ProjectSystem } from '../project-system.ts';
import type { RawBlock } from './place-blocks.ts';

export interface WeighedPositions {
  readonly flights: readonly FlightGroup[];
  readonly infos: readonly PhotoInfo[];
  readonly attitudes: readonly (Mat3 | null)[];
  readonly system: ProjectSystem;
}

/**
 * Estimated accuracy of each block's positions where they are poor: far worse than stated, in contradiction with the
 * photos as a whole, or with unusable heights. Null for blocks whose positions are as accurate as stated, or missing.
 */
export function assessPoorPositions(
  blocks: readonly RawBlock[],
  { flights, infos, attitudes, system }: WeighedPositions,
): (PositionAssessment | null)[] {
  const { positions, arePositionsTied } = system;
  const biases = positionBiases(flights, (photo) => positions[photo] !== null);
  const ofBlock = flights.map(
    (flight, index): FlightOfBlock => ({
      phases: flightPhases(flight, infos),
      bias: biases.sigmas[biases.flights.indexOf(index)] ?? null,
    }),
  );
  return blocks.map(({ block, hasPriors, doubt }) => {
    if (!arePositionsTied || (!hasPriors && doubt !== 'contradicting-positions')) return null;
    const found = assessPositions(block, {
      flights: ofBlock,
      statedOf: (photo) => {
        const position = positions[photo];
        return position ? { ...position, rotation: attitudes[photo] ?? null } : null;
      },
      isPlaced: hasPriors,
    });
    return found?.isPoor ? found : null;
  });
}

/** Standard deviation of a drifting height: all of a block together have the weight of its mean height. */
function driftSigma({ height, drifts }: PositionAssessment, photos: number): number | null {
  return drifts.length > 0 ? height * Math.sqrt(photos) : null;
}

/**
 * The project's positions with their estimated deviations. Heights of flights that drift are replaced by that of the
 * block.
 */
export function weighPositions(
  blocks: readonly RawBlock[],
  assessments: readonly (PositionAssessment | null)[],
  { flights, system }: WeighedPositions,
): (LocalPosition | null)[] {
  const weighed = [...system.positions];
  for (const [index, { block }] of blocks.entries()) {
    const assessment = assessments[index];
    if (!assessment) continue;
    const drifting = new Set(assessment.drifts.flatMap(({ flight }) => flights[flight]!.photos));
    for (const { photo, pose } of block.photos) {
      const position = weighed[photo];
      const sigma = assessment.sigmas.get(photo);
      if (!position || !sigma) continue;
      const [east, north, up] = position.xyz;
      const hasHeight = position.hasHeight && !drifting.has(photo);
      const own = applySimilarity(assessment.similarity, pose.centre)[2];
      weighed[photo] = {
        xyz: [east, north, hasHeight ? up : own],
        sigma: hasHeight
          ? sigma
          : [sigma[0], sigma[1], driftSigma(assessment, block.photos.length) ?? position.sigma[2]],
        hasHeight,
      };
    }
  }
  return weighed;
}

/** The placement of a block by poor positions: 95 % bounds of its error. */
export interface WeakPlacement {
  /** Number of the block, from 1. */
  readonly block: number;
  readonly photos: number;
  /** Scatter of its positions in plan and their stated accuracy, standard deviations, metres. */
  readonly scatterM: number;
  readonly statedM: number;
  readonly planM: number;
  /** Null where no height is known. */
  readonly heightM: number | null;
  readonly scalePercent: number;
  readonly directionDeg: number;
  readonly levelDeg: number;
}

const degree = Math.PI / 180;
const rounded = (value: number, digits: number) => Number(value.toPrecision(digits));

function middleOf(sigmas: readonly Vec3[]): number {
  return upperMedian(sigmas.map(([east, north]) => Math.hypot(east, north) / Math.SQRT2)) ?? 0;
}

/** @param block its number, from 1 */
export function describePlacement(
  found: PositionAssessment,
  block: number,
  positions: ProjectSystem['positions'],
): WeakPlacement {
  const photos = [...found.sigmas.keys()];
  const hasNoHeight = !found.hasHeights && found.drifts.length === 0;
  return {
    block,
    photos: photos.length,
    scatterM: rounded(middleOf([...found.sigmas.values()]), 2),
    statedM: rounded(middleOf(photos.map((photo) => positions[photo]!.sigma)), 2),
    planM: rounded(2 * found.plan, 2),
    heightM: hasNoHeight ? null : rounded(2 * found.height, 2),
    scalePercent: rounded(200 * found.scale, 2),
    directionDeg: rounded((2 * found.direction) / degree, 2),
    levelDeg: rounded((2 * found.level) / degree, 2),
  };
}

/** Flights whose heights drift against the photos. */
export function driftWarnings(
  { drifts }: PositionAssessment,
  { flights, infos }: WeighedPositions,
): ErrorRecord[] {
  return drifts.map(({ flight, recordedClimb, photosClimb }) => {
    const { photos } = flights[flight]!;
    const params = {
      flight: flight + 1,
      first: infos[photos[0]!]!.name,
      last: infos[photos.at(-1)!]!.name,
      recorded: Math.round(recordedClimb),
      photos: Math.round(photosClimb),
    };
    return { code: 'photo.heights-drift', params };
  });
}

/** The placement of a block that only poor positions place. */
export function placementWarnings(placement: WeakPlacement, found: PositionAssessment): ErrorRecord[] {
  const { heightM, levelDeg, ...params } = placement;
  const { block } = placement;
  const level = { block, level: levelDeg };
  const heights: ErrorRecord[] = found.hasHeights
    ? []
    : [
        heightM === null
          ? { code: 'photo.height-unknown', params: { block } }
          : { code: 'photo.height-assumed', params: { block, sigma: heightM } },
      ];
  return [
    { code: 'photo.placed-weakly', params: { ...params, level: levelDeg } },
    ...heights,
    ...(found.upSource === 'view' && !found.hasHeights
      ? [{ code: 'photo.level-assumed', params: level } as const]
      : []),
  ];
}
