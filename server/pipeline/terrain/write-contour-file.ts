import type { FileProof } from '#contract/schemas/file-proofs.ts';
import { tidyLevel } from '#domain/formats/contour-features.ts';
import { sumContours } from '#domain/geometry/plane/line-sums.ts';
import type { LinearUnit } from '#domain/units/units.ts';
import type { ProofOptions } from '../proof/publish.ts';
import { writeProved } from '../write-pieces.ts';
import { type ContourStyle, contourDxf, contourGeoJson } from './contour-files.ts';

/**
 * Writes contours, DXF or GeoJSON by the path's extension; the file appears once its lines were read back. Errors:
 * those of `proveLines` and of writing files.
 */
export async function writeContourFile(
  path: string,
  style: ContourStyle,
  system: { readonly epsg: number | null; readonly unit: LinearUnit | null },
  options: ProofOptions,
): Promise<FileProof> {
  const isDxf = /\.dxf$/i.test(path);
  const pieces = isDxf ? contourDxf(style, system.unit) : contourGeoJson(style, system.epsg);
  const sums = { kind: 'lines', ...sumContours(style.lines, tidyLevel) } as const;
  return (await writeProved(path, pieces, sums, options)).proof;
}
