import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addPhotoMetadata } from '#domain/formats/jpeg/write-metadata.ts';
import { appendAll } from '#domain/math/extremes.ts';
import {
  type FlightPhoto,
  type FlightSettings,
  groundSampleM,
  planFlight,
} from '#domain/simulation/flight/flight-plan.ts';
import { placeTargets } from '#domain/simulation/flight/place-targets.ts';
import type { SurveyTarget } from '#domain/simulation/flight/scene.ts';
import { simCamera, simNoise, simVignetting } from '#domain/simulation/flight/sim-camera.ts';
import type { Simulation } from '#domain/simulation/simulation.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import type { SceneRequest } from '#workers/contract/simulation-tasks.ts';
import { ownBytes } from '#workers/io/full-transfer.ts';
import { inOrder } from '../cloud/ordered.ts';
import { sharp } from '../image-readers.ts';
import { writeWhole } from '../work-folder.ts';
import type { EarthPosition } from './earth-position.ts';
import { observeTargets, type TargetObservation } from './observe-targets.ts';

/** The options of a flight beside its plan. */
export interface FlightRequest extends Omit<FlightSettings, 'seed'> {
  /** Targets on the ground: at most 9 for control. */
  readonly controlCount: number;
  readonly checkCount: number;
  /** Readout time of the photo's rows, seconds; 0 for a global shutter. */
  readonly readoutS: number;
  /** Exposure time of motion blur, seconds; 0 for sharp photos. */
  readonly exposureS: number;
  /** Added to the heights of recorded positions: the offset of the height reference from the recorder's. */
  readonly geoidM: number;
  /** Photos of a plain camera: only EXIF, without attitude and height above take-off. */
  readonly isExifOnly: boolean;
}

/** A flown flight and its photos. */
export interface Flight {
  readonly settings: FlightSettings;
  readonly photos: readonly FlightPhoto[];
  readonly targets: readonly SurveyTarget[];
  readonly targetEdgeM: number;
  readonly marks: readonly TargetObservation[];
  readonly gsdM: number;
}

export interface FlightContext {
  readonly simulation: Simulation;
  readonly sizeM: number;
  readonly out: string;
  readonly earth: EarthPosition;
  readonly request: FlightRequest;
  readonly pool: TaskPool;
  readonly signal?: AbortSignal | undefined;
  report?(fraction: number): void;
}

export const imageFolder = 'images';
const jpegQuality = 92;
const minTargetM = 0.5;
const targetPixels = 8;
const marginShare = 1.1;
/** Photos in progress beside those in the workers, so that none waits for an encoder. */
const spareTasks = 2;
/** Accuracy of RTK fixes; a worse recorder states no sigma. */
const rtkLimitM = 0.05;
const takeOff = Date.UTC(2026, 5, 20, 10, 0, 0);
const nominalExposureS = 0.001;

function timeOf(second: number): string {
  const [date = '', time = ''] = new Date(takeOff + Math.round(second) * 1000).toISOString().split('T');
  return `${date.replaceAll('-', ':')} ${time.slice(0, 8)}`;
}

function wrapDegrees(angle: number): number {
  return angle - 360 * Math.round(angle / 360);
}

async function encodePhoto(
  context: FlightContext,
  photo: FlightPhoto,
  pixels: Uint8Array,
): Promise<Uint8Array> {
  const { request, earth } = context;
  const { width, height } = request.camera;
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const [x, y, z] = photo.recorded.position;
  const { yaw, pitch, roll } = photo.recorded.attitude;
  const sigma = request.gpsSigmaM;
  return addPhotoMetadata(ownBytes(jpeg), {
    ...simCamera,
    serial: 'SIM-0001',
    software: 'Plumbline simulation',
    width,
    height,
    takenAt: timeOf(photo.second),
    exposureS: request.exposureS || nominalExposureS,
    ...earth.toGeographic(x, y),
    altitudeM: z + request.geoidM,
    relativeAltitudeM: photo.recorded.relativeM,
    isExifOnly: request.isExifOnly,
    gimbal: { yaw: wrapDegrees(yaw - earth.trueNorthDeg), pitch, roll },
    rtkSigmaM: sigma <= rtkLimitM ? [sigma, sigma, 2 * sigma] : null,
  });
}

/** Takes and writes one photo; returns the marks of the targets it shows. */
async function takePhoto(
  context: FlightContext,
  scene: SceneRequest,
  photo: FlightPhoto,
  index: number,
): Promise<TargetObservation[]> {
  const { simulation, out, request, pool, signal } = context;
  const { camera, readoutS, exposureS } = request;
  signal?.throwIfAborted();
  const { pixels, isVisible } = await pool.run(
    'simulation.renderImage',
    {
      scene,
      camera,
      pose: photo.pose,
      velocity: photo.velocity,
      readoutS,
      exposureS,
      gains: photo.gains,
      vignetting: simVignetting,
      noise: simNoise,
      seed: (simulation.seed * 65_536 + index * 64) | 0,
    },
    signal ? { signal } : {},
  );
  await writeWhole(join(out, imageFolder, photo.name), await encodePhoto(context, photo, pixels));
  return observeTargets(camera, photo, { index, seed: simulation.seed, readoutS }, scene.targets, isVisible);
}

/**
 * Flies over a site: writes the photos as JPEG with EXIF and XMP into `images/` of the output folder and returns the
 * flight. The same request gives the same bytes for any number of workers.
 */
export async function writeFlight(context: FlightContext): Promise<Flight> {
  const { simulation, sizeM, out, request, pool } = context;
  const settings: FlightSettings = { ...request, seed: simulation.seed };
  const gsdM = groundSampleM(settings);
  const targetEdgeM = Math.max(minTargetM, targetPixels * gsdM);
  const targets = placeTargets(simulation, request.controlCount, request.checkCount, targetEdgeM);
  const photos = planFlight(simulation, settings);
  const marginM = Math.ceil(
    (marginShare * request.altitudeM * request.camera.width) / request.camera.focal / 2,
  );
  const scene = { seed: simulation.seed, sizeM, marginM, targets, targetEdgeM };
  await mkdir(join(out, imageFolder), { recursive: true });
  const marks: TargetObservation[] = [];
  let done = 0;
  await inOrder(
    photos.entries(),
    pool.size + spareTasks,
    ([index, photo]) => takePhoto(context, scene, photo, index),
    (found) => {
      appendAll(marks, found);
      context.report?.(++done / photos.length);
    },
  );
  return { settings, photos, targets, targetEdgeM, marks, gsdM };
}
