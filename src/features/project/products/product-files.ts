import { previews2d, previews3d, supportRaster } from '#contract/rules/products.ts';
import { shapedFormats } from '#contract/rules/shapes.ts';
import type { ProjectState } from '#contract/rules/states.ts';
import type { Product, ProductFile } from '#contract/schemas/product.ts';
import type { CanvasMode } from '#contract/validation/reserved-words.ts';

/** A download of a product. `size` in bytes; null where the server does not report it. */
export interface Download {
  readonly format: string;
  readonly name: string;
  readonly url: string;
  readonly size: number | null;
}

/** Displayed name of a download's format. */
export const formatName = (format: string): string =>
  (format === supportRaster ? 'tif' : (shapedFormats[format] ?? format)).toUpperCase();

const nameOfUrl = (url: string): string => decodeURIComponent(url.split(/[?#]/)[0]?.split('/').at(-1) ?? url);

/** Downloads in the order of their names, with sizes where a file of the product has the same address. */
export function downloadsOf(product: Product): Download[] {
  return Object.entries(product.downloads)
    .map(([format, url]) => {
      const file = product.files.find((candidate) => candidate.url === url);
      return { format, url, name: file?.name ?? nameOfUrl(url), size: file?.size ?? null };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The image that previews a product: the one made for it, else the largest of its PNG, JPEG or WebP files. */
export function previewOf(product: Product): ProductFile | null {
  const images = product.files.filter(
    ({ name, format }) => /\.(png|jpe?g|webp)$/i.test(name) && !(format in shapedFormats),
  );
  const made = images.find((file) => file.format === 'preview');
  return made ?? images.sort((a, b) => b.size - a.size)[0] ?? null;
}

/** The GeoJSON of a contour map small enough to be drawn as a preview (24 MiB); null for anything else. */
export function contoursOf(product: Product): ProductFile | null {
  if (product.name !== 'contour_map') return null;
  return product.files.find((file) => file.format === 'geojson' && file.size < 24 * 1024 * 1024) ?? null;
}

/** Whether the rendering core can draw a product in place of its image. */
export function canDraw({ status, name }: Product): boolean {
  return status === 'Done' && (previews3d.includes(name) || previews2d.includes(name));
}

/**
 * Default preview of a product. `drawn`: the product itself, which is available while its image and the rest of the
 * project are still being made.
 */
export type Preview = 'image' | 'contours' | 'density' | 'drawn' | 'waiting' | 'none';

/** `has`: whether the project's report exists, and whether products can be drawn here. */
export function firstPreview(
  product: Product,
  state: ProjectState,
  has: { readonly report: boolean; readonly drawing: boolean },
): Preview {
  if (previewOf(product) !== null) return 'image';
  if (contoursOf(product) !== null) return 'contours';
  if (product.name === 'lidar_point_cloud' && has.report) return 'density';
  const isMaking = state === 'processing';
  if (isMaking && has.drawing && canDraw(product)) return 'drawn';
  return isMaking || product.status === 'In Progress' ? 'waiting' : 'none';
}

/** The canvas mode that shows a product; null for those it does not show separately. */
export function canvasModeOf(product: Product): CanvasMode | null {
  switch (product.name) {
    case 'lidar_point_cloud':
    case 'colored_point_cloud':
      return 'lidar';
    case 'dense_point_cloud':
      return 'dense-point-cloud';
    case 'digital_elevation_model':
      return 'digital-elevation-model';
    case 'surface_model':
      return 'surface-model';
    case 'contour_map':
      return 'digital-elevation-model';
    case 'orthoimage':
      return 'orthomosaic';
    case 'bundle_adjustment':
    case 'project_report':
    case 'project_archive':
      return null;
  }
}
