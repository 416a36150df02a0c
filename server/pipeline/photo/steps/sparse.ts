import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import {
  type PositionBiases,
  positionBiases,
  wrongWithinFlights,
} from '#domain/photogrammetry/flight/position-biases.ts';
import { bestFlight, type FlightGroup, splitFlights } from '#domain/photogrammetry/flight/split-flights.ts';
import type { PositionAssessment } from '#domain/photogrammetry/georeference/assess-positions.ts';
import { rotationFromAttitude } from '#domain/photogrammetry/model/pose.ts';
import type { Reconstruction, RejectedPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import { camerasOf, type PhotoCameras } from '#domain/photogrammetry/photos/photo-cameras.ts';
import { mergeBlocks } from '#domain/photogrammetry/sfm/merge-blocks.ts';
import type { StepRunner } from '../../steps.ts';
import { requireConsistentObservations } from '../check-observations.ts';
import type { PhotoRequest } from '../context.ts';
import { controlFiles, type FramedControl, frameControl, frameTransform } from '../control-points.ts';
import { type Placement, placeBlocks } from '../positions/place-blocks.ts';
import { attitudePriors, viewPriors } from '../positions/turn-priors.ts';
import {
  assessPoorPositions,
  describePlacement,
  driftWarnings,
  placementWarnings,
  type WeakPlacement,
  weighPositions,
} from '../positions/weigh-positions.ts';
import { chooseSystem, type ProjectSystem, withoutPlace } from '../project-system.ts';
import { type Adjusted, adjustBlocks } from './adjust-step.ts';
import { reconstructByColmap } from './colmap-step.ts';
import { type FeatureRequest, findFeatures } from './feature-step.ts';
import { matchPhotos } from './match-step.ts';
import type { OpenedProject } from './open-step.ts';
import { type Reconstructed, reconstructPhotos } from './reconstruct-step.ts';

/** A project with photo poses. */
export interface SparseProject {
  readonly opened: OpenedProject;
  readonly system: ProjectSystem;
  /** Initial cameras from the files. */
  readonly cameras: PhotoCameras;
  readonly flights: readonly FlightGroup[];
  readonly biases: PositionBiases;
  readonly control: readonly FramedControl[];
  /** The blocks in the project's frame, adjusted together. */
  readonly adjusted: Adjusted;
  /** Photos of each block in `adjusted`, indices of its photos. */
  readonly blockSizes: readonly number[];
  /** Blocks without a tie to the frame: as reconstructed, each in its own frame. */
  readonly loose: readonly Reconstruction[];
  /** True where origin, orientation and scale of the frame are arbitrary. */
  readonly isArbitrary: boolean;
  /** False where the vertical is unknown: heights and views from above are then meaningless. */
  readonly hasUp: boolean;
  /** Blocks that only poor positions place, and their accuracy. */
  readonly weak: readonly WeakPlacement[];
  readonly rejected: readonly RejectedPhoto[];
  readonly warnings: readonly ErrorRecord[];
}

function otherBlocks(
  loose: readonly Reconstruction[],
  opened: OpenedProject,
  kept: number,
): { rejected: RejectedPhoto[] } {
  const rejected = loose.flatMap((block, index) =>
    block.photos.map(({ photo }): RejectedPhoto => {
      const { name } = opened.photos[photo]!.info;
      return {
        name,
        reason: 'other-block',
        params: { block: kept + index + 1, count: block.photos.length },
      };
    }),
  );
  return { rejected };
}

function blockWarnings(placed: readonly Reconstruction[], loose: readonly Reconstruction[]): ErrorRecord[] {
  const sizes = [...placed, ...loose].map(({ photos }) => photos.length);
  if (sizes.length < 2) return [];
  const params = { count: sizes.length, sizes: sizes.join(' + '), kept: placed.length };
  return [{ code: 'photo.many-blocks', params }];
}

/** Maximum difference from heights above take-off at which heights are taken to be such, metres. */
const minTakeOffM = 5;

/** Photos of each block whose position is not used because it contradicts the others. */
function wrongPositionWarnings(
  { blocks }: Reconstructed,
  wrong: ReadonlySet<number>,
  { photos }: OpenedProject,
): ErrorRecord[] {
  return blocks.flatMap(({ block }, index): ErrorRecord[] => {
    const own = block.photos.filter(({ photo }) => wrong.has(photo));
    const names = own.map(({ photo }) => photos[photo]!.info.name).join(', ');
    return names ? [{ code: 'photo.wrong-positions', params: { block: index + 1, names } }] : [];
  });
}

/** The vertical of an unplaced frame. */
function upWarnings(source: Placement['upSource']): ErrorRecord[] {
  if (source === 'attitude') return [];
  return [{ code: source === 'view' ? 'photo.up-from-views' : 'photo.up-unknown', params: {} }];
}

/** The reasons for the placement of blocks that do not depend on poor positions. */
function doubtsOf({ blocks }: Reconstructed, poor: readonly (PositionAssessment | null)[]): ErrorRecord[] {
  return blocks.flatMap(({ doubt }, index): ErrorRecord[] =>
    doubt && !poor[index] ? [{ code: `photo.block-${doubt}`, params: { block: index + 1 } }] : [],
  );
}

/** Photos whose positions contradict those of the others, by each block's own test. */
function wrongPositions(
  { blocks, wrongPositions: found }: Reconstructed,
  poor: readonly (PositionAssessment | null)[],
): Set<number> {
  const wrong = new Set(found);
  for (const [index, { block }] of blocks.entries()) {
    const assessment = poor[index];
    if (!assessment) continue;
    for (const { photo } of block.photos) wrong.delete(photo);
    for (const photo of assessment.wrong) wrong.add(photo);
  }
  return wrong;
}

/** Photos of blocks that only their nadir views level. */
function heldByView(
  { blocks }: Reconstructed,
  poor: readonly (PositionAssessment | null)[],
  weak: readonly number[],
): Set<number> {
  const own = weak.filter((index) => poor[index]?.upSource === 'view');
  return new Set(own.flatMap((index) => blocks[index]!.block.photos.map(({ photo }) => photo)));
}

/** A camera without a tie to the earth counts in metres of its own. */
function requireFlat({ crs }: ProjectSystem): void {
  if (crs.horizontalUnit?.kind !== 'linear') {
    throw new AppError('photo.system-not-flat', { name: crs.name ?? '?' });
  }
}

async function reconstructOurselves(
  request: FeatureRequest,
  cameras: PhotoCameras,
  positions: ProjectSystem['positions'],
): Promise<Reconstructed> {
  const features = await findFeatures(request);
  const matching = await matchPhotos({
    ...request,
    features,
    positions,
    cameras: cameras.cameraOf.map((camera) => cameras.cameras[camera]!),
  });
  return await reconstructPhotos({ ...request, features, cameras, positions, matching });
}

/**
 * Estimates poses of photos: features, matches, blocks, their placement in the project's frame and the final
 * adjustment with positions and control. Errors: those of its steps, `photo.no-overlap`, `photo.control-*`,
 * `photo.system-*`.
 */
export async function makeSparse(
  request: PhotoRequest,
  opened: OpenedProject,
  steps: StepRunner,
  workFolder: string,
): Promise<SparseProject> {
  const { pool, signal } = request;
  const { photos } = opened;
  const infos = photos.map(({ info }) => info);
  const files = controlFiles(opened.control);
  const system = await chooseSystem(request.crs, files, infos);
  requireFlat(system);
  const { points: control, warnings: controlWarnings } = frameControl(opened.control, system, infos);
  const cameras = camerasOf(infos);
  request.onDoubts?.([...opened.warnings, ...system.warnings, ...controlWarnings]);
  const { positions } = system;
  const shared: FeatureRequest = { photos, steps, pool, signal, workFolder };
  const reconstructed =
    request.engine === 'colmap'
      ? await reconstructByColmap({ ...shared, cameras, positions })
      : await reconstructOurselves(shared, cameras, positions);
  const [largest] = reconstructed.blocks;
  if (largest) requireConsistentObservations(largest.block, control);
  const flights = splitFlights(infos);
  const attitudes = infos.map(
    ({ attitude }) => attitude && rotationFromAttitude(attitude.yaw, attitude.pitch, attitude.roll),
  );
  const weighing = { flights, infos, attitudes, system };
  const poor = assessPoorPositions(reconstructed.blocks, weighing);
  const wrong = wrongWithinFlights(flights, wrongPositions(reconstructed, poor));
  const best = bestFlight(flights);
  const placement = placeBlocks({
    blocks: reconstructed.blocks,
    control,
    toFrame: new Map(
      files.map((file, index) => [file.name, frameTransform(system.controlCrs[index]!, system)] as const),
    ),
    arePositionsTied: system.arePositionsTied,
    systemName: system.crs.name ?? '?',
    poor,
    flights: flights
      .toSorted((a, b) => Number(b === flights[best]) - Number(a === flights[best]))
      .map(({ photos }) => photos),
    areHeightsAbsolute: flights.some(({ takeOffM }) => takeOffM !== null && Math.abs(takeOffM) > minTakeOffM),
    statedOf: (photo) => {
      const position = positions[photo];
      return position && !wrong.has(photo) ? { ...position, rotation: attitudes[photo] ?? null } : null;
    },
    attitudeOf: (photo) => attitudes[photo] ?? null,
  });
  const { placed, loose, isArbitrary } = placement;
  const weighed = weighPositions(reconstructed.blocks, poor, weighing);
  const usesPosition = (photo: number) => system.arePositionsTied && !isArbitrary && !wrong.has(photo);
  const biases = positionBiases(flights, (photo) => positions[photo] !== null && usesPosition(photo));
  const merged = mergeBlocks(placed);
  const needsAttitudes = biases.sigmas.length > 0 || poor.some((found) => found?.upSource === 'attitude');
  const adjusted = await adjustBlocks({
    merged,
    positions: weighed.map((position, photo) => (usesPosition(photo) ? position : null)),
    biases,
    turns: [
      ...(needsAttitudes ? attitudePriors(merged, attitudes) : []),
      ...viewPriors(merged, heldByView(reconstructed, poor, placement.weak)),
    ],
    control: isArbitrary ? [] : control,
    scaleBars: opened.scaleBars,
    leverArm: request.leverArm ?? null,
    names: infos.map(({ name }) => name),
    cameras,
    steps,
    pool,
    signal,
    workFolder,
  });
  const { rejected } = otherBlocks(loose, opened, placed.length);
  const weak = placement.weak.map((index) => describePlacement(poor[index]!, index + 1, positions));
  const isUnplaced = isArbitrary && system.source !== 'none';
  return {
    opened,
    system: isUnplaced ? await withoutPlace(system) : { ...system, positions: weighed },
    cameras,
    flights,
    biases,
    control,
    adjusted,
    blockSizes: placed.map((block) => block.photos.length),
    loose,
    isArbitrary,
    hasUp: !isArbitrary || placement.upSource !== null,
    weak,
    rejected: [...opened.rejected, ...reconstructed.unregistered, ...rejected],
    warnings: [
      ...(isUnplaced
        ? [{ code: 'photo.place-unknown', params: { name: system.crs.name ?? '?' } } as const]
        : []),
      ...(isArbitrary ? upWarnings(placement.upSource) : []),
      ...opened.warnings,
      ...(isUnplaced ? [] : system.warnings),
      ...controlWarnings,
      ...reconstructed.warnings,
      ...doubtsOf(reconstructed, poor),
      ...poor.flatMap((found) => (found ? driftWarnings(found, weighing) : [])),
      ...weak.flatMap((one) => placementWarnings(one, poor[one.block - 1]!)),
      ...wrongPositionWarnings(reconstructed, wrong, opened),
      ...placement.warnings,
      ...blockWarnings(placed, loose),
      ...adjusted.warnings,
    ],
  };
}
