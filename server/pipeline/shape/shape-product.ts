import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductName } from '#contract/rules/products.ts';
import { purposesFor } from '#contract/rules/shapes.ts';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { writePlanView } from '../cloud/plan-view.ts';
import {
  longestJpegSide,
  writePreview,
  writeSingleJpeg,
  writeThumbnail,
} from '../photo/ortho/ortho-images.ts';
import { contourFiles, writeContours } from '../terrain/contours.ts';
import { readHeights, writeRelief } from '../terrain/relief-image.ts';
import type { MadeFile } from '../transform/context.ts';
import { cutCloud } from './cut-cloud.ts';
import { cutRaster, type RasterCut } from './cut-raster.ts';

/** A product that the shapes of a drawing are applied to. */
export interface ShapeRequest extends Omit<RasterCut, 'purposes'> {
  readonly product: ProductName;
  /** Its GeoTIFF or COPC file. */
  readonly source: string;
  /** Name of the new file, without its extension. */
  readonly stem: string;
  /** Folder for the new files; it must exist. */
  readonly out: string;
  /** Whether the product also has one JPEG; a JPEG that would be too large is not written. */
  readonly hasSingleJpeg: boolean;
  /** Contour interval of an elevation model, in the unit of its heights; null for none. */
  readonly contourInterval: number | null;
}

/** The written files, the product's file first, and the facts that differ from the product's. */
export interface ShapedFiles {
  readonly files: readonly MadeFile[];
  readonly facts: {
    readonly width: number | null;
    readonly height: number | null;
    /** Facts for the page, plain JSON. */
    readonly meta: Readonly<Record<string, unknown>>;
  };
}

const pictureSide = 1600;

/**
 * Applies the shapes of a drawing to a product: a new file, and an image of it where one can be drawn. Errors: those
 * of `cutRaster` and `cutCloud`.
 */
export async function shapeProduct(request: ShapeRequest): Promise<ShapedFiles> {
  const source = await openFileSource(request.source);
  try {
    const isCloud = request.product.endsWith('_point_cloud');
    return await (isCloud ? shapeCloud(source, request) : shapeRaster(source, request));
  } finally {
    await source.close();
  }
}

function placesOf({ out, stem }: ShapeRequest, ending: string) {
  const preview = join(out, `${stem}.png`);
  const pictured = (proof: FileProof | null): MadeFile[] =>
    proof ? [{ path: preview, format: 'shaped-preview', tag: 'canvas', proof }] : [];
  return { path: join(out, `${stem}.${ending}`), preview, pictured };
}

async function shapeCloud(source: ByteSource, request: ShapeRequest): Promise<ShapedFiles> {
  const { path, preview, pictured } = placesOf(request, 'copc.laz');
  const { spool, facts, proof } = await cutCloud(source, path, request);
  const { summary, min, max } = facts;
  const hasPicture = summary.maxColour > 0;
  const picture = hasPicture ? await writePlanView(spool, null, facts, preview, request.pool) : null;
  const made = exportable(path, 'shaped-copc', proof);
  const meta = { points: summary.count, pointsByClass: summary.byClass, min, max };
  return { files: [made, ...pictured(picture)], facts: { width: null, height: null, meta } };
}

async function shapeRaster(source: ByteSource, request: ShapeRequest): Promise<ShapedFiles> {
  const { product, pool, out, stem, contourInterval } = request;
  const { path, preview, pictured } = placesOf(request, 'tif');
  const raster = await cutRaster(source, path, { ...request, purposes: purposesFor(product) });
  const { bands, cell, width, height, crs, frame } = raster;
  let picture: FileProof | null;
  if (product !== 'orthoimage') {
    picture = await writeRelief(await readHeights(path, pictureSide, cell), preview, pool);
  } else if (bands === 4) picture = await writePreview(path, preview, pictureSide, pool);
  else picture = await writeThumbnail(path, preview);
  const made = exportable(path, 'shaped-tif', raster.proof);
  const further: MadeFile[] = [];
  if (request.hasSingleJpeg && Math.max(width, height) <= longestJpegSide) {
    const written = await writeSingleJpeg(path, frame, crs, join(out, stem));
    appendAll(
      further,
      written.map((file, index) => exportable(file.path, singleFormats[index]!, file.proof)),
    );
  }
  // Lines are traced between cells: a single row or column has none.
  if (contourInterval !== null && Math.min(width, height) > 1) {
    const report = () => {};
    const proofs = await writeContours(path, out, { interval: contourInterval, crs, pool, report });
    for (const format of ['geojson', 'dxf'] as const) {
      const named = join(out, `contours-of-${stem}.${format}`);
      await rename(join(out, contourFiles[format]), named);
      further.push(exportable(named, `shaped-${format}`, proofs[contourFiles[format]]!));
    }
  }
  const files = [made, ...pictured(picture), ...further];
  return { files, facts: { width, height, meta: {} } };
}

/** Files of a single JPEG, in the order in which they are written. */
const singleFormats = ['shaped-jpg', 'shaped-jgw', 'shaped-prj'];

const exportable = (path: string, format: string, proof: FileProof): MadeFile => ({
  path,
  format,
  tag: 'exportable',
  proof,
});
