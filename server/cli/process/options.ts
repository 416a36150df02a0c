import { AppError } from '#domain/errors/app-error.ts';
import type { Vec3 } from '#domain/math/vectors.ts';
import { type MarkFrame, readMarkFrame } from '#domain/photogrammetry/control/mark-frame.ts';
import { hemispheres } from '#domain/photogrammetry/photos/hemisphere.ts';
import { computeModes } from '#workers/contract/compute.ts';
import { acceptTruncatedOption } from '../accept-truncated-option.ts';
import type { OptionValues } from '../command.ts';
import { crsOption } from '../crs-option.ts';
import { refuseForeign } from '../foreign-options.ts';

/** Options of `plumbline process`: some for any data, some for point clouds, some for photos. */
export const processOptions = {
  out: { type: 'string', valueName: 'DIR', descriptionKey: 'cli.process.option.out' },
  crs: crsOption,
  'accept-truncated': acceptTruncatedOption,
  'gps-week': { type: 'number', valueName: 'N', descriptionKey: 'cli.process.option.gps-week' },
  'contour-interval': {
    type: 'number',
    valueName: 'STEP',
    descriptionKey: 'cli.process.option.contour-interval',
  },
  resolution: { type: 'number', valueName: 'CELL', descriptionKey: 'cli.process.option.resolution' },
  classify: {
    type: 'string',
    choices: ['auto', 'always', 'never'],
    descriptionKey: 'cli.process.option.classify',
  },
  gcp: { type: 'string', valueName: 'FILE', descriptionKey: 'cli.process.option.gcp' },
  checkpoints: { type: 'string', valueName: 'FILE', descriptionKey: 'cli.process.option.checkpoints' },
  'scale-bars': { type: 'string', valueName: 'FILE', descriptionKey: 'cli.process.option.scale-bars' },
  marks: { type: 'string', valueName: 'FRAME', descriptionKey: 'cli.process.option.marks' },
  hemisphere: { type: 'string', choices: hemispheres, descriptionKey: 'cli.process.option.hemisphere' },
  'lever-arm': { type: 'string', valueName: 'X,Y,Z', descriptionKey: 'cli.process.option.lever-arm' },
  camera: {
    type: 'string',
    multiple: true,
    valueName: 'FACTS',
    descriptionKey: 'cli.process.option.camera',
  },
  density: {
    type: 'string',
    choices: ['low', 'medium', 'high'],
    descriptionKey: 'cli.process.option.density',
  },
  engine: {
    type: 'string',
    choices: ['builtin', 'colmap', 'nodeodm'],
    descriptionKey: 'cli.process.option.engine',
  },
  'engine-url': {
    type: 'string',
    valueName: 'URL',
    descriptionKey: 'cli.process.option.engine-url',
  },
  until: { type: 'string', choices: ['sparse'], descriptionKey: 'cli.process.option.until' },
  'ortho-gsd-multiplier': {
    type: 'number',
    valueName: 'FACTOR',
    descriptionKey: 'cli.process.option.ortho-gsd-multiplier',
  },
  'dem-gsd-multiplier': {
    type: 'number',
    valueName: 'FACTOR',
    descriptionKey: 'cli.process.option.dem-gsd-multiplier',
  },
  gpu: { type: 'string', choices: computeModes, descriptionKey: 'cli.process.option.gpu' },
  undistort: { type: 'boolean', descriptionKey: 'cli.process.option.undistort' },
} as const;

export type ProcessOptions = OptionValues<typeof processOptions>;

const ofClouds = ['resolution', 'classify'] as const;
const ofPhotos = [
  'gcp',
  'checkpoints',
  'scale-bars',
  'marks',
  'hemisphere',
  'lever-arm',
  'camera',
  'density',
  'engine',
  'engine-url',
  'until',
  'ortho-gsd-multiplier',
  'dem-gsd-multiplier',
  'gpu',
  'undistort',
] as const;

/** Refuses options that do not apply to the data. Error: `cli.not-for-data`. */
export function checkOptions(given: ProcessOptions, kind: 'photos' | 'clouds'): void {
  refuseForeign<keyof ProcessOptions>('process', given, kind === 'photos' ? ofClouds : ofPhotos, kind);
}

/** Three lengths in metres, null where the option was not given. Error: `cli.bad-value`. */
export function readLeverArm(value: string | undefined): Vec3 | null {
  if (value === undefined) return null;
  const [x, y, z, ...more] = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if ([x, y, z].every(Number.isFinite) && more.length === 0) return [x!, y!, z!];
  throw new AppError('cli.bad-value', { command: 'process', option: '--lever-arm', value, choices: 'X,Y,Z' });
}

/** The pixel frame of marks, null where the option was not given. Error: `cli.bad-value`. */
export function readMarks(value: string | undefined): MarkFrame | null {
  if (value === undefined) return null;
  const frame = readMarkFrame(value);
  if (frame) return frame;
  const choices = 'swapped, turned-90, turned-180, turned-270, scaled-FACTOR';
  throw new AppError('cli.bad-value', { command: 'process', option: '--marks', value, choices });
}

/** A GPS week, undefined where none was given. Error: `cli.bad-value`. */
export function gpsWeekOf(value: number | undefined): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value;
  throw new AppError('cli.bad-value', {
    command: 'process',
    option: '--gps-week',
    value,
    choices: '0, 1, 2, …',
  });
}

/** The value of an option that must be above zero, null where it was not given. Error: `cli.bad-value`. */
export function positive(option: string, value: number | undefined): number | null {
  if (value === undefined) return null;
  if (Number.isFinite(value) && value > 0) return value;
  throw new AppError('cli.bad-value', { command: 'process', option, value, choices: '> 0' });
}
