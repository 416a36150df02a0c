import type { ProductPurpose } from '#domain/drawing/feature.ts';
import type { ProductName } from './products.ts';

/** Formats of the files that the drawing was applied to, and those that they take the place of in an archive. */
export const shapedFormats: Readonly<Record<string, string>> = {
  'shaped-tif': 'tif',
  'shaped-copc': 'copc',
  'shaped-preview': 'preview',
  'shaped-jpg': 'jpg',
  'shaped-jgw': 'jgw',
  'shaped-prj': 'prj',
  'shaped-geojson': 'geojson',
  'shaped-dxf': 'dxf',
};

/** Those of them that are contours of a changed elevation model: in an archive they are the contour map. */
export const shapedContours: readonly string[] = ['shaped-geojson', 'shaped-dxf'];

interface Placed {
  readonly wkt: string | null;
  readonly epsg: number | null;
}

/** Whether a transformed product has the system of the drawing, which is that of a project's own product. */
export function isInSystemOf(product: Placed, base: Placed | undefined): boolean {
  if (!base) return false;
  return product.wkt !== null && base.wkt !== null ? product.wkt === base.wkt : product.epsg === base.epsg;
}

/** What the request of such a file is called among a product's requests. */
export const shapedRequest = 'shaped';

/** What shapes of a drawing change of a product; nothing of products that it does not change. */
export function purposesFor(product: ProductName): readonly ProductPurpose[] {
  switch (product) {
    case 'orthoimage':
      return ['crop-bounds', 'ortho-crop'];
    case 'digital_elevation_model':
    case 'surface_model':
      return ['crop-bounds', 'flatten'];
    case 'lidar_point_cloud':
    case 'dense_point_cloud':
    case 'colored_point_cloud':
      return ['crop-bounds'];
    case 'bundle_adjustment':
    case 'contour_map':
    case 'project_report':
    case 'project_archive':
      return [];
  }
}

/** Whether a drawing with so many shapes of each purpose changes a product. */
export function isShapedBy(
  product: ProductName,
  counts: Readonly<Partial<Record<ProductPurpose, number>>>,
): boolean {
  return purposesFor(product).some((purpose) => (counts[purpose] ?? 0) > 0);
}
