import { join } from 'node:path';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import { readGeoTiffInfo } from '#domain/formats/tiff/info.ts';
import { applyGeoTransform } from '#domain/geometry/plane/affine.ts';
import type { RelocatedExtent } from '#domain/warp/warp-extent.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import {
  longestJpegSide,
  writePreview,
  writeSingleJpeg,
  writeThumbnail,
} from '../photo/ortho/ortho-images.ts';
import { contourFiles, writeContours } from '../terrain/contours.ts';
import { readHeights, writeHillshade, writeRelief } from '../terrain/relief-image.ts';
import { fileSize } from '../work-folder.ts';
import type { MadeFile, TransformRequest, TransformResult } from './context.ts';
import { chooseTargetSystem, readSystem, type TargetSystem } from './target-system.ts';
import { planWarp, writeWarp } from './warp-raster.ts';

/** Pixels at least this many times larger are means of the source pixels; others are interpolated. */
const averageFrom = 2;
const pictureSide = 1600;

const fileNames = {
  orthoimage: 'orthomosaic',
  digital_elevation_model: 'elevation-model',
  surface_model: 'surface-model',
} as const;

export type RasterProduct = keyof typeof fileNames;

interface NewRaster {
  readonly path: string;
  readonly stem: string;
  readonly frame: RelocatedExtent;
  readonly bands: number;
  readonly system: TargetSystem;
  readonly crs: CrsReport;
  readonly proof: FileProof;
}

async function warp(
  source: ByteSource,
  product: RasterProduct,
  request: TransformRequest,
): Promise<NewRaster> {
  const { target, name, out, pool, signal, resolution, hasSingleJpeg } = request;
  const hasHeights = product !== 'orthoimage';
  const {
    crsDeclarations,
    geotransform,
    width: across,
    height: down,
  } = await readGeoTiffInfo(source, signal);
  const own = await readSystem(crsDeclarations, request.sourceCrs);
  const place = geotransform && applyGeoTransform(geotransform, across / 2, down / 2);
  const system = await chooseTargetSystem({ source: own, target, hasHeights, name, place });
  const unit = system.to.horizontal?.kind === 'projected' ? system.to.horizontal.unit.metres : 1;
  const sourceUnit = own.horizontalUnit?.kind === 'linear' ? own.horizontalUnit.metres : unit;
  const sourceCell = Math.abs(geotransform?.[1] ?? 0) * sourceUnit;
  const isCoarser = resolution !== null && resolution >= averageFrom * sourceCell;
  const warpRequest = {
    ends: system.ends,
    to: system.to,
    cellSize: resolution === null ? null : resolution / unit,
    method: isCoarser ? ('average' as const) : ('bilinear' as const),
    gain: hasHeights ? system.heightScale : 1,
    planScale: sourceUnit / unit,
    ...(hasHeights && system.to.vertical?.unit ? { unit: system.to.vertical.unit.name } : {}),
    pool,
    signal,
    report: (fraction: number) => request.onProgress('warp', fraction),
  };
  const plan = await planWarp(source, warpRequest);
  const { width, height } = plan.frame;
  if (product === 'orthoimage' && hasSingleJpeg && Math.max(width, height) > longestJpegSide) {
    throw new AppError('transform.jpeg-too-large', { width, height, max: longestJpegSide });
  }
  const stem = join(out, fileNames[product]);
  const proof = await writeWarp(plan, `${stem}.tif`, warpRequest);
  const { frame, pixels } = plan;
  return { path: `${stem}.tif`, stem, frame, bands: pixels.bands, system, crs: system.report, proof };
}

