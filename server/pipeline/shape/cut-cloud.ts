import { dirname, join } from 'node:path';
import type { FileProof } from '#contract/schemas/file-proofs.ts';
import type { PlanArea } from '#domain/cloud/plan-areas.ts';
import type { Shape } from '#domain/drawing/shapes.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ByteSource } from '#domain/formats/byte-source.ts';
import type { Triple } from '#domain/formats/las/header.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { keepRecords } from '#domain/formats/las/records-kept.ts';
import { maxOf, minOf } from '#domain/math/extremes.ts';
import { type IngestFacts, ingest, type PointSelection } from '../cloud/ingest.ts';
import type { Spool } from '../cloud/spool.ts';
import { writeCopc } from '../cloud/write-copc.ts';
import { readSystem } from '../transform/target-system.ts';
import type { RasterCut } from './cut-raster.ts';

function areasOf(shapes: readonly Shape[]): PlanArea[] {
  return shapes
    .filter(({ purpose }) => purpose === 'crop-bounds')
    .map(({ region }) => {
      const places = region.flat();
      const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
      return {
        rings: region.map((ring) => ring.flatMap((place) => [place[0], place[1]])),
        minX: minOf(xs),
        minY: minOf(ys),
        maxX: maxOf(xs),
        maxY: maxOf(ys),
      };
    });
}

function selectionOf(
  areas: readonly PlanArea[],
  bounds: { readonly min: Triple; readonly max: Triple },
): PointSelection | null {
  const least = (axis: 'minX' | 'minY') => minOf(areas.map((area) => area[axis]));
  const most = (axis: 'maxX' | 'maxY') => maxOf(areas.map((area) => area[axis]));
  const min: Triple = [
    Math.max(bounds.min[0], least('minX')),
    Math.max(bounds.min[1], least('minY')),
    bounds.min[2],
  ];
  const max: Triple = [
    Math.min(bounds.max[0], most('maxX')),
    Math.min(bounds.max[1], most('maxY')),
    bounds.max[2],
  ];
  if (min[0] > max[0] || min[1] > max[1]) return null;
  return { bounds: { min, max }, areas };
}

/**
 * Writes the points of a cloud that lie in any of the crop bounds as COPC: integers, scale, offset and all other
 * fields of the kept points are unchanged, in a new octree. Points are measurements, so flatten areas do not change
 * them. The points are stored in a folder beside the output, which the caller removes. Errors: `shapes.nothing-left`;
 * those of `ingest` and of writing files.
 */
export async function cutCloud(
  source: ByteSource,
  path: string,
  cut: Omit<RasterCut, 'purposes'>,
): Promise<{ spool: Spool; facts: IngestFacts; proof: FileProof }> {
  const { pool, signal, name, report } = cut;
  const file = await openLas(source, signal);
  const areas = areasOf(cut.shapes);
  const selection = file.bounds && selectionOf(areas, file.bounds);
  if (!selection) throw new AppError('shapes.nothing-left', { name });
  const { spool, facts } = await ingest(
    [{ file, name }],
    join(dirname(path), 'spool'),
    pool,
    (fraction) => report?.(fraction / 2),
    signal,
    { select: selection, acceptTruncated: false },
  );
  if (facts.summary.count === 0) throw new AppError('shapes.nothing-left', { name });
  const crs = await readSystem(file.crsDeclarations, cut.sourceCrs);
  const { proof } = await writeCopc(spool, null, file.header, pool, {
    path,
    signal,
    records: await keepRecords(file, crs, true, signal),
    report: (fraction) => report?.((1 + fraction) / 2),
  });
  return { spool, facts, proof };
}
