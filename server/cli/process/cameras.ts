import { AppError } from '#domain/errors/app-error.ts';
import { cameraName } from '#domain/photogrammetry/model/camera-name.ts';
import type { PhotoInfo } from '#domain/photogrammetry/model/photo.ts';
import {
  type KnownCamera,
  listCameras,
  type Statement,
  type StatementPart,
  statementFaults,
} from '#domain/photogrammetry/photos/known-cameras.ts';
import { readPhotoInfo } from '#domain/photogrammetry/photos/read-photo-info.ts';
import { isSameCamera, type StatedCamera } from '#domain/photogrammetry/photos/stated-cameras.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { InputFile } from '../../pipeline/inputs.ts';

/** The value of a `--camera`: what is known of a camera, and which one it is. */
export interface CameraOption {
  readonly given: string;
  readonly model: string | null;
  readonly size: readonly [width: number, height: number] | null;
  readonly said: Statement;
}

const form = 'sensor=MM,focal=MM,principal=X/Y,model=NAME,size=WIDTHxHEIGHT';
const keys = ['sensor', 'focal', 'principal', 'model', 'size'] as const;

const isKey = (text: string): text is (typeof keys)[number] => keys.some((key) => key === text);

/** Reads one `--camera`. Error: `cli.bad-value`. */
export function readCameraOption(given: string): CameraOption {
  const refuse = () =>
    new AppError('cli.bad-value', { command: 'process', option: '--camera', value: given, choices: form });
  const parts = new Map<string, string>();
  for (const part of given.split(',')) {
    const [, key = '', value = ''] = /^\s*(\w+)=(.*\S)\s*$/.exec(part) ?? [];
    if (!isKey(key) || parts.has(key)) throw refuse();
    parts.set(key, value);
  }
  const positive = (text: string | undefined): number | null => {
    if (text === undefined) return null;
    const value = Number(text);
    if (Number.isFinite(value) && value > 0) return value;
    throw refuse();
  };
  const pair = (key: (typeof keys)[number], separator: string): [number, number] | null => {
    const text = parts.get(key);
    if (text === undefined) return null;
    const [first, second, ...more] = text.split(separator).map(positive);
    if (first == null || second == null || more.length > 0) throw refuse();
    return [first, second];
  };
  const [sensorWidthMm, focalMm] = [positive(parts.get('sensor')), positive(parts.get('focal'))];
  const principal = pair('principal', '/');
  if (sensorWidthMm === null && focalMm === null && principal === null) throw refuse();
  const [x0, y0] = principal ?? [null, null];
  return {
    given,
    model: parts.get('model') ?? null,
    size: pair('size', 'x'),
    said: { sensorWidthMm, focalMm, x0, y0 },
  };
}

const nameOf = ({ make, model, width, height }: KnownCamera): string =>
  `${cameraName(make, model) || '?'} ${width}x${height}`;

/** Files that cannot be read are named by the pipeline, with their reason. */
async function readInfos(files: readonly InputFile[], signal: AbortSignal): Promise<PhotoInfo[]> {
  const infos: PhotoInfo[] = [];
  for (const { path, name } of files) {
    signal.throwIfAborted();
    const source = await openFileSource(path);
    try {
      infos.push((await readPhotoInfo(source, name, signal)).info);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    } finally {
      await source.close();
    }
  }
  return infos;
}

const partNames: Readonly<Record<StatementPart, string>> = {
  sensorWidth: 'sensor',
  focal: 'focal',
  x0: 'principal',
  y0: 'principal',
};

function stateOne({ given, model, size, said }: CameraOption, cameras: readonly KnownCamera[]): StatedCamera {
  const found = cameras.filter(
    (camera) =>
      (model === null || camera.model?.toLowerCase() === model.toLowerCase()) &&
      (size === null || (camera.width === size[0] && camera.height === size[1])),
  );
  const [camera, ...more] = found;
  const all = cameras.map(nameOf).join(', ') || '?';
  if (!camera) throw new AppError('photo.camera-unknown', { given, cameras: all });
  if (more.length > 0)
    throw new AppError('photo.camera-ambiguous', { given, cameras: found.map(nameOf).join(', ') });
  const [fault] = Object.entries(statementFaults(camera, said));
  if (fault) {
    const part = partNames[fault[0] as StatementPart];
    const named = { camera: nameOf(camera), part, given };
    if (fault[1] === 'outside') throw new AppError('photo.camera-outside', named);
    if (fault[1] === 'also-needed') throw new AppError('photo.camera-incomplete', named);
    throw new AppError('photo.camera-impossible', named);
  }
  const { make, width, height } = camera;
  const { sensorWidthMm, focalMm, x0, y0 } = said;
  const principalPoint = x0 === null || y0 === null ? null : ([x0, y0] as const);
  return { make, model: camera.model, width, height, sensorWidthMm, focalMm, principalPoint };
}

/**
 * The cameras that options refer to, among those of the photos. Errors: `photo.camera-unknown`, `-ambiguous`,
 * `-twice`, `-outside`, `-incomplete`, `-impossible`; `io.*`.
 */
export async function stateCamerasOf(
  options: readonly CameraOption[],
  files: readonly InputFile[],
  signal: AbortSignal,
): Promise<StatedCamera[]> {
  if (options.length === 0) return [];
  const cameras = listCameras(await readInfos(files, signal));
  const stated: StatedCamera[] = [];
  for (const option of options) {
    const camera = stateOne(option, cameras);
    if (stated.some((other) => isSameCamera(other, camera)))
      throw new AppError('photo.camera-twice', { given: option.given });
    stated.push(camera);
  }
  return stated;
}
