import { shapedFormats } from '#contract/rules/shapes.ts';
import type { Product, ProductFile } from '#contract/schemas/product.ts';
import type { CanvasMode } from '#contract/validation/reserved-words.ts';

/** Something of a product that can be downloaded. `size` in bytes; null where the server does not say. */
export interface Download {
  readonly format: string;
  readonly name: string;
  readonly url: string;
  readonly size: number | null;
}

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

/** The picture that previews a product: the one made for it, else the largest of its PNG, JPEG or WebP files. */
export function previewOf(product: Product): ProductFile | null {
  const pictures = product.files.filter(
    ({ name, format }) => /\.(png|jpe?g|webp)$/i.test(name) && !(format in shapedFormats),
  );
  const made = pictures.find((file) => file.format === 'preview');
  return made ?? pictures.sort((a, b) => b.size - a.size)[0] ?? null;
}

/** The GeoJSON of a contour map small enough to be drawn as a preview (24 MiB); null for anything else. */
export function contoursOf(product: Product): ProductFile | null {
  if (product.name !== 'contour_map') return null;
  return product.files.find((file) => file.format === 'geojson' && file.size < 24 * 1024 * 1024) ?? null;
}

/** The canvas mode that shows a product; null for those it does not show by themselves. */
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
