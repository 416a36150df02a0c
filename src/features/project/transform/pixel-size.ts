import { type PixelSizeFault, pixelSizeFault, transformRules } from '#contract/rules/transform.ts';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import { INTERNATIONAL_FOOT, METRE, US_SURVEY_FOOT } from '#domain/units/units.ts';

const metresPerUnit: Record<UnitOfMeasure, number> = {
  meters: METRE.metres,
  internationalFeet: INTERNATIONAL_FOOT.metres,
  usSurveyFeet: US_SURVEY_FOOT.metres,
};

/** The two fields of a pixel size as typed: `size` in the unit chosen, `ratio` in percent of the original. */
export interface PixelSizeForm {
  readonly size: string;
  readonly ratio: string;
}

/** A length in metres, formatted for a field. */
export function sizeText(metres: number, unit: UnitOfMeasure): string {
  return (metres / metresPerUnit[unit]).toFixed(transformRules.gsdDecimals);
}

/** The fields for pixels as large as the original's, `original` in metres. */
export function originalForm(original: number, unit: UnitOfMeasure): PixelSizeForm {
  return { size: sizeText(original, unit), ratio: '100' };
}

/** A typed size with the resulting ratio; without one where it is not a number. */
export function withSize(size: string, original: number, unit: UnitOfMeasure): PixelSizeForm {
  const percent = (100 * Number(size) * metresPerUnit[unit]) / original;
  if (size === sizeText(original, unit)) return originalForm(original, unit);
  return {
    size,
    ratio: size.trim() === '' || !Number.isFinite(percent) ? '' : String(Number(percent.toFixed(2))),
  };
}

/** A typed ratio with the resulting size. */
export function withRatio(ratio: string, original: number, unit: UnitOfMeasure): PixelSizeForm {
  const metres = (original * Number(ratio)) / 100;
  return { ratio, size: ratio.trim() === '' || !Number.isFinite(metres) ? '' : sizeText(metres, unit) };
}

/** The same pixel size in another unit. */
export function inUnit(
  form: PixelSizeForm,
  original: number,
  from: UnitOfMeasure,
  to: UnitOfMeasure,
): PixelSizeForm {
  const metres = metresOf(form, original, from);
  return metres === null ? form : { ...form, size: sizeText(metres, to) };
}

/** Validation errors of the size, the ratio or both. */
export function pixelSizeFaults(
  { size, ratio }: PixelSizeForm,
  original: number,
  unit: UnitOfMeasure,
): { readonly size: PixelSizeFault | null; readonly ratio: PixelSizeFault | null } {
  const fault = pixelSizeFault(size, Number(sizeText(original, unit)));
  const isOfRatio = fault === 'validation.moreThan0' || fault === 'validation.mustBeLessThanPercent';
  if (ratio.trim() !== '' && !Number.isFinite(Number(ratio))) {
    return { size: null, ratio: 'validation.mustBeNumeric' };
  }
  return isOfRatio ? { size: null, ratio: fault } : { size: fault, ratio: null };
}

/**
 * Metres per pixel; null where the size is not a number. A size equal to the formatted original is exactly the
 * original's, regardless of the field's rounding.
 */
export function metresOf({ size }: PixelSizeForm, original: number, unit: UnitOfMeasure): number | null {
  if (size === sizeText(original, unit)) return original;
  const metres = Number(size) * metresPerUnit[unit];
  return size.trim() === '' || !Number.isFinite(metres) ? null : metres;
}
