import type { DrawingSystem } from '#domain/drawing/export/encode-drawing.ts';
import {
  inSystem,
  inUnit,
  readDrawingSystem,
  type TransformedDrawing,
} from '#domain/drawing/export/in-system.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import { INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';
import type { OptionSpecs, OptionValues } from '../command.ts';
import { readCrsOption } from '../crs-option.ts';

/** Units by the words of `--to-unit`. */
const targetUnits = { m: METRE, ft: INTERNATIONAL_FOOT, 'us-ft': US_SURVEY_FOOT } as const;

/** In what the person wants the drawing. */
export const targetOptions = {
  'to-crs': { type: 'string', valueName: 'CRS', descriptionKey: 'cli.export.option.to-crs' },
  'to-unit': {
    type: 'string',
    choices: ['m', 'ft', 'us-ft'],
    valueName: 'UNIT',
    descriptionKey: 'cli.export.option.to-unit',
  },
} as const satisfies OptionSpecs;

/**
 * A drawing in the system of `--to-crs` or the unit of `--to-unit`; as it is without either.
 * @throws cli.either-or for both, and those of `inSystem` and `inUnit`
 */
export async function inTarget(
  drawing: ExchangeDrawing,
  from: DrawingSystem,
  options: OptionValues<typeof targetOptions>,
): Promise<TransformedDrawing> {
  const declaration = await readCrsOption(options['to-crs']);
  const unit = options['to-unit'];
  if (declaration && unit !== undefined) {
    throw new AppError('cli.either-or', { command: 'export', first: '--to-crs', second: '--to-unit' });
  }
  if (unit !== undefined) return inUnit(drawing, from, targetUnits[unit as keyof typeof targetUnits]);
  if (!declaration) return { drawing, system: from, notes: [] };
  return inSystem(drawing, from, await readDrawingSystem(declaration));
}
