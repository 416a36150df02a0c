import type { AttributeValue, ElevationMode } from '#domain/drawing/feature.ts';
import type { Common, CommonProperties } from '#domain/drawing/properties/common-properties.ts';
import type { FeaturePatch } from '#domain/drawing/properties/patch-feature.ts';
import type { LineType } from '#domain/formats/exchange-model.ts';

/** Value of a choice while features differ and nothing was chosen. */
export const mixed = '*';
/** Value of a choice that takes the layer's. */
export const ofLayer = '';

/** An attribute in the form; `text` null: features differ, and it stays as it is. */
export interface AttributeRow {
  readonly key: number;
  readonly name: string;
  readonly text: string | null;
  readonly isNew: boolean;
  readonly isRemoved: boolean;
}

/** Texts of the form, as typed and chosen. */
export interface PropertiesForm {
  readonly layerId: string;
  /** Null: features differ. */
  readonly code: string | null;
  readonly colour: string;
  readonly lineType: string;
  readonly lineWeight: string;
  /** Per cent; null: features differ. */
  readonly transparency: string | null;
  readonly symbol: string;
  readonly elevation: string;
  readonly surface: string;
  readonly attributes: readonly AttributeRow[];
}

const choice = <T>(found: Common<T>, text: (value: T) => string) =>
  found.isMixed ? mixed : text(found.value);
const typed = <T>(found: Common<T>, text: (value: T) => string) => (found.isMixed ? null : text(found.value));

const attributeText = (value: AttributeValue) => (value === null ? '' : String(value));

/** The form of what features have in common. */
export function formOf({ layerId, code, look, elevation, attributes }: CommonProperties): PropertiesForm {
  return {
    layerId: choice(layerId, (id) => id),
    code: typed(code, (text) => text),
    colour: choice(look.colour, (colour) => colour ?? ofLayer),
    lineType: choice(look.lineType, (type) => type ?? ofLayer),
    lineWeight: choice(look.lineWeight, (weight) => (weight === undefined ? ofLayer : String(weight))),
    transparency: typed(look.transparency, (share) =>
      share === undefined ? '' : String(Math.round(share * 100)),
    ),
    symbol: choice(look.symbol, (name) => name ?? ofLayer),
    elevation: choice(elevation, (mode) => mode?.mode ?? 'own'),
    surface:
      elevation.isMixed || elevation.value === null || elevation.value.mode === 'none'
        ? ''
        : elevation.value.surface,
    attributes: [...attributes].map(([name, value], key) => ({
      key,
      name,
      text: typed(value, attributeText),
      isNew: false,
      isRemoved: false,
    })),
  };
}

/** What was changed in the form; null where nothing was. Typed numbers and yes and no become such attributes. */
export function patchOf(
  before: PropertiesForm,
  form: PropertiesForm,
  words: { readonly yes: string; readonly no: string },
): FeaturePatch | null {
  const isChanged = (key: keyof PropertiesForm) => form[key] !== before[key] && form[key] !== mixed;
  const look: NonNullable<FeaturePatch['look']> = {
    ...(isChanged('colour') ? { colour: form.colour || null } : {}),
    ...(isChanged('lineType') ? { lineType: (form.lineType as LineType) || null } : {}),
    ...(isChanged('lineWeight')
      ? { lineWeight: form.lineWeight === ofLayer ? null : Number(form.lineWeight) }
      : {}),
    ...(isChanged('transparency') ? { transparency: shareOf(form.transparency ?? '') } : {}),
    ...(isChanged('symbol') ? { symbol: form.symbol || null } : {}),
  };
  const set = form.attributes.filter(
    (row, i) => !row.isRemoved && row.text !== null && (row.isNew || row.text !== before.attributes[i]?.text),
  );
  const gone = form.attributes.filter(({ isRemoved, isNew }) => isRemoved && !isNew);
  const patch: FeaturePatch = {
    ...(isChanged('layerId') ? { layerId: form.layerId } : {}),
    ...(isChanged('code') && form.code !== null ? { code: form.code.trim() } : {}),
    ...(Object.keys(look).length > 0 ? { look } : {}),
    ...(isChanged('elevation') || (isChanged('surface') && form.elevation !== mixed)
      ? { elevation: elevationOf(form) }
      : {}),
    ...(set.length > 0
      ? {
          attributes: Object.fromEntries(
            set.map(({ name, text }) => [name.trim(), attributeValue(text ?? '', words)]),
          ),
        }
      : {}),
    ...(gone.length > 0 ? { withoutAttributes: gone.map(({ name }) => name) } : {}),
  };
  return Object.keys(patch).length > 0 ? patch : null;
}

function shareOf(text: string): number | null {
  const percent = Number(text.replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(percent) ? null : Math.min(100, Math.max(0, percent)) / 100;
}

function elevationOf({ elevation, surface }: PropertiesForm): ElevationMode | null {
  if (elevation === 'own') return null;
  return elevation === 'none' ? { mode: 'none' } : { mode: elevation as 'draped' | 'clamped', surface };
}

function attributeValue(
  text: string,
  { yes, no }: { readonly yes: string; readonly no: string },
): AttributeValue {
  const trimmed = text.trim();
  const lower = trimmed.toLowerCase();
  if (trimmed === '') return null;
  if (lower === yes.toLowerCase() || lower === 'true') return true;
  if (lower === no.toLowerCase() || lower === 'false') return false;
  // A leading zero is part of a number's text, such as one of a parcel.
  const isNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(trimmed);
  return isNumber ? Number(trimmed) : trimmed;
}
