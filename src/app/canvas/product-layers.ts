import { plainTif, supportRaster } from '#contract/rules/products.ts';
import { shapedFormats } from '#contract/rules/shapes.ts';
import type { Product, ProductFile } from '#contract/schemas/product.ts';
import { type CanvasMode, canvasModes } from '#contract/validation/reserved-words.ts';
import type { SceneSource } from '#core/editor.ts';
import type { CrsDeclaration } from '#domain/crs/types.ts';

const clouds: readonly Product['name'][] = ['lidar_point_cloud', 'dense_point_cloud', 'colored_point_cloud'];
const terrains: readonly Product['name'][] = ['digital_elevation_model', 'surface_model'];

/** The product that each mode of the address shows: the first available one. Without a mode the orthomosaic is shown, else the points, else the terrain. */
const shownBy: Readonly<Record<CanvasMode, readonly Product['name'][]>> = {
  orthomosaic: ['orthoimage'],
  'dense-point-cloud': ['dense_point_cloud', 'colored_point_cloud'],
  'digital-elevation-model': ['digital_elevation_model'],
  lidar: ['colored_point_cloud', 'lidar_point_cloud'],
  'surface-model': ['surface_model'],
};

/** Files written for export, of which the canvas shows the original, and those beside it. */
const isForExport = ({ format }: ProductFile): boolean =>
  format === plainTif || format === supportRaster || format in shapedFormats;

const fileOf = (product: Product, pattern: RegExp): ProductFile | undefined =>
  product.files.find((file) => pattern.test(file.name) && !isForExport(file));

/** The raster of a product that the canvas reads. */
export const rasterOf = (product: Product): ProductFile | undefined => fileOf(product, /\.tiff?$/i);
const cloudOf = (product: Product) => fileOf(product, /\.copc\.la[sz]$/i);

/**
 * Whether a product is in the project's own system and finished. Transformed products, in other systems or with larger
 * pixels, are for export: in the scene their position would be wrong.
 */
const isDrawn = (product: Product): boolean => product.status === 'Done' && product.original === null;

/** Identity of a product's layer. */
export const layerId = (product: Product): string => `product-${product.pk}`;

/** Modes whose product is finished and can be shown. */
export function readyModes(products: readonly Product[]): ReadonlySet<CanvasMode> {
  const isReady = (name: Product['name']) =>
    products.some(
      (product) => product.name === name && sceneSourceOf(product, null, products, null) !== null,
    );
  return new Set(canvasModes.filter((mode) => shownBy[mode].some(isReady)));
}

/** Whether a mode shows a product; a mode without available products shows the same as no mode. */
export function isShownBy(product: Product, mode: CanvasMode | null, products: readonly Product[]): boolean {
  const isDone = (name: Product['name']) => products.some((other) => other.name === name && isDrawn(other));
  const shown = shownBy[mode ?? 'orthomosaic'].find(isDone);
  if (shown !== undefined) return product.name === shown;
  const first = products.find((candidate) => isDrawn(candidate) && cloudOf(candidate));
  return first === undefined ? product.name === 'digital_elevation_model' : product.pk === first.pk;
}

/** The layer of a finished product in a scene of the given system; null for one that the scene does not show. */
export function sceneSourceOf(
  product: Product,
  mode: CanvasMode | null,
  products: readonly Product[],
  system: CrsDeclaration | null,
): SceneSource | null {
  if (!isDrawn(product)) return null;
  const id = layerId(product);
  const isVisible = isShownBy(product, mode, products);
  const cloud = clouds.includes(product.name) ? cloudOf(product) : undefined;
  if (cloud) return { layer: { id, kind: 'copc', source: cloud.url, isVisible }, product: product.name };
  const image = product.name === 'orthoimage' ? rasterOf(product) : undefined;
  if (image) {
    const layer = { id, kind: 'image', source: image.url, isVisible, opacity: 1, system } as const;
    return { layer, product: product.name };
  }
  const raster = terrains.includes(product.name) ? rasterOf(product) : undefined;
  if (!raster) return null;
  return {
    layer: { id, kind: 'terrain', source: raster.url, isVisible, opacity: 1 },
    product: product.name,
  };
}

/** Address of the point cloud that a layer shows; null for other layers. */
export function cloudUrl(products: readonly Product[], id: string): string | null {
  const product = products.find((candidate) => layerId(candidate) === id);
  return (product && cloudOf(product)?.url) ?? null;
}

/** A raster of heights used for measurements. */
export interface MeasuredProduct {
  readonly url: string;
  readonly name: Product['name'];
}

function heightsOf(products: readonly Product[], name: Product['name']): MeasuredProduct | null {
  const product = products.find((candidate) => candidate.name === name && isDrawn(candidate));
  const file = product && rasterOf(product);
  return file ? { url: file.url, name } : null;
}

/** The raster to measure on: the elevation model, else the surface model. */
export function measuredRaster(products: readonly Product[]): MeasuredProduct | null {
  return heightsOf(products, terrains[0]!) ?? heightsOf(products, terrains[1]!);
}

/** The surface model beside an elevation model; null unless both exist. */
export function topRaster(products: readonly Product[]): MeasuredProduct | null {
  return heightsOf(products, terrains[0]!) && heightsOf(products, terrains[1]!);
}
