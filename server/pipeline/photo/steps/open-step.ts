import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { decodeText } from '#domain/formats/table-text/decode-text.ts';
import type { ScaleBar } from '#domain/photogrammetry/adjustment/problem.ts';
import type { MarkFrame } from '#domain/photogrammetry/control/mark-frame.ts';
import { asCheckpoints, readControlFile } from '#domain/photogrammetry/control/read-control-file.ts';
import { readScaleBars } from '#domain/photogrammetry/control/read-scale-bars.ts';
import { sizesOf, tieObservations } from '#domain/photogrammetry/control/tie-observations.ts';
import { flightDoubts } from '#domain/photogrammetry/flight/flight-doubts.ts';
import { layOutFlight } from '#domain/photogrammetry/flight/stated-flight.ts';
import type { ControlFile } from '#domain/photogrammetry/model/control.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import type { RejectedPhoto } from '#domain/photogrammetry/model/reconstruction.ts';
import { chooseBand, nameOfBand } from '#domain/photogrammetry/photos/bands.ts';
import { checkPhotoSet } from '#domain/photogrammetry/photos/check-photo-set.ts';
import { checkHemisphere, stateHemisphere } from '#domain/photogrammetry/photos/hemisphere.ts';
import { openDoubts, stateCameras } from '#domain/photogrammetry/photos/stated-cameras.ts';
import { fileError } from '#workers/io/file-error.ts';
import { readOwn } from '#workers/io/full-transfer.ts';
import type { InputFile } from '../../inputs.ts';
import type { StepRunner } from '../../steps.ts';
import type { PhotoRequest, PhotoSettings, ProjectPhoto } from '../context.ts';
import type { ControlFiles } from '../control-points.ts';
import { type OpenedPhotos, openPhotos } from './open-photos.ts';

/** All inputs of the person, read. */
export interface OpenedProject {
  readonly photos: readonly ProjectPhoto[];
  readonly rejected: readonly RejectedPhoto[];
  readonly control: ControlFiles;
  readonly scaleBars: readonly ScaleBar[];
  readonly warnings: readonly ErrorRecord[];
}

async function readText(path: string): Promise<string> {
  try {
    return decodeText(await readOwn(path)).text;
  } catch (error) {
    throw fileError(error, path, 'read');
  }
}

/** Contents of the control files, for the keys of steps. */
export interface ControlTexts {
  readonly control: string | null;
  readonly checkpoints: string | null;
  readonly scaleBars: string | null;
}

/** Reads the control files as text. Errors: `io.*`. */
export async function readControlTexts({
  control,
  checkpoints,
  scaleBars,
}: PhotoRequest): Promise<ControlTexts> {
  return {
    scaleBars: scaleBars ? await readText(scaleBars.path) : null,
    control: control ? await readText(control.path) : null,
    checkpoints: checkpoints ? await readText(checkpoints.path) : null,
  };
}

function readControl(
  file: InputFile | null,
  text: string | null,
  photos: readonly ProjectPhoto[],
  frame: MarkFrame | null,
): ControlFile | null {
  if (!file || text === null) return null;
  const sizes = sizesOf(photos.map(({ info }) => info));
  const tied = tieObservations(readControlFile(text, file.name, sizes), sizes, frame);
  if (tied.fault) throw new AppError(tied.fault.code, tied.fault.params);
  return tied.file;
}

function otherBand({ name, band }: PhotoInfo, kept: string | null): RejectedPhoto {
  return { name, reason: 'other-band', params: { band: nameOfBand(band ?? null), kept: nameOfBand(kept) } };
}

/** Photos of one spectral band with the person's statements on them, and warnings. */
interface StatedPhotos {
  /** The kept ones of `OpenedPhotos`, by name. */
  readonly infos: ReadonlyMap<string, PhotoInfo>;
  readonly rejected: readonly RejectedPhoto[];
  readonly warnings: readonly ErrorRecord[];
}

/** Errors: `photo.hemisphere-unknown`, `photo.too-few`. */
function statePhotos({ photos, warnings }: OpenedPhotos, settings: PhotoSettings): StatedPhotos {
  const placed = stateHemisphere(
    photos.map(({ info }) => info),
    settings.hemisphere,
  );
  const question = checkHemisphere(placed);
  if (question) throw new AppError(question.code, question.params);
  const stated = stateCameras(placed, settings.cameras);
  const { kept, others, band } = chooseBand(stated, (info) => info);
  if (kept.length === 1)
    throw new AppError('photo.too-few', { file: kept[0]!.name, rejected: others.length });
  const infos = checkPhotoSet(kept).infos;
  return {
    infos: new Map(infos.map((info) => [info.name, info])),
    rejected: others.map((info) => otherBand(info, band)),
    warnings: [...openDoubts(warnings, stated), ...flightDoubts(stated, layOutFlight(stated))],
  };
}

/**
 * Opens the photos, leaves out unusable ones, applies the person's statements on their cameras, and reads the control
 * files. Errors: those of `openPhotos`, `readControlFile` and `tieObservations`, `photo.hemisphere-unknown`,
 * `photo.too-few`.
 * @param fileKey changes with any image file
 */
export async function openProject(
  request: PhotoRequest,
  texts: ControlTexts,
  fileKey: unknown,
  steps: StepRunner,
): Promise<OpenedProject> {
  const { images, pool, signal } = request;
  const opened = await steps.run('photos', fileKey, async (report) => {
    const found = await openPhotos(images, { pool, onProgress: report }, signal);
    return { facts: found, files: [] };
  });
  const paths = new Map(images.map(({ path, name }) => [name, path] as const));
  const { infos, rejected, warnings } = statePhotos(opened, request.settings);
  const photos = opened.photos.flatMap((photo) => {
    const info = infos.get(photo.info.name);
    return info ? [{ ...photo, info, path: paths.get(info.name) ?? photo.path }] : [];
  });
  const { markFrame } = request.settings;
  const checks = readControl(request.checkpoints, texts.checkpoints, photos, markFrame);
  return {
    photos,
    rejected: [...opened.rejected, ...rejected],
    control: {
      control: readControl(request.control, texts.control, photos, markFrame),
      checkpoints: checks && asCheckpoints(checks),
    },
    scaleBars:
      request.scaleBars && texts.scaleBars !== null
        ? readScaleBars(texts.scaleBars, request.scaleBars.name)
        : [],
    warnings,
  };
}
