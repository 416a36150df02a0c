import { readCrs } from '../../crs/read-crs.ts';
import type { CrsDeclaration } from '../../crs/types.ts';
import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { ExchangeDrawing } from '../../formats/exchange-model.ts';
import { type LinearUnit, METRE } from '../../units/units.ts';
import { placementOf } from '../import/import-choice.ts';
import { placeDrawing } from '../import/place-drawing.ts';
import type { DrawingSystem } from './encode-drawing.ts';

/** A drawing in another system or unit, what is known of that, and what had to be changed. */
export interface TransformedDrawing {
  readonly drawing: ExchangeDrawing;
  readonly system: DrawingSystem;
  readonly notes: readonly ErrorRecord[];
}

/** Chords leave arcs by at most this, drawing units. */
const chordTolerance = 0.001;

/** What a declaration says of a system. Errors: those of `readCrs` */
export async function readDrawingSystem(declaration: CrsDeclaration): Promise<DrawingSystem> {
  const { definition, horizontalUnit, epsg, name } = await readCrs([declaration]);
  return { unit: horizontalUnit?.kind === 'linear' ? horizontalUnit : null, epsg, name, definition };
}

/**
 * A drawing in another system. Heights take the unit of the target's plan, metres beside degrees, and keep their datum.
 * @throws export.no-system where one of the systems is not known, and those of `placeDrawing`
 */
export function inSystem(
  drawing: ExchangeDrawing,
  from: DrawingSystem,
  target: DrawingSystem,
): TransformedDrawing {
  if (from.definition === null) throw new AppError('export.no-system');
  const placement = placementOf(
    {
      fileSystem: from.definition,
      fileUnit: from.unit,
      projectSystem: target.definition,
      projectUnit: unitOfPlan(target),
      projectHeightUnit: target.unit ?? METRE,
    },
    { system: 'file', other: null, unit: null, isSwapped: false },
  );
  if (target.definition === null || placement === null) throw new AppError('export.no-system');
  const placed = placeDrawing(drawing, placement);
  return { drawing: { ...placed.drawing, unit: target.unit }, system: target, notes: placed.notes };
}

function unitOfPlan({ definition }: DrawingSystem) {
  const horizontal = definition?.horizontal ?? null;
  return horizontal && 'unit' in horizontal ? horizontal.unit : null;
}

/**
 * A drawing in another unit of all three coordinates. No system has these coordinates then: none is stated in the file,
 * which is told.
 * @throws export.no-unit where that of the drawing is not known, or its plan is in degrees
 */
export function inUnit(drawing: ExchangeDrawing, from: DrawingSystem, unit: LinearUnit): TransformedDrawing {
  if (from.unit === null) throw new AppError('export.no-unit');
  if (from.unit.metres === unit.metres) return { drawing, system: from, notes: [] };
  const scale = from.unit.metres / unit.metres;
  const { drawing: placed } = placeDrawing(drawing, {
    isSwapped: false,
    system: null,
    target: null,
    planScale: scale,
    heightScale: scale,
    tolerance: chordTolerance,
  });
  return {
    drawing: { ...placed, unit },
    system: { unit, epsg: null, name: null, definition: null },
    notes: [{ code: 'export.system-not-stated', params: { unit: unit.name } }],
  };
}
