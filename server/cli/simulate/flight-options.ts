import { AppError } from '#domain/errors/app-error.ts';
import type { FlightPattern } from '#domain/simulation/flight/flight-plan.ts';
import { createSimCamera } from '#domain/simulation/flight/sim-camera.ts';
import { defaultFlight } from '../../pipeline/simulate/default-flight.ts';
import type { FlightRequest } from '../../pipeline/simulate/write-flight.ts';
import type { OptionValues } from '../command.ts';

const patterns: readonly FlightPattern[] = ['grid', 'crosshatch', 'oblique', 'orbit'];

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
  'altitude-drift': {
    type: 'number',
    valueName: 'METRES',
    descriptionKey: 'cli.simulate.option.altitude-drift',
  },
  'second-flight': {
    type: 'number',
    valueName: 'METRES',
    descriptionKey: 'cli.simulate.option.second-flight',
  },
  'exif-only': { type: 'boolean', descriptionKey: 'cli.simulate.option.exif-only' },
  geoid: { type: 'number', valueName: 'METRES', descriptionKey: 'cli.simulate.option.geoid' },
  'motion-blur': { type: 'number', valueName: 'SECONDS', descriptionKey: 'cli.simulate.option.motion-blur' },
  'rolling-shutter': {
    type: 'number',
    valueName: 'SECONDS',
    descriptionKey: 'cli.simulate.option.rolling-shutter',
  },
} as const;

/** A number within its limits. Throws `cli.bad-value`. */
export function within(option: string, value: number, low: number, high: number): number {
  if (value >= low && value <= high) return value;
  throw new AppError('cli.bad-value', { command: 'simulate', option, value, choices: `${low} – ${high}` });
}

/** The flight that the options describe; null without `--images`. Throws `cli.bad-value`. */
export function readFlight(given: OptionValues<typeof flightOptions>): FlightRequest | null {
  if (!given.images) return null;
  const usual = defaultFlight;
  const pick = <K extends keyof typeof given>(option: K, value: number, low: number, high: number) =>
    within(`--${option}`, (given[option] as number | undefined) ?? value, low, high);
  const width = pick('image-width', usual.camera.width, 64, 16_000);
  return {
    altitudeM: pick('altitude', usual.altitudeM, 40, 1000),
    overlap: pick('overlap', 100 * usual.overlap, 0, 95) / 100,
    sidelap: pick('sidelap', 100 * usual.sidelap, 0, 95) / 100,
    pattern: (given.pattern as FlightPattern | undefined) ?? usual.pattern,
    camera: createSimCamera(Math.round(width / 4) * 4),
    controlCount: Math.round(pick('gcps', usual.controlCount, 0, 9)),
    checkCount: Math.round(pick('checkpoints', usual.checkCount, 0, 200)),
    gpsSigmaM: pick('gps-sigma', usual.gpsSigmaM, 0, 100),
    attitudeSigmaDeg: pick('attitude-sigma', usual.attitudeSigmaDeg, 0, 30),
    driftM: pick('altitude-drift', usual.driftM, -1000, 1000),
    secondFlightM: given['second-flight'] === undefined ? null : pick('second-flight', 0, -1000, 1000),
    isExifOnly: given['exif-only'],
    geoidM: pick('geoid', usual.geoidM, -200, 200),
    exposureS: pick('motion-blur', usual.exposureS, 0, 0.1),
    readoutS: pick('rolling-shutter', usual.readoutS, 0, 0.2),
  };
}
