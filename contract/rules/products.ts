import type { PhotoEngine } from './engines.ts';

/**
 * Names of products, in the order they are shown; names not listed come last. `project_archive` is an archive that the
 * project is imported from; it stays where something of it could not be.
 */
export const productNames = [
  'lidar_point_cloud',
  'bundle_adjustment',
  'dense_point_cloud',
  'colored_point_cloud',
  'digital_elevation_model',
  'surface_model',
  'orthoimage',
  'contour_map',
  'project_report',
  'project_archive',
] as const;

export type ProductName = (typeof productNames)[number];

export const productStatuses = ['Done', 'Failed', 'In Progress'] as const;

export type ProductStatus = (typeof productStatuses)[number];

export const visualizationStatuses = ['none', 'loading', 'error', 'success'] as const;

export type VisualizationStatus = (typeof visualizationStatuses)[number];

/** Format of an orthoimage that was requested as a plain GeoTIFF. */
export const plainTif = 'plain-tif';

/** Format of a raster with the basis of each cell of a height model. */
export const supportRaster = 'support';

/** What the requests of an orthoimage's plain GeoTIFF, and of overviews of a raster, are called. */
export const tifRequest = 'tif';
export const overviewsRequest = 'overviews';

/** What a stored file is kept for. `cleanable` sizes of a project are summed from these. */
export const fileTags = ['input', 'intermediate', 'exportable', 'canvas'] as const;

export type FileTag = (typeof fileTags)[number];

/** Products that a lidar project makes. */
const lidarProducts = [
  'lidar_point_cloud',
  'digital_elevation_model',
  'surface_model',
  'contour_map',
  'project_report',
] as const satisfies readonly ProductName[];

/** Products that an image project makes. */
const imageProducts = [
  'bundle_adjustment',
  'dense_point_cloud',
  'digital_elevation_model',
  'surface_model',
  'orthoimage',
  'contour_map',
  'project_report',
] as const satisfies readonly ProductName[];

/** What decides which products a project makes. */
export interface ProjectMakeup {
  readonly isLidar: boolean;
  /** Lidar files came with the photos of an image project. */
  readonly hasClouds: boolean;
  readonly engine: PhotoEngine;
}

/** Products that a project makes. Lidar that comes with photos is coloured from them where the poses are here. */
export function productsOf({ isLidar, hasClouds, engine }: ProjectMakeup): readonly ProductName[] {
  if (isLidar) return lidarProducts;
  if (!hasClouds) return imageProducts;
  const colours: ProductName[] = engine === 'nodeodm' ? [] : ['colored_point_cloud'];
  return [...imageProducts, 'lidar_point_cloud', ...colours];
}

/** Previews are drawn in 3D for these, in 2D for `previews2d`; the report has its own. */
export const previews3d: readonly ProductName[] = [
  'surface_model',
  'dense_point_cloud',
  'colored_point_cloud',
  'lidar_point_cloud',
];

export const previews2d: readonly ProductName[] = ['orthoimage', 'digital_elevation_model'];

/** Sorts by display order, then by creation (`pk`), into a new array. */
export function inDisplayOrder<T extends { readonly name: ProductName; readonly pk: number }>(
  products: readonly T[],
): T[] {
  return [...products].sort(
    (a, b) => productNames.indexOf(a.name) - productNames.indexOf(b.name) || a.pk - b.pk,
  );
}

/** The product selected first: a finished orthoimage, else the first in display order. */
export function defaultProduct<
  T extends { readonly name: ProductName; readonly pk: number; readonly status: ProductStatus },
>(products: readonly T[]): T | null {
  const ordered = inDisplayOrder(products);
  const image = ordered.find((product) => product.name === 'orthoimage' && product.status === 'Done');
  return image ?? ordered[0] ?? null;
}

/** Facts of a product from which its tile and its visualization are shown. */
export interface ProductFacts {
  readonly status: ProductStatus;
  readonly error_message: string | null;
  readonly is_visualization_error: boolean;
  readonly is_visualization_ready: boolean;
  readonly visualization_percent_completed: number;
}

/** How a product tile looks. */
export function tileMode(
  product: ProductFacts,
  isProjectPaused: boolean,
): 'error' | 'complete' | 'warning' | 'progress' {
  if (product.error_message) return 'error';
  if (product.status === 'Done') return 'complete';
  return isProjectPaused ? 'warning' : 'progress';
}

/** State of a product's visualization; `isFirstOfName`: no earlier product of the project has the same name. */
export function visualizationStatus(product: ProductFacts, isFirstOfName: boolean): VisualizationStatus {
  if (product.status === 'Failed' || product.is_visualization_error) return 'error';
  if (product.is_visualization_ready) return 'success';
  const isStarted = product.visualization_percent_completed > 0 || product.status === 'Done';
  return isFirstOfName && isStarted ? 'loading' : 'none';
}
