import { AppError } from '../../errors/app-error.ts';
import { isWithinBounds } from '../../formats/json-bounds.ts';
import { type DrawingDocument, drawingSchemaVersion } from '../document.ts';
import type { DrawingFeature } from '../feature.ts';
import type { FeatureCode } from '../feature-code.ts';
import type { DrawingLayer } from '../layer.ts';
import { parseDrawing } from '../parse/parse-drawing.ts';
import { isRecord } from '../parse/records.ts';
import { serialiseDrawing } from '../serialise.ts';

/** The coordinates of copied features. */
export interface ClipSystem {
  /** WKT of the system; null where it is not known. */
  readonly wkt: string | null;
  /** Name to show; null where it is not known. */
  readonly name: string | null;
  /** Metres in a unit of x and y; null where it is not known, and for angles. */
  readonly planMetres: number | null;
  /** Metres in a unit of heights; null where it is not known. */
  readonly heightMetres: number | null;
  readonly isAngular: boolean;
}

/** Copied features with the records that they need. */
export interface DrawingClip {
  readonly system: ClipSystem;
  /** In the order of drawing; at least one. */
  readonly features: readonly DrawingFeature[];
  readonly layers: Readonly<Record<string, DrawingLayer>>;
  readonly codes: Readonly<Record<string, FeatureCode>>;
}

/** The form of the text that this program writes. */
const clipVersion = 1;
/** Field that says what the text is, and its version. */
const marker = 'plumblineFeatures';
const maxLength = 64 * 2 ** 20;
const bounds = { depth: 16, values: 8_000_000, containers: 2_000_000 };
const limits = { features: 200_000, vertices: 1_500_000 };
/** Lengths of a unit in metres that are believed. */
const metresRange = [1e-6, 1e6] as const;

/**
 * The text of features for the clipboard: JSON, with their layers and the entries of their codes.
 * @throws clip.too-large where it would not be read again
 */
export function writeClip(
  { layers, codes }: Pick<DrawingDocument, 'layers' | 'codes'>,
  features: readonly DrawingFeature[],
  system: ClipSystem,
): string {
  requireLimits(features);
  const used = new Set(features.map(({ layerId }) => layerId));
  const meant = new Set(features.map(({ code }) => code.toLowerCase()));
  const drawing = serialiseDrawing({
    schemaVersion: drawingSchemaVersion,
    layers: kept(layers, ({ id }) => used.has(id)),
    features: Object.fromEntries(features.map((feature) => [feature.id, feature])),
    views: {},
    codes: kept(codes, ({ code }) => meant.has(code.toLowerCase())),
    overlays: {},
  });
  const text = JSON.stringify({ [marker]: clipVersion, system, drawing });
  if (text.length > maxLength) throw tooLarge();
  return text;
}

/**
 * Reads the text of copied features, which may come from anywhere.
 * @throws clip.not-features, clip.too-new, clip.too-large, drawing.too-new, drawing.bad-record
 */
export function readClip(text: string): DrawingClip {
  const notFeatures = () => new AppError('clip.not-features');
  if (!text.trimStart().startsWith('{') || !text.includes(marker)) throw notFeatures();
  if (text.length > maxLength || !isWithinBounds(text, bounds)) throw tooLarge();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notFeatures();
  }
  if (!isRecord(value) || typeof value[marker] !== 'number') throw notFeatures();
  if (value[marker] !== clipVersion) {
    throw new AppError('clip.too-new', { version: value[marker], known: clipVersion });
  }
  const { features, layers, codes } = parseDrawing(value['drawing']);
  const list = Object.values(features);
  if (list.length === 0) throw notFeatures();
  requireLimits(list);
  return { system: systemOf(value['system']), features: list, layers, codes };
}

function systemOf(value: unknown): ClipSystem {
  const found = isRecord(value) ? value : {};
  const text = (field: string) => (typeof found[field] === 'string' ? found[field] : null);
  const metres = (field: string) => {
    const size = found[field];
    return typeof size === 'number' && size >= metresRange[0] && size <= metresRange[1] ? size : null;
  };
  return {
    wkt: text('wkt'),
    name: text('name'),
    planMetres: metres('planMetres'),
    heightMetres: metres('heightMetres'),
    isAngular: found['isAngular'] === true,
  };
}

function requireLimits(features: readonly DrawingFeature[]): void {
  const vertices = features.reduce((sum, { coordinates }) => sum + coordinates.length / 3, 0);
  if (features.length > limits.features || vertices > limits.vertices) throw tooLarge();
}

function tooLarge(): AppError {
  return new AppError('clip.too-large', { maxFeatures: limits.features, maxVertices: limits.vertices });
}

function kept<R extends { readonly id: string }>(
  records: Readonly<Record<string, R>>,
  test: (record: R) => boolean,
): Record<string, R> {
  return Object.fromEntries(
    Object.values(records)
      .filter(test)
      .map((record) => [record.id, record]),
  );
}
