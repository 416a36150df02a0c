import { type ProductName, supportRaster } from '#contract/rules/products.ts';
import type { Product } from '../../pipeline/context.ts';
import { colouredCloudImage } from '../../pipeline/photo/colour-cloud/colour-cloud.ts';
import { meshFiles } from '../../pipeline/photo/ortho/make-mesh.ts';
import { orthoFiles } from '../../pipeline/photo/ortho/make-orthomosaic.ts';
import { bundleFiles } from '../../pipeline/photo/report/bundle-product.ts';
import { exchangeFiles } from '../../pipeline/photo/steps/exchange-step.ts';
import { denseCloud } from '../../pipeline/photo/steps/surface-step.ts';
import { contourFiles } from '../../pipeline/terrain/contours.ts';
import { terrainFiles } from '../../pipeline/terrain/terrain-files.ts';
import type { FileEntry, PipelinePlan, StepShare } from './run-plan.ts';

/** The product of each step, and its share of that product's progress. */
const shares: Readonly<Record<string, StepShare>> = {
  photos: { product: 'bundle_adjustment', from: 0, to: 0.1 },
  service: { product: 'bundle_adjustment', from: 0.1, to: 1 },
  features: { product: 'bundle_adjustment', from: 0.1, to: 0.4 },
  matching: { product: 'bundle_adjustment', from: 0.4, to: 0.7 },
  reconstruction: { product: 'bundle_adjustment', from: 0.7, to: 0.95 },
  adjustment: { product: 'bundle_adjustment', from: 0.95, to: 1 },
  depth: { product: 'dense_point_cloud', from: 0, to: 0.6 },
  fusion: { product: 'dense_point_cloud', from: 0.6, to: 0.7 },
  ingest: { product: 'dense_point_cloud', from: 0.7, to: 0.8 },
  ground: { product: 'dense_point_cloud', from: 0.8, to: 0.9 },
  'point-cloud': { product: 'dense_point_cloud', from: 0.9, to: 1 },
  'terrain-plan': { product: 'digital_elevation_model', from: 0, to: 0.2 },
  elevation: { product: 'digital_elevation_model', from: 0.2, to: 1 },
  surface: { product: 'surface_model', from: 0, to: 1 },
  pictures: { product: 'contour_map', from: 0, to: 0.5 },
  contours: { product: 'contour_map', from: 0.5, to: 1 },
  orthomosaic: { product: 'orthoimage', from: 0, to: 0.9 },
  'ortho-pictures': { product: 'orthoimage', from: 0.9, to: 1 },
  'coloured-cloud': { product: 'colored_point_cloud', from: 0, to: 1 },
};

/** Files of a product that are written after it was reported. */
const laterFiles: Partial<Record<ProductName, readonly FileEntry[]>> = {
  bundle_adjustment: [
    [exchangeFiles.colmapCameras, 'colmap-cameras', 'exportable'],
    [exchangeFiles.colmapImages, 'colmap-images', 'exportable'],
    [exchangeFiles.colmapPoints, 'colmap-points', 'exportable'],
    [exchangeFiles.bundle, 'bundler', 'exportable'],
    [exchangeFiles.list, 'bundler-list', 'exportable'],
  ],
  dense_point_cloud: [[denseCloud.picture, 'preview', 'canvas']],
  colored_point_cloud: [[colouredCloudImage, 'preview', 'canvas']],
  digital_elevation_model: [
    [terrainFiles.support, supportRaster, 'exportable'],
    [terrainFiles.elevationImage, 'preview', 'canvas'],
    [terrainFiles.hillshade, 'hillshade', 'canvas'],
  ],
  surface_model: [
    [terrainFiles.surfaceSupport, supportRaster, 'exportable'],
    [terrainFiles.surfaceImage, 'preview', 'canvas'],
    [meshFiles.glb, 'glb', 'exportable'],
    [meshFiles.obj, 'obj', 'exportable'],
    [meshFiles.material, 'mtl', 'exportable'],
    [meshFiles.texture, 'texture', 'exportable'],
  ],
  orthoimage: [
    [orthoFiles.preview, 'preview', 'canvas'],
    [`${orthoFiles.single}.jpg`, 'jpg', 'exportable'],
    [`${orthoFiles.single}.jgw`, 'jgw', 'exportable'],
    [`${orthoFiles.single}.prj`, 'prj', 'exportable'],
  ],
};

/** The assignment of steps and files to products of photos, for any engine. */
export const photoPlan: PipelinePlan = { shares, filesOf, laterFiles };

/** Files that are complete when a product is reported. */
function filesOf({ name, path }: Product): FileEntry[] {
  const file = (place: string, format: string): FileEntry => [place, format, 'exportable'];
  switch (name) {
    case 'bundle_adjustment':
      return [file(bundleFiles.json, 'json'), file(bundleFiles.arrays, 'bin')];
    case 'dense_point_cloud':
    case 'colored_point_cloud':
      return [file(path, 'copc')];
    case 'contour_map':
      return [file(contourFiles.geojson, 'geojson'), file(contourFiles.dxf, 'dxf')];
    default:
      return [file(path, 'tif')];
  }
}

/** Images of a project of photos, the best first. */
export const photoImages: readonly string[] = [
  orthoFiles.preview,
  terrainFiles.thumbnail,
  denseCloud.picture,
];
