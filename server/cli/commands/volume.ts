import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { type BaseKind, baseKinds } from '#domain/geometry/volume/volume-base.ts';
import { describeRecord } from '../../messages.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { loadSurface } from '../surface/load-surface.ts';
import type { LoadedSurface } from '../surface/loaded-surface.ts';
import { type GroundVolume, type MeasureRequest, measureSurface } from '../surface/measure-surface.ts';
import { readPolygon } from '../surface/read-polygon.ts';
import { checkSameSystem } from '../surface/same-system.ts';
import { surfaceChoice, surfaceOptions } from '../surface/surface-options.ts';
import { volumeJson, volumeLines, volumeWarnings } from '../surface/volume-output.ts';

const options = {
  surface: { type: 'string', valueName: 'FILE', descriptionKey: 'cli.volume.option.surface' },
  plane: { type: 'number', valueName: 'Z', descriptionKey: 'cli.volume.option.plane' },
  base: { type: 'string', choices: baseKinds, valueName: 'KIND', descriptionKey: 'cli.volume.option.base' },
  elevation: { type: 'number', valueName: 'Z', descriptionKey: 'cli.volume.option.elevation' },
  against: { type: 'string', valueName: 'FILE', descriptionKey: 'cli.volume.option.against' },
  polygon: { type: 'string', valueName: 'GEOJSON', descriptionKey: 'cli.volume.option.polygon' },
  'against-name': { type: 'string', valueName: 'NAME', descriptionKey: 'cli.volume.option.against-name' },
  rmse: { type: 'number', valueName: 'SIGMA', descriptionKey: 'cli.volume.option.rmse' },
  sigma: { type: 'number', valueName: 'SIGMA', descriptionKey: 'cli.volume.option.sigma' },
  noise: { type: 'number', valueName: 'SIGMA', descriptionKey: 'cli.volume.option.noise' },
  ...surfaceOptions,
} as const;

type VolumeContext = CommandContext<typeof options>;

/** The surface's file; a lone positional argument may stand for `--surface`. Errors: cli.needs-option, cli.needs-one-of */
function checkUsage({ options: given, positionals }: VolumeContext): string {
  const surface = given.surface ?? positionals[0];
  if (surface === undefined)
    throw new AppError('cli.missing-argument', { command: 'volume', argument: '--surface' });
  const bases = [given.plane, given.base, given.against].filter((value) => value !== undefined);
  if (bases.length !== 1) {
    throw new AppError('cli.needs-one-of', { command: 'volume', options: '--plane, --base, --against' });
  }
  const needs = (option: string, needed: string) =>
    new AppError('cli.needs-option', { command: 'volume', option, needed });
  if (given.base !== undefined && given.polygon === undefined) throw needs('--base', '--polygon');
  if (given.base === 'custom' && given.elevation === undefined) throw needs('--base custom', '--elevation');
  return surface;
}

function baseOf(
  { options: given }: VolumeContext,
  against: LoadedSurface | undefined,
): MeasureRequest['base'] {
  if (against) return { kind: 'surface', surface: against };
  if (given.plane !== undefined) return { kind: 'plane', elevation: given.plane };
  const { elevation } = given;
  const choice = { kind: given.base as BaseKind, ...(elevation === undefined ? {} : { elevation }) };
  return { kind: 'polygon', choice };
}

async function load(
  context: VolumeContext,
  path: string,
  surfaceName: string | undefined,
): Promise<LoadedSurface> {
  const choice = surfaceChoice('volume', context.options, surfaceName);
  return await loadSurface(path, choice, () => context.pool(), context.signal);
}

async function measure(
  context: VolumeContext,
  surface: LoadedSurface,
  against: LoadedSurface | undefined,
): Promise<GroundVolume> {
  const { polygon, rmse, sigma, noise } = context.options;
  const request = {
    surface,
    base: baseOf(context, against),
    polygon: polygon === undefined ? undefined : await readPolygon(polygon),
    accuracy: {
      ...(rmse === undefined ? {} : { checkpointRmse: rmse }),
      ...(sigma === undefined ? {} : { statedSigma: sigma }),
      ...(noise === undefined ? {} : { noiseSigma: noise }),
    },
  };
  const pool = await context.pool();
  context.progress.report(0.5, 'cli.volume.stage');
  return await measureSurface(request, pool, context.signal);
}

/**
 * `plumbline volume --surface S (--plane Z | --base KIND --polygon P | --against S2)`: cut, fill and net of a
 * surface over a base on the ground, in the surface's linear unit cubed, with its uncertainty.
 */
export const volume = defineCommand({
  name: 'volume',
  summaryKey: 'cli.volume.summary',
  options,
  positionals: [{ name: 'SURFACE', isRequired: false }],
  async run(context) {
    const path = checkUsage(context);
    const surface = await load(context, path, context.options['surface-name']);
    const { against: againstPath } = context.options;
    const against =
      againstPath === undefined
        ? undefined
        : await load(context, againstPath, context.options['against-name']);
    const doubts = against ? checkSameSystem(surface, against) : [];
    const measured = await measure(context, surface, against);
    context.progress.clear();
    const warnings: ErrorRecord[] = [
      ...volumeWarnings(surface, measured.report),
      ...(against?.warnings ?? []),
      ...doubts,
      ...measured.warnings,
    ];
    if (context.isJson) {
      context.printJson({
        ...volumeJson(surface, measured, context.options),
        warnings: warnings.map(withMessage),
      });
    } else {
      for (const line of volumeLines(surface, measured)) context.print(line);
      for (const warning of warnings) context.warn(describeRecord(warning));
    }
  },
});

function withMessage(record: ErrorRecord) {
  return { ...record, message: describeRecord(record) };
}
