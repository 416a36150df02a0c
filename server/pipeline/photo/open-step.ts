import { readFile } from 'node:fs/promises';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { ScaleBar } from '#domain/photogrammetry/adjustment/problem.ts';
import type { ControlFile } from '#domain/photogrammetry/control.ts';
import { keepKnownMarks } from '#domain/photogrammetry/control-files/known-marks.ts';
import { asCheckpoints, readControlFile } from '#domain/photogrammetry/control-files/read-control-file.ts';
import { readScaleBars } from '#domain/photogrammetry/control-files/read-scale-bars.ts';
import type { RejectedPhoto } from '#domain/photogrammetry/reconstruction.ts';
import { stateCameras, withoutSettled } from '#domain/photogrammetry/stated-cameras.ts';
import { fileError } from '#workers/io/file-error.ts';
import type { InputFile } from '../inputs.ts';
import type { StepRunner } from '../steps.ts';
import type { PhotoRequest, ProjectPhoto } from './context.ts';
import type { ControlFiles } from './control-points.ts';
import { openPhotos } from './open-photos.ts';

/** Everything that the person gave, read. */
export interface OpenedProject {
  readonly photos: readonly ProjectPhoto[];
  readonly rejected: readonly RejectedPhoto[];
  readonly control: ControlFiles;
  readonly scaleBars: readonly ScaleBar[];
  readonly warnings: readonly ErrorRecord[];
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw fileError(error, path, 'read');
  }
}

/** Contents of the control files: the keys of steps depend on them. */
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
): ControlFile | null {
  if (!file || text === null) return null;
  const sizes = new Map(photos.map(({ info }) => [info.name, { width: info.width, height: info.height }]));
  const names = photos.map(({ info }) => info.name);
  return keepKnownMarks(readControlFile(text, file.name, sizes), names);
}

/**
 * Opens the photos, leaves out those that cannot be used, takes over what the person says of their cameras, and reads
 * the control files.
 * Errors: those of `openPhotos` and `readControlFile`.
 * @param fileKey changes when any image file does
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
  const infos = stateCameras(
    opened.photos.map(({ info }) => info),
    request.settings.cameras,
  );
  const photos = opened.photos.map((photo, at) => ({
    ...photo,
    info: infos[at]!,
    path: paths.get(photo.info.name) ?? photo.path,
  }));
  const checks = readControl(request.checkpoints, texts.checkpoints, photos);
  return {
    photos,
    rejected: opened.rejected,
    control: {
      control: readControl(request.control, texts.control, photos),
      checkpoints: checks && asCheckpoints(checks),
    },
    scaleBars:
      request.scaleBars && texts.scaleBars !== null
        ? readScaleBars(texts.scaleBars, request.scaleBars.name)
        : [],
    warnings: withoutSettled(opened.warnings, infos),
  };
}
