import { type FileTag, supportRaster } from './products.ts';

/** Kinds of files that a project can do without (spec part 2, section 5). */
export const cleanKinds = ['intermediate', 'exportable', 'canvas'] as const;

export type CleanKind = (typeof cleanKinds)[number];

/**
 * Formats in which a product is kept: those that the page, the canvas and further products read, and the basis of its
 * heights. Cleaning never removes them, because only processing again would restore them.
 */
const productFormats: readonly string[] = ['copc', 'tif', supportRaster, 'geojson', 'json', 'bin', 'pdf'];

/** The kind under which a file is cleaned; null for what a product needs and for what was uploaded. */
export function cleanKindOf(file: { readonly tag: FileTag; readonly format: string }): CleanKind | null {
  const { tag, format } = file;
  if (tag === 'input') return null;
  return tag === 'exportable' && productFormats.includes(format) ? null : tag;
}
