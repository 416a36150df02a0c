import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import type { DensityMap } from '#domain/cloud/density-map.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { HeightConflicts } from '#domain/geometry/plane/same-places.ts';
import type { Unit } from '#domain/units/units.ts';
import type { PointCloud } from './cloud/point-cloud.ts';
import type { ProcessContext, Product } from './context.ts';
import type { StepCost } from './steps.ts';
import { writeWhole } from './work-folder.ts';

/** The coordinate system as in the report. */
export interface ReportCrs {
  readonly name: string | null;
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly horizontalUnit: string | null;
  readonly verticalUnit: string | null;
  readonly verticalDatum: string | null;
  readonly source: string | null;
}

/** `report.json` of an output folder. */
export interface ProcessReport {
  readonly inputs: readonly { readonly path: string; readonly points: number }[];
  readonly points: number;
  readonly pointsByReturn: readonly number[];
  readonly pointsByClass: Readonly<Record<string, number>>;
  /** True where ground was classified here, false where the classes are the files' own. */
  readonly groundClassified: boolean;
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly crs: ReportCrs;
  readonly density: DensityMap & { readonly meanPerSquareUnit: number };
  readonly steps: readonly StepCost[];
  readonly products: readonly (Product & { readonly crs: number | string | null })[];
  /** The sums of each file when it was read back, by its path in the folder, for `plumbline verify`. */
  readonly proofs: FileProofs;
  /** Plan positions of the ground with several heights, those with the largest difference first. */
  readonly heightConflicts: HeightConflicts;
  readonly warnings: readonly ErrorRecord[];
  readonly failures: readonly ErrorRecord[];
}

const unitName = (unit: Unit | null) => unit?.name ?? null;

export function reportCrs(crs: CrsReport): ReportCrs {
  return {
    name: crs.name,
    epsg: crs.epsg,
    wkt: crs.wkt,
    horizontalUnit: unitName(crs.horizontalUnit),
    verticalUnit: unitName(crs.verticalUnit),
    verticalDatum: crs.verticalDatum,
    source: crs.source,
  };
}

function meanDensity(map: DensityMap): number {
  const occupied = map.counts.filter((count) => count > 0);
  const points = occupied.reduce((sum, count) => sum + count, 0);
  return points / (occupied.length * map.cell * map.cell);
}

/** Gathers and writes the report of a run. */
export async function writeReport(
  context: ProcessContext,
  cloud: PointCloud,
  warnings: readonly ErrorRecord[],
  path: string,
): Promise<ProcessReport> {
  const { inputs, products, failures, steps } = context;
  const { facts, summary, classified } = cloud;
  const { crs } = inputs[0]!;
  const classes = summary.byClass.map((count, index) => [String(index), count] as const);
  const report: ProcessReport = {
    inputs: inputs.map(({ name }, index) => ({ path: name, points: facts.counts[index]! })),
    points: summary.count,
    pointsByReturn: summary.byReturn,
    pointsByClass: Object.fromEntries(classes.filter(([, count]) => count > 0)),
    groundClassified: classified,
    min: facts.min,
    max: facts.max,
    crs: reportCrs(crs),
    density: { ...facts.density, meanPerSquareUnit: meanDensity(facts.density) },
    steps: steps.costs(),
    products: products.map((product) => ({ ...product, crs: crs.epsg ?? crs.name })),
    proofs: steps.proofs(),
    heightConflicts: cloud.heightConflicts,
    warnings,
    failures,
  };
  await writeWhole(path, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
