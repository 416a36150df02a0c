import type { ContourLines } from '#domain/geometry/grid/contour-lines.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';

/** The arrays of a derived surface; z in the vertical unit. */
export type DerivedData =
  | { readonly kind: 'tin'; readonly tin: Tin }
  | { readonly kind: 'contours'; readonly lines: ContourLines };

/** Typed arrays of TINs and contours by id; the workspace carries the ids. Takes ownership of what is added. */
export type SurfaceRegistry = Map<string, DerivedData>;
