import { readCrs } from '#domain/crs/read-crs.ts';
import { placementOf } from '#domain/drawing/import/import-choice.ts';
import { placeDrawing } from '#domain/drawing/import/place-drawing.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import { METRE } from '#domain/units/units.ts';
import { readCrsOption } from '../crs-option.ts';
import type { GatheredInputs } from './gather-inputs.ts';

/** What is known of the coordinate system of a drawing. */
type KnownSystem = Pick<GatheredInputs, 'unit' | 'epsg' | 'crsName' | 'definition'>;

/** A drawing in another system, what is known of that, and what had to be changed. */
export interface TransformedDrawing {
  readonly drawing: ExchangeDrawing;
  readonly system: KnownSystem;
  readonly notes: readonly ErrorRecord[];
}

/**
 * A drawing in the system of `--to-crs`; as it is without one. Heights take the unit of the target's plan, metres beside
 * degrees, and keep their datum.
 * @throws export.no-system where the system of the inputs is not known, and those of `placeDrawing`
 */
export async function inTargetSystem(
  drawing: ExchangeDrawing,
  inputs: KnownSystem,
  option: string | undefined,
): Promise<TransformedDrawing> {
  const declaration = await readCrsOption(option);
  if (!declaration) return { drawing, system: inputs, notes: [] };
  if (inputs.definition === null) throw new AppError('export.no-system');
  const { definition, horizontalUnit, epsg, name } = await readCrs([declaration]);
  const unit = horizontalUnit?.kind === 'linear' ? horizontalUnit : null;
  const placement = placementOf(
    {
      fileSystem: inputs.definition,
      fileUnit: inputs.unit,
      projectSystem: definition,
      projectUnit: horizontalUnit,
      projectHeightUnit: unit ?? METRE,
    },
    { system: 'file', other: null, unit: null, isSwapped: false },
  );
  if (definition === null || placement === null) throw new AppError('export.no-system');
  const placed = placeDrawing(drawing, placement);
  return {
    drawing: { ...placed.drawing, unit },
    system: { unit, epsg, crsName: name, definition },
    notes: placed.notes,
  };
}
