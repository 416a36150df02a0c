import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import {
  type PositionBiases,
  positionBiases,
  wrongWithinFlights,
} from '#domain/photogrammetry/flight/position-biases.ts';
import { bestFlight, type FlightGroup, splitFlights } from '#domain/photogrammetry/flight/split-flights.ts';
import { mergeBlocks } from '#domain/photogrammetry/merge-blocks.ts';
import { camerasOf, type PhotoCameras } from '#domain/photogrammetry/photo-cameras.ts';
import { rotationFromAttitude } from '#domain/photogrammetry/pose.ts';
import type { Reconstruction, RejectedPhoto } from '#domain/photogrammetry/reconstruction.ts';
import type { StepRunner } from '../steps.ts';
import { type Adjusted, adjustBlocks } from './adjust-step.ts';
import { demandMeetingMarks } from './check-marks.ts';
import { reconstructByColmap } from './colmap-step.ts';
import type { PhotoRequest } from './context.ts';
import { controlFiles, type FramedControl, frameControl, frameTransform } from './control-points.ts';
import { type FeatureJob, findFeatures } from './feature-step.ts';
import { matchPhotos } from './match-step.ts';
import type { OpenedProject } from './open-step.ts';
import { placeBlocks } from './place-blocks.ts';
import { chooseSystem, type ProjectSystem, withoutPlace } from './project-system.ts';
import { type Reconstructed, reconstructPhotos } from './reconstruct-step.ts';

/** A project whose photos have poses. */
export interface SparseProject {
  readonly opened: OpenedProject;
  readonly system: ProjectSystem;
  /** First guesses of the cameras, by what the files say. */
  readonly cameras: PhotoCameras;
  readonly flights: readonly FlightGroup[];
  readonly biases: PositionBiases;
  readonly control: readonly FramedControl[];
  /** The blocks in the project's frame, adjusted together. */
  readonly adjusted: Adjusted;
  /** Photos of each block in `adjusted`, indices of its photos. */
  readonly blockSizes: readonly number[];
  /** Blocks that nothing ties to the frame: as reconstructed, each in a frame of its own. */
  readonly loose: readonly Reconstruction[];
  /** True where place, direction and scale of the frame are arbitrary. */
  readonly isArbitrary: boolean;
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
        params: { block: kept + index + 1, photos: block.photos.length },
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

/** Heights that differ by less from those over take-off count from there, metres. */
const leastTakeOffM = 5;

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

/** A camera without a tie to the earth counts in metres of its own. */
function demandFlat({ crs }: ProjectSystem): void {
  if (crs.horizontalUnit?.kind !== 'linear') {
    throw new AppError('photo.system-not-flat', { name: crs.name ?? '?' });
  }
}

async function reconstructOurselves(
  job: FeatureJob,
  cameras: PhotoCameras,
  positions: ProjectSystem['positions'],
): Promise<Reconstructed> {
  const features = await findFeatures(job);
  const matching = await matchPhotos({
    ...job,
    features,
    positions,
    cameras: cameras.cameraOf.map((camera) => cameras.cameras[camera]!),
  });
  return await reconstructPhotos({ ...job, features, cameras, positions, matching });
}

/**
 * From photos to poses: features, matches, blocks, their place in the project's frame and the final adjustment with
 * positions and control. Errors: those of its steps, `photo.no-overlap`, `photo.control-*`, `photo.system-*`.
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
  demandFlat(system);
  const { points: control, warnings: controlWarnings } = frameControl(opened.control, system, infos);
  const cameras = camerasOf(infos);
  request.onDoubts?.([...opened.warnings, ...system.warnings, ...controlWarnings]);
  const { positions } = system;
  const job: FeatureJob = { photos, steps, pool, signal, workFolder };
  const reconstructed =
    request.engine === 'colmap'
      ? await reconstructByColmap({ ...job, cameras, positions })
      : await reconstructOurselves(job, cameras, positions);
  const [largest] = reconstructed.blocks;
  if (largest) demandMeetingMarks(largest.block, control);
  const flights = splitFlights(infos);
  const attitudes = infos.map(
    ({ attitude }) => attitude && rotationFromAttitude(attitude.yaw, attitude.pitch, attitude.roll),
  );
  const wrong = wrongWithinFlights(flights, reconstructed.wrongPositions);
  const best = bestFlight(flights);
  const placement = placeBlocks({
    blocks: reconstructed.blocks,
    control,
    toFrame: new Map(
      files.map((file, index) => [file.name, frameTransform(system.controlCrs[index]!, system)] as const),
    ),
    arePositionsTied: system.arePositionsTied,
    systemName: system.crs.name ?? '?',
    flights: flights
      .toSorted((a, b) => Number(b === flights[best]) - Number(a === flights[best]))
      .map(({ photos }) => photos),
    areHeightsAbsolute: flights.some(
      ({ takeOffM }) => takeOffM !== null && Math.abs(takeOffM) > leastTakeOffM,
    ),
    statedOf: (photo) => {
      const position = positions[photo];
      return position && !wrong.has(photo) ? { ...position, rotation: attitudes[photo] ?? null } : null;
    },
  });
  const { placed, loose, isArbitrary } = placement;
  const usesPosition = (photo: number) => system.arePositionsTied && !isArbitrary && !wrong.has(photo);
  const biases = positionBiases(flights, (photo) => positions[photo] !== null && usesPosition(photo));
  const adjusted = await adjustBlocks({
    merged: mergeBlocks(placed),
    positions: positions.map((position, photo) => (usesPosition(photo) ? position : null)),
    biases,
    attitudes,
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
  const isUnplaced = isArbitrary && system.source !== 'none';
  return {
    opened,
    system: isUnplaced ? await withoutPlace(system) : system,
    cameras,
    flights,
    biases,
    control,
    adjusted,
    blockSizes: placed.map((block) => block.photos.length),
    loose,
    isArbitrary,
    rejected: [...opened.rejected, ...reconstructed.unregistered, ...rejected],
    warnings: [
      ...(isUnplaced
        ? [{ code: 'photo.place-unknown', params: { name: system.crs.name ?? '?' } } as const]
        : []),
      ...opened.warnings,
      ...(isUnplaced ? [] : system.warnings),
      ...controlWarnings,
      ...reconstructed.warnings,
      ...wrongPositionWarnings(reconstructed, wrong, opened),
      ...placement.warnings,
      ...blockWarnings(placed, loose),
      ...adjusted.warnings,
    ],
  };
}
