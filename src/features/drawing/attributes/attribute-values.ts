import type { AttributeValue } from '#domain/drawing/feature.ts';
import { type AttributeDefinition, isDate } from '#domain/drawing/feature-code.ts';
import type { TextKey } from '#locales/texts.ts';

/** What an attribute can be. */
export type AttributeKind = Pick<AttributeDefinition, 'type' | 'values'>;

/** A value as it was typed; null where nothing was given. */
export type TypedValue = { readonly value: AttributeValue } | { readonly fault: TextKey };

const number = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?$/;

/** Reads the text of a field; a decimal comma is read as a point, and yes and no are `true` and `false`. */
export function readValue(text: string, { type, values = [] }: AttributeKind): TypedValue {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  switch (type) {
    case 'text':
      return { value: text };
    case 'number': {
      const value = number.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN;
      return Number.isFinite(value) ? { value } : { fault: 'attributes.notANumber' };
    }
    case 'boolean':
      return { value: trimmed === 'true' };
    case 'date':
      return isDate(trimmed) ? { value: trimmed } : { fault: 'attributes.notADate' };
    case 'list':
      return values.includes(text) ? { value: text } : { fault: 'attributes.notAChoice' };
  }
}

/** A value as the text of a field. */
export function valueText(value: AttributeValue): string {
  return value === null ? '' : String(value);
}

/** The type of an attribute that no code defines: that of its value. */
export function kindOfValue(value: AttributeValue): AttributeKind {
  if (typeof value === 'number') return { type: 'number' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  return { type: typeof value === 'string' && isDate(value) ? 'date' : 'text' };
}
