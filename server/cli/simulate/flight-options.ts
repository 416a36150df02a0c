import { AppError } from '#domain/errors/app-error.ts';
import type { FlightPattern } from '#domain/site/flight/flight-plan.ts';
import { createSimCamera } from '#domain/site/flight/sim-camera.ts';
import type { FlightRequest } from '../../pipeline/simulate/write-flight.ts';
import type { OptionValues } from '../command.ts';

const patterns: readonly FlightPattern[] = ['grid', 'crosshatch', 'oblique'];

/** Options of a simulated flight with a camera. */
export const flightOptions = {
  images: { type: 'boolean', descriptionKey: 'cli.simulate.option.images' },
  altitude: { type: 'number', valueName: 'METRES', descriptionKey: 'cli.simulate.option.altitude' },
  overlap: { type: 'number', valueName: 'PERCENT', descriptionKey: 'cli.simulate.option.overlap' },
  sidelap: { type: 'number', valueName: 'PERCENT', descriptionKey: 'cli.simulate.option.sidelap' },
  pattern: {
    type: 'string',
    choices: patterns,
    valueName: 'NAME',
    descriptionKey: 'cli.simulate.option.pattern',
  },
  'image-width': { type: 'number', valueName: 'PX', descriptionKey: 'cli.simulate.option.image-width' },
  gcps: { type: 'number', valueName: 'N', descriptionKey: 'cli.simulate.option.gcps' },
  checkpoints: { type: 'number', valueName: 'N', descriptionKey: 'cli.simulate.option.checkpoints' },
  'gps-sigma': { type: 'number', valueName: 'METRES', descriptionKey: 'cli.simulate.option.gps-sigma' },
  'attitude-sigma': {
    type: 'number',
    valueName: 'DEGREES',
    descriptionKey: 'cli.simulate.option.attitude-sigma',
  },
  geoid: { type: 'number', valueName: 'METRES', descriptionKey: 'cli.simulate.option.geoid' },
  'motion-blur': { type: 'number', valueName: 'SECONDS', descriptionKey: 'cli.simulate.option.motion-blur' },
  'rolling-shutter': {
    type: 'number',
    valueName: 'SECONDS',
    descriptionKey: 'cli.simulate.option.rolling-shutter',
  },
} as const;

const defaults = {
  altitudeM: 120,
  overlapPercent: 70,
  sidelapPercent: 65,
  widthPx: 1600,
  gcps: 5,
  checkpoints: 20,
  gpsSigmaM: 0.5,
  attitudeSigmaDeg: 0.5,
} as const;

/** A number within its limits. Throws `cli.bad-value`. */
export function within(option: string, value: number, low: number, high: number): number {
  if (value >= low && value <= high) return value;
  throw new AppError('cli.bad-value', { command: 'simulate', option, value, choices: `${low} – ${high}` });
}

/** The flight that the options ask for; null without `--images`. Throws `cli.bad-value`. */
export function readFlight(given: OptionValues<typeof flightOptions>): FlightRequest | null {
  if (!given.images) return null;
  const share = (option: 'overlap' | 'sidelap', percent: number) =>
    within(`--${option}`, given[option] ?? percent, 0, 95) / 100;
  const width = within('--image-width', given['image-width'] ?? defaults.widthPx, 64, 16_000);
  return {
    altitudeM: within('--altitude', given.altitude ?? defaults.altitudeM, 40, 1000),
    overlap: share('overlap', defaults.overlapPercent),
    sidelap: share('sidelap', defaults.sidelapPercent),
    pattern: (given.pattern ?? 'grid') as FlightPattern,
    camera: createSimCamera(Math.round(width / 4) * 4),
    controlCount: Math.round(within('--gcps', given.gcps ?? defaults.gcps, 0, 9)),
    checkCount: Math.round(within('--checkpoints', given.checkpoints ?? defaults.checkpoints, 0, 200)),
    gpsSigmaM: within('--gps-sigma', given['gps-sigma'] ?? defaults.gpsSigmaM, 0, 100),
    attitudeSigmaDeg: within('--attitude-sigma', given['attitude-sigma'] ?? defaults.attitudeSigmaDeg, 0, 30),
    geoidM: within('--geoid', given.geoid ?? 0, -200, 200),
    exposureS: within('--motion-blur', given['motion-blur'] ?? 0, 0, 0.1),
    readoutS: within('--rolling-shutter', given['rolling-shutter'] ?? 0, 0, 0.2),
  };
}