async function drawOrthoimage(made: NewRaster, request: TransformRequest): Promise<MadeFile[]> {
  const { path, stem, frame, crs } = made;
  const preview = `${stem}.png`;
  const proof =
    made.bands === 4
      ? await writePreview(path, preview, pictureSide, request.pool)
      : await writeThumbnail(path, preview);
  const files: MadeFile[] = proof ? [{ path: preview, format: 'preview', tag: 'canvas', proof }] : [];
  if (!request.hasSingleJpeg) return files;
  const { west, north, cellSize, width, height } = frame;
  const [originX, originY] = [west + cellSize / 2, north - cellSize / 2];
  const written = await writeSingleJpeg(path, { width, height, originX, originY, cellSize }, crs, stem);
  const formats = ['jpg', 'jgw', 'prj'];
  return [
    ...files,
    ...written.map((file, index): MadeFile => ({ ...file, format: formats[index]!, tag: 'exportable' })),
  ];
}

/** Cell of the raster in the unit of its heights, for shading; in its own where heights have no unit. */
function cellInHeights({ frame, system }: NewRaster): number {
  const plane = system.to.horizontal?.kind === 'projected' ? system.to.horizontal.unit.metres : 1;
  return (frame.cellSize * plane) / (system.to.vertical?.unit?.metres ?? plane);
}

async function drawHeights(
  made: NewRaster,
  product: RasterProduct,
  request: TransformRequest,
): Promise<MadeFile[]> {
  const { path, stem } = made;
  const picture = await readHeights(path, pictureSide, cellInHeights(made));
  const relief = await writeRelief(picture, `${stem}.png`, request.pool);
  const files: MadeFile[] = [{ path: `${stem}.png`, format: 'preview', tag: 'canvas', proof: relief }];
  if (product !== 'digital_elevation_model') return files;
  const hillshade = join(request.out, 'hillshade.png');
  const proof = await writeHillshade(picture, hillshade, request.pool);
  return [...files, { path: hillshade, format: 'hillshade', tag: 'canvas', proof }];
}

/** Contours of a new elevation model; a warning where its heights have no unit, so that the interval is undefined. */
async function trace(
  made: NewRaster,
  request: TransformRequest,
  intervalM: number,
): Promise<{ files: MadeFile[]; warnings: ErrorRecord[] }> {
  const { name, out, pool, onProgress } = request;
  const unit = made.system.to.vertical?.unit;
  if (!unit) {
    const params = { name, unit: 'metre' };
    return { files: [], warnings: [{ code: 'transform.height-unit-unknown', params }] };
  }
  const interval = intervalM / unit.metres;
  const report = (fraction: number) => onProgress('contours', fraction);
  const proofs = await writeContours(made.path, out, { interval, crs: made.crs, pool, report });
  const files = (['geojson', 'dxf'] as const).map(
    (format): MadeFile => ({
      path: join(out, contourFiles[format]),
      format,
      tag: 'exportable',
      proof: proofs[contourFiles[format]]!,
    }),
  );
  return { files, warnings: [] };
}

/**
 * Makes an orthoimage, an elevation model or a surface model from another one: its GeoTIFF, its images, and the other
 * requested files. Errors: those of `chooseTargetSystem`, `planWarp` and writing files; `transform.jpeg-too-large`.
 */
export async function transformRaster(
  product: RasterProduct,
  request: TransformRequest,
): Promise<TransformResult> {
  const source = await openFileSource(request.source);
  const made = await warp(source, product, request).finally(() => source.close());
  request.onProgress('pictures', 0);
  const pictures =
    product === 'orthoimage'
      ? await drawOrthoimage(made, request)
      : await drawHeights(made, product, request);
  const { contourInterval } = request;
  const contours =
    product === 'digital_elevation_model' && contourInterval !== null
      ? await trace(made, request, contourInterval)
      : { files: [], warnings: [] };
  const { path, frame, crs, proof } = made;
  return {
    product: {
      name: product,
      kind: 'raster',
      path,
      bytes: (await fileSize(path)) ?? 0,
      resolution: frame.cellSize,
      width: frame.width,
      height: frame.height,
    },
    files: [{ path, format: 'tif', tag: 'exportable', proof }, ...pictures, ...contours.files],
    crs,
    facts: {},
    warnings: [...made.system.warnings, ...contours.warnings],
  };
}
