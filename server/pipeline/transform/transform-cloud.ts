import { join } from 'node:path';
import { type CrsTransform, createTransform, type TransformEnd } from '#domain/crs/transform.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Triple } from '#domain/formats/las/header.ts';
import { type LasFile, openLas } from '#domain/formats/las/las-file.ts';
import { chooseFittingQuantisation, coarsenedNote } from '#domain/formats/las/quantisation.ts';
import { keepRecords } from '#domain/formats/las/records-kept.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import { type BoundedMove, ingest } from '../cloud/ingest.ts';
import { writePlanView } from '../cloud/plan-view.ts';
import { writeCopc } from '../cloud/write-copc.ts';
import type { MadeFile, TransformRequest, TransformResult } from './context.ts';
import { chooseTargetSystem, readSystem, type TargetSystem } from './target-system.ts';

const fileNames = {
  dense_point_cloud: 'dense-point-cloud',
  colored_point_cloud: 'colored-point-cloud',
  lidar_point_cloud: 'point-cloud',
} as const;

export type CloudProduct = keyof typeof fileNames;

/** Samples along an edge of the cloud's box for its new one. */
const edgeSteps = 20;

/** Bounds that hold the points of a box in another system, a thousandth of its size wider. */
function movedBounds(transform: CrsTransform, { min, max }: { min: Triple; max: Triple }) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i <= edgeSteps; i++) {
    for (let j = 0; j <= edgeSteps; j++) {
      for (const z of [min[2], max[2]]) {
        const x = min[0] + ((max[0] - min[0]) * i) / edgeSteps;
        const y = min[1] + ((max[1] - min[1]) * j) / edgeSteps;
        transform.point([x, y, z]).forEach((value, axis) => {
          low[axis] = Math.min(low[axis]!, value);
          high[axis] = Math.max(high[axis]!, value);
        });
      }
    }
  }
  const margin = [0, 1, 2].map((axis) => (high[axis]! - low[axis]!) / 1000);
  const wider = (bounds: number[], sign: number) =>
    bounds.map((value, axis) => value + sign * margin[axis]!) as unknown as Triple;
  return { min: wider(low, -1), max: wider(high, 1) };
}

/** Scale of the new coordinates: a power of ten that is no coarser than the old one. */
function stepsOf({ header }: LasFile, system: TargetSystem): Triple {
  const metres = (definition: TransformEnd) => {
    const unit = definition.horizontal?.kind === 'engineering' ? null : definition.horizontal?.unit;
    return unit?.kind === 'linear' ? unit.metres : 111_000;
  };
  const plane = metres(system.ends[0]) / metres(system.ends[1]);
  const factors = [plane, plane, system.heightScale];
  return header.scale.map(
    (scale, axis) => 10 ** Math.floor(Math.log10(Math.abs(scale) * factors[axis]!) + 1e-9),
  ) as unknown as Triple;
}

/** Transforms only the plane; heights are handled separately. */
const flat = ({ horizontal }: TransformEnd): TransformEnd => ({ horizontal, vertical: null });

/** Transforms points to another system, heights to its unit. */
function createMove(file: LasFile, system: TargetSystem): BoundedMove {
  const name = file.source.name;
  if (!file.bounds) throw new AppError('process.no-points', { file: name });
  const plan = [flat(system.ends[0]), flat(system.ends[1])] as const;
  const transform = createTransform(...plan);
  const scaled: CrsTransform = {
    ...transform,
    point: ([x, y, z]) => [...transform.point([x!, y!]), z! * system.heightScale],
  };
  const bounds = movedBounds(scaled, file.bounds);
  const quantisation = chooseFittingQuantisation(bounds.min, bounds.max, stepsOf(file, system), name);
  return { plan, heightScale: system.heightScale, quantisation, file: name, bounds };
}

/**
 * Transforms a point cloud to the requested system, as COPC. Classes, colours, times and extra bytes are unchanged.
 * The scale of coordinates is no coarser than before, unless their extent does not fit, which is reported. Errors:
 * those of `chooseTargetSystem`, `ingest` and writing files; `crs.transform-not-finite` for points without
 * coordinates in the new system.
 */
export async function transformCloud(
  product: CloudProduct,
  request: TransformRequest,
): Promise<TransformResult> {
  const { out, pool, signal, target, name, onProgress } = request;
  const source = await openFileSource(request.source);
  try {
    const file = await openLas(source, signal);
    const own = await readSystem(file.crsDeclarations, request.sourceCrs);
    const system = await chooseTargetSystem({
      source: own,
      target,
      hasHeights: true,
      name,
      place: file.bounds?.min ?? null,
    });
    const move = createMove(file, system);
    const { spool, facts } = await ingest(
      [{ file, name: fileNames[product] }],
      join(out, 'spool'),
      pool,
      (fraction) => onProgress('ingest', fraction),
      signal,
      { move, acceptTruncated: false },
    );
    const path = join(out, `${fileNames[product]}.copc.laz`);
    const { bytes, summary, proof } = await writeCopc(spool, null, file.header, pool, {
      path,
      signal,
      records: await keepRecords(file, system.report, true, signal),
      report: (fraction) => onProgress('point-cloud', fraction),
    });
    const files: MadeFile[] = [{ path, format: 'copc', tag: 'exportable', proof }];
    if (facts.summary.maxColour > 0) {
      const picture = join(out, `${fileNames[product]}.png`);
      const drawn = await writePlanView(spool, null, facts, picture, pool);
      files.push({ path: picture, format: 'preview', tag: 'canvas', proof: drawn });
    }
    return {
      product: {
        name: product,
        kind: 'point-cloud',
        path,
        bytes,
        resolution: null,
        width: null,
        height: null,
      },
      files,
      crs: system.report,
      facts: { points: summary.count, pointsByClass: summary.byClass, min: facts.min, max: facts.max },
      warnings: [...system.warnings, ...coarsenedNote(name, stepsOf(file, system), move.quantisation)],
    };
  } finally {
    await source.close();
  }
}
