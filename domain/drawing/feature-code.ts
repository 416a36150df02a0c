import type { LineType } from '../formats/exchange-model.ts';
import type { AttributeValue } from './feature.ts';

/** Kinds of features that a code can be drawn as. */
export const codeKinds = ['point', 'polyline', 'polygon', 'grid'] as const;
export type CodeKind = (typeof codeKinds)[number];

export const attributeTypes = ['text', 'number', 'boolean', 'list', 'date'] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** Whether a text is a day of the calendar, as dates are kept: `2024-02-29`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** An attribute that is asked for when a feature of a code is drawn. */
export interface AttributeDefinition {
  readonly name: string;
  readonly type: AttributeType;
  /** Values to choose from; lists only. */
  readonly values?: readonly string[];
  /** Value of new features. Left out: none. */
  readonly initial?: AttributeValue;
}

/** What a feature code means. */
export interface CodeEntry {
  /** As entered in the field and written to files; unique but for case. */
  readonly code: string;
  /** Full name. */
  readonly name: string;
  /** Name of a symbol of the library. Left out: a plain point. */
  readonly symbol?: string;
  /** `#rrggbb`. Left out: the layer's. */
  readonly colour?: string;
  readonly lineType?: LineType;
  /** Name of the layer that its features are put on, made when missing. Left out: the active layer. */
  readonly layer?: string;
  /** Empty: any. */
  readonly kinds: readonly CodeKind[];
  readonly attributes: readonly AttributeDefinition[];
}

/** An entry of the feature code dictionary of a drawing. */
export interface FeatureCode extends CodeEntry {
  readonly id: string;
  readonly rank: number;
}
