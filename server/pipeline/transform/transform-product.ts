import type { TransformRequest, TransformResult } from './context.ts';
import { transformCloud } from './transform-cloud.ts';
import { transformRaster } from './transform-raster.ts';

/** Makes a transformed product. Errors: those of `transformRaster` and `transformCloud`. */
export function transformProduct(request: TransformRequest): Promise<TransformResult> {
  const { product } = request;
  switch (product) {
    case 'orthoimage':
    case 'digital_elevation_model':
    case 'surface_model':
      return transformRaster(product, request);
    default:
      return transformCloud(product, request);
  }
}
