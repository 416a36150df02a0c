import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import type { CrsDeclaration, CrsReport } from '#domain/crs/types.ts';
import type { Product } from '../../pipeline/context.ts';
import type { PipelineFile, PipelineProduct, PipelineSettings } from './pipeline-port.ts';

const unitsOfMeasure: readonly UnitOfMeasure[] = ['meters', 'internationalFeet', 'usSurveyFeet'];
const unitMetres = [1, 0.3048, 1200 / 3937];

/** The coordinate system as stated by the person; null where the files define it. */
export function declarationOf(settings: PipelineSettings): CrsDeclaration | null {
  const text = settings.wkt ?? (settings.epsg === null ? null : `EPSG:${settings.epsg}`);
  return text === null ? null : { source: 'user', payload: text };
}

/** A product of the pipeline in the form that tasks commit. */
export function describeProduct(
  product: Product,
  files: readonly PipelineFile[],
  crs: CrsReport,
): PipelineProduct {
  const { name, kind, resolution, width, height } = product;
  const unit = crs.horizontalUnit?.kind === 'linear' ? crs.horizontalUnit.metres : null;
  const isRaster = kind === 'raster';
  return {
    ...describeCrs(crs),
    name,
    files,
    resolution: isRaster && resolution !== null && unit !== null ? resolution * unit : null,
    pixelWidth: width,
    pixelHeight: height,
    meta: {
      kind,
      crs: crs.name,
      vertical_datum: crs.verticalDatum,
      ...(isRaster ? { cell: resolution } : {}),
      ...(kind === 'vector' ? { interval: resolution } : {}),
    },
  };
}

/** The system of a product: EPSG code, WKT, unit. */
export function describeCrs(crs: CrsReport): Pick<PipelineProduct, 'epsg' | 'wkt' | 'unitOfMeasure'> {
  const unit = crs.horizontalUnit?.kind === 'linear' ? crs.horizontalUnit.metres : Number.NaN;
  const index = unitMetres.findIndex((metres) => Math.abs(metres - unit) < 1e-9);
  return { epsg: crs.epsg, wkt: crs.wkt, unitOfMeasure: unitsOfMeasure[index] ?? null };
}
