import type { ProductName, ProductStatus } from './products.ts';

/** Fixed values of a request for a transformed product (spec part 2, section 9). Lengths in metres. */
export const transformRules = {
  density: 2,
  noise: 2,
  contourInterval: 1,
  /** Decimals of a pixel size, in metres. */
  gsdDecimals: 4,
  /** The largest new pixel size, in percent of the original one. */
  ratioMaxPercent: 1000,
  /** The longest side of an image that fits a single JPEG, pixels. */
  jpegSideMax: 65_535,
} as const;

/** Products that can be re-projected or made with larger pixels. */
export const transformableProducts = [
  'orthoimage',
  'digital_elevation_model',
  'surface_model',
  'dense_point_cloud',
  'colored_point_cloud',
  'lidar_point_cloud',
] as const satisfies readonly ProductName[];

export type TransformableProduct = (typeof transformableProducts)[number];

export function isTransformable(name: ProductName): name is TransformableProduct {
  return (transformableProducts as readonly ProductName[]).includes(name);
}

/** Point clouds have no pixels, and may be transformed where rasters may not. */
export function isPointCloud(name: ProductName): boolean {
  return name.endsWith('_point_cloud');
}

/** Products of which each pixel size of a coordinate system may be made, not only one. */
const madePerPixelSize: readonly ProductName[] = ['orthoimage', 'digital_elevation_model'];

/** Formats of which a transformed product is made. */
const sourceFormats: readonly string[] = ['tif', 'copc'];

export type TransformRefusal =
  | 'transform.owner-only'
  | 'transform.original-not-finished'
  | 'transform.source-cleaned'
  | 'transform.system-unsupported'
  | 'transform.local-system'
  | 'transform.product-exists'
  | 'transform.product-exists-pixel-size';

/** Facts of a project that decide whether products may be transformed; a `Project` fits. */
export interface TransformProject {
  readonly owned: boolean;
  readonly requires_carlson_library: boolean;
  readonly lcs_shift: readonly number[] | null;
}

/** Facts of a product; a `Product` fits. `resolution` in metres per pixel. */
export interface TransformSource {
  readonly pk: number;
  readonly name: ProductName;
  readonly status: ProductStatus;
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly resolution: number | null;
  readonly files: readonly { readonly format: string }[];
}

/** What a product is to become. `resolution` in metres a pixel, null for point clouds. */
export type TransformTarget = Pick<TransformSource, 'epsg' | 'wkt' | 'resolution'>;

/**
 * Why a product cannot be transformed at all, with any settings, or null. Staff in Super View act as owners: set
 * `owned`.
 */
export function transformRefusal(
  project: TransformProject,
  original: TransformSource,
): TransformRefusal | null {
  if (!project.owned) return 'transform.owner-only';
  if (original.status !== 'Done') return 'transform.original-not-finished';
  if (project.requires_carlson_library && !isPointCloud(original.name)) return 'transform.system-unsupported';
  if (project.lcs_shift !== null) return 'transform.local-system';
  const hasSource = original.files.some(({ format }) => sourceFormats.includes(format));
  return hasSource ? null : 'transform.source-cleaned';
}

/**
 * Whether the target is there already among the project's products: one of each kind a coordinate system, of
 * orthoimages and elevation models one a pixel size. Failed products do not count.
 */
export function existingProductRefusal(
  products: readonly TransformSource[],
  name: ProductName,
  target: TransformTarget,
): TransformRefusal | null {
  const alike = products.filter(
    (product) => product.name === name && product.status !== 'Failed' && isSameSystem(product, target),
  );
  if (!madePerPixelSize.includes(name)) return alike.length > 0 ? 'transform.product-exists' : null;
  const isSize = ({ resolution }: TransformSource) =>
    resolution !== null && target.resolution !== null && roundGsd(resolution) === roundGsd(target.resolution);
  return alike.some(isSize) ? 'transform.product-exists-pixel-size' : null;
}

/** Whether two systems are the same by their EPSG codes, or by their texts where a code is missing. */
export function isSameSystem(
  a: Pick<TransformTarget, 'epsg' | 'wkt'>,
  b: Pick<TransformTarget, 'epsg' | 'wkt'>,
): boolean {
  if (a.epsg !== null && b.epsg !== null) return a.epsg === b.epsg;
  const plain = (wkt: string | null) => wkt?.replace(/\s+/g, '').toLowerCase() ?? null;
  return plain(a.wkt) !== null && plain(a.wkt) === plain(b.wkt);
}

/** Rounds a pixel size to the decimals that requests carry. */
export function roundGsd(size: number): number {
  return Number(size.toFixed(transformRules.gsdDecimals));
}

/** Keys of the texts shown at the field of the pixel size. */
export type PixelSizeFault =
  | 'validation.requiredField'
  | 'validation.mustBeNumeric'
  | 'validation.mustBePositive'
  | 'validation.moreThan0'
  | 'validation.cannotBeSmaller'
  | 'validation.mustBeLessThanPercent';

/** Checks a pixel size as typed against that of the original, both in one unit. */
export function pixelSizeFault(text: string, original: number): PixelSizeFault | null {
  if (text.trim() === '') return 'validation.requiredField';
  const size = Number(text);
  if (!Number.isFinite(size)) return 'validation.mustBeNumeric';
  if (size < 0) return 'validation.mustBePositive';
  if (size === 0) return 'validation.moreThan0';
  if (roundGsd(size) < roundGsd(original)) return 'validation.cannotBeSmaller';
  const percent = (size / original) * 100;
  return percent > transformRules.ratioMaxPercent + 1e-6 ? 'validation.mustBeLessThanPercent' : null;
}
