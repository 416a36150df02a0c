/*
 * Numbers of the format: ESRI Shapefile Technical Description (ESRI White Paper, July 1998). The header and the heads of
 * records are big-endian where they say lengths, in words of two bytes, all else is little-endian.
 */

export const fileCode = 9994;
export const headerBytes = 100;
export const recordHeadBytes = 8;
export const indexEntryBytes = 8;

/** What a shape is, and which columns it has beside x and y. */
export interface ShapeType {
  readonly kind: 'point' | 'multipoint' | 'polyline' | 'polygon';
  readonly hasZ: boolean;
  readonly hasM: boolean;
}

const kinds = { 1: 'point', 3: 'polyline', 5: 'polygon', 8: 'multipoint' } as const;

export const nullShape = 0;
export const multiPatch = 31;

/** A type by its number; undefined for null shapes, multipatches and unknown ones. */
export function shapeType(code: number): ShapeType | undefined {
  const kind = kinds[(code % 10) as keyof typeof kinds];
  if (kind === undefined || code > 28) return undefined;
  return { kind, hasZ: code >= 11 && code < 20, hasM: code >= 11 };
}

/** The number of a type that is written: without measures. */
export function shapeCode(kind: ShapeType['kind'], hasZ: boolean): number {
  const code = Object.entries(kinds).find(([, name]) => name === kind)![0];
  return Number(code) + (hasZ ? 10 : 0);
}

/** Values below it are absent ones. */
export const noData = -1e38;
