import { type FileTag, supportRaster } from './products.ts';

/** Kinds of files that a project can do without (spec part 2, section 5). */
export const cleanKinds = ['intermediate', 'exportable', 'canvas'] as const;

export type CleanKind = (typeof cleanKinds)[number];

/**
 * Formats in which a product is kept: what the page, the canvas and further products read, and what tells how sure its
 * heights are. They stay whatever is
 * cleaned, because nothing but processing anew would bring them back.
 */
const productFormats: readonly string[] = ['copc', 'tif', supportRaster, 'geojson', 'json', 'bin', 'pdf'];

/** The kind under which a file is cleaned; null for what a product needs and for what was uploaded. */
export function cleanKindOf(file: { readonly tag: FileTag; readonly format: string }): CleanKind | null {
  const { tag, format } = file;
  if (tag === 'input') return null;
  return tag === 'exportable' && productFormats.includes(format) ? null : tag;
}
