import type { GeoTransform } from '../../geometry/plane/affine.ts';
import type { TiffDirectory } from './directory.ts';
import { tiffTag } from './tags.ts';

/** A ground control point of an image without an affine georeference: pixel, line, x, y, z. */
export type RasterTiepoint = readonly [number, number, number, number, number];

/**
 * The georeference of a directory, as GDAL derives it: scale and first tiepoint, else the matrix; half a pixel back
 * where the keys declare coordinates of pixel centres. Several tiepoints without a scale are ground control points,
 * not a transform. A negative vertical scale is used unchanged. Source: OGC GeoTIFF 1.1 (19-008r4), annex B.6;
 * choices where files break it follow GDAL.
 */
export function readGeoTransform(directory: TiffDirectory, pixelIsPoint: boolean): GeoTransform | null {
  const scale = directory.numbers(tiffTag.modelPixelScale);
  const tie = directory.numbers(tiffTag.modelTiepoint);
  const matrix = directory.numbers(tiffTag.modelTransformation);
  if (scale && scale.length >= 2 && scale[0] !== 0 && scale[1] !== 0) {
    if (!tie || tie.length < 6) return null;
    const dx = scale[0]!;
    const dy = scale[1]! < 0 ? scale[1]! : -scale[1]!;
    return centred([tie[3]! - tie[0]! * dx, dx, 0, tie[4]! - tie[1]! * dy, 0, dy], pixelIsPoint);
  }
  if (matrix && matrix.length === 16) {
    return centred([matrix[3]!, matrix[0]!, matrix[1]!, matrix[7]!, matrix[4]!, matrix[5]!], pixelIsPoint);
  }
  return null;
}

function centred(transform: GeoTransform, pixelIsPoint: boolean): GeoTransform {
  if (!pixelIsPoint) return transform;
  const [x, dxc, dxr, y, dyc, dyr] = transform;
  return [x - dxc * 0.5 - dxr * 0.5, dxc, dxr, y - dyc * 0.5 - dyr * 0.5, dyc, dyr];
}

/** The ground control points of a directory without an affine georeference, half a pixel moved as above. */
export function readTiepoints(directory: TiffDirectory, pixelIsPoint: boolean): RasterTiepoint[] {
  const tie = directory.numbers(tiffTag.modelTiepoint) ?? [];
  const shift = pixelIsPoint ? 0.5 : 0;
  const points: RasterTiepoint[] = [];
  for (let i = 0; i + 6 <= tie.length; i += 6) {
    points.push([tie[i]! + shift, tie[i + 1]! + shift, tie[i + 3]!, tie[i + 4]!, tie[i + 5]!]);
  }
  return points;
}
