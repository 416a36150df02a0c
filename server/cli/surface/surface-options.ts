import { AppError } from '#domain/errors/app-error.ts';
import { acceptTruncatedOption } from '../accept-truncated-option.ts';
import type { OptionSpecs, OptionValues } from '../command.ts';
import { crsOption } from '../crs-option.ts';
import type { SurfaceChoice } from './loaded-surface.ts';

/** Options of every command that reads a surface. */
export const surfaceOptions = {
  'surface-name': { type: 'string', valueName: 'NAME', descriptionKey: 'cli.volume.option.surface-name' },
  hull: {
    type: 'string',
    choices: ['trim', 'convex'],
    valueName: 'KIND',
    descriptionKey: 'cli.surface.option.hull',
  },
  'max-gap': { type: 'number', valueName: 'LENGTH', descriptionKey: 'cli.surface.option.max-gap' },
  nodata: { type: 'string', valueName: 'VALUE', descriptionKey: 'cli.surface.option.nodata' },
  'accept-truncated': acceptTruncatedOption,
  crs: crsOption,
} as const satisfies OptionSpecs;

/**
 * The surface to read, from those options. Errors: `cli.bad-value`.
 * @param surfaceName in place of `--surface-name`
 */
export function surfaceChoice(
  command: string,
  given: OptionValues<typeof surfaceOptions>,
  surfaceName = given['surface-name'],
): SurfaceChoice {
  const { crs, hull = 'trim', 'max-gap': maxGap, nodata: missing } = given;
  if (maxGap !== undefined && !(maxGap > 0)) {
    throw new AppError('cli.bad-value', { command, option: '--max-gap', value: maxGap, choices: '> 0' });
  }
  const nodata = missing === undefined ? undefined : missing === 'none' ? null : Number(missing);
  if (nodata !== undefined && nodata !== null && (Number.isNaN(nodata) || missing?.trim() === '')) {
    throw new AppError('cli.bad-value', {
      command,
      option: '--nodata',
      value: missing!,
      choices: 'none, -9999',
    });
  }
  return {
    ...(nodata === undefined ? {} : { nodata }),
    ...(crs === undefined ? {} : { crs }),
    ...(surfaceName === undefined ? {} : { surfaceName }),
    ...(maxGap === undefined ? {} : { maxGap }),
    acceptTruncated: given['accept-truncated'],
    hull: hull as SurfaceChoice['hull'],
  };
}
