import { join } from 'node:path';
import { asprs } from '#domain/cloud/point-use.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Triple } from '#domain/formats/las/header.ts';
import { keepRecords, withoutExtraBytes } from '#domain/formats/las/records-kept.ts';
import { type HeightConflicts, noConflicts } from '#domain/geometry/plane/same-places.ts';
import { appendAll, maxOf } from '#domain/math/extremes.ts';
import type { PointCloudNames, ProcessContext } from '../context.ts';
import { metresPerUnit } from '../units.ts';
import { workFolderName } from '../work-folder.ts';
import { type ClassOverlay, overlayMark } from './classes.ts';
import { dimensionInSpool, type FarFacts, markFarPoints, maxMedians } from './far-points.ts';
import { classifySpool } from './ground.ts';
import { headerOf, type IngestFacts, ingest, type SummaryFacts } from './ingest.ts';
import { writePlanView } from './plan-view.ts';
import { openSpool, type Spool } from './spool.ts';
import { writeCopc } from './write-copc.ts';

/** All points of a project, sorted and classified, before products are made of them. */
export interface SpooledCloud {
  readonly spool: Spool;
  readonly overlay: ClassOverlay | null;
  readonly facts: IngestFacts;
  readonly classified: boolean;
  /** Of the points that surfaces are made of; of all where none are far. */
  readonly min: Triple;
  readonly max: Triple;
  /** Changes when points or classes do. */
  readonly key: string;
}

export interface PointCloud {
  readonly facts: IngestFacts;
  readonly classified: boolean;
  /** Of the points as written. */
  readonly summary: SummaryFacts;
  /** Plan positions of the ground with several heights; none where no terrain was made. */
  readonly heightConflicts: HeightConflicts;
}

/** The point cloud of a lidar project. */
export const lidarCloud: PointCloudNames = {
  product: 'lidar_point_cloud',
  file: 'point-cloud.copc.laz',
  picture: 'point-cloud.png',
};

/** Fewer ground points than this are stray labels, not a classification. */
const minGround = 3;
const minGroundShare = 0.0005;

function needsGround(context: ProcessContext, facts: IngestFacts): boolean {
  const { classify } = context.request;
  const { byClass, count } = facts.summary;
  if (classify === 'auto') return byClass[asprs.ground]! < Math.max(minGround, minGroundShare * count);
  return classify === 'always';
}

function inFlatCoordinates({ inputs }: ProcessContext): boolean {
  const { horizontalUnit, kind } = inputs[0]!.crs;
  return horizontalUnit?.kind === 'linear' && kind !== 'geocentric';
}

/** The points' overlay, bounds and key after far points are marked as noise; only of photos. */
async function leaveOutFar(context: ProcessContext, spool: Spool, facts: IngestFacts) {
  const { inputs, request, steps, warnings } = context;
  const { min, max } = facts;
  if (request.surfaceFrom !== 'fitted') return { overlay: null, min, max, key: steps.keyOf('ingest') };
  const { seen = null, signal, out } = request;
  const { file } = inputs[0]!;
  const { keepsExtraBytes } = facts.layout;
  const sigma = dimensionInSpool(file.extraDimensions, 'Sigma', file.header.pointFormat, spool);
  const folder = join(out, workFolderName, 'far');
  const found = await steps.run('far', [steps.keyOf('ingest'), seen?.key ?? null], async (report) => {
    const options = { folder, sigma: keepsExtraBytes ? sigma : undefined, seen, signal, report };
    return { facts: await markFarPoints(spool, options), files: [join(workFolderName, 'far', overlayMark)] };
  });
  appendAll(warnings, farNotes(found, facts.summary.count));
  return { overlay: { folder }, min: found.min, max: found.max, key: steps.keyOf('far') };
}

/** Selects the points of photos that are left out of surfaces. */
function farNotes({ uncertain, stray, limitM }: FarFacts, count: number): ErrorRecord[] {
  if (uncertain + stray === 0) return [];
  const percent = Number(((100 * (uncertain + stray)) / count).toPrecision(2));
  const limit = limitM === null ? '–' : Number(limitM.toPrecision(2));
  return [{ code: 'process.far-points', params: { uncertain, stray, percent, limit, times: maxMedians } }];
}

/** Reads all points and classifies ground where that is needed and possible. */
export async function prepareSpool(context: ProcessContext): Promise<SpooledCloud> {
  const { inputs, request, steps } = context;
  const { out, pool, signal, acceptTruncated, gpsWeek } = request;
  const folder = join(out, workFolderName, 'spool');
  const identities = inputs.map((input) => input.identity);
  const facts = await steps.run('ingest', [identities, gpsWeek ?? null], async (report) => {
    const found = await ingest(inputs, folder, pool, report, signal, {
      widensColours: true,
      acceptTruncated,
      gpsWeek,
    });
    return { facts: found.facts, files: [join(workFolderName, 'spool', 'columns.json')] };
  });
  const spool = await openSpool(folder);
  const near = await leaveOutFar(context, spool, facts);
  const { min, max } = near;
  const spooled = { spool, facts, min, max };
  if (!needsGround(context, facts) || !inFlatCoordinates(context)) {
    return { ...spooled, overlay: near.overlay, classified: false, key: near.key };
  }
  const classes = join(out, workFolderName, 'classes');
  const unit = metresPerUnit(inputs[0]!.crs, inputs[0]!.name);
  const extent = maxOf([0, 1, 2].map((axis) => max[axis]! - min[axis]!));
  const extentM = (near.overlay ? extent : spool.layout.cube.size) * unit.horizontal;
  await steps.run('ground', [near.key, unit], async (report) => {
    const options = { folder: classes, base: near.overlay, unit, extentM, report, signal };
    const ground = await classifySpool(spool, pool, options);
    return { facts: ground, files: [join(workFolderName, 'classes', overlayMark)] };
  });
  return { ...spooled, overlay: { folder: classes }, classified: true, key: steps.keyOf('ground') };
}

/** Writes the COPC file. */
export async function makePointCloud(context: ProcessContext, spooled: SpooledCloud): Promise<PointCloud> {
  const { inputs, request, steps, cloud } = context;
  const { out, pool, signal } = request;
  const first = inputs[0]!;
  const { summary, bytes } = await steps.run('point-cloud', [spooled.key, first.crs.wkt], async (report) => {
    const kept = await keepRecords(first.file, first.crs, true, signal);
    const records = spooled.facts.layout.keepsExtraBytes ? kept : withoutExtraBytes(kept);
    const path = join(out, cloud.file);
    const { proof, ...written } = await writeCopc(
      spooled.spool,
      spooled.overlay,
      headerOf(first, spooled.facts.layout),
      pool,
      {
        path,
        records,
        report,
        signal,
      },
    );
    return { facts: written, files: [cloud.file], proofs: { [cloud.file]: proof } };
  });
  if (spooled.facts.summary.maxColour > 0) {
    await steps.run('plan-view', [spooled.key], async () => {
      const path = join(out, cloud.picture);
      const { facts, min, max } = spooled;
      const shown = { ...facts, min, max };
      const proof = await writePlanView(spooled.spool, spooled.overlay, shown, path, pool);
      return { facts: null, files: [cloud.picture], proofs: { [cloud.picture]: proof } };
    });
  }
  await context.finish({
    name: cloud.product,
    kind: 'point-cloud',
    path: cloud.file,
    bytes,
    resolution: null,
    width: null,
    height: null,
  });
  return { facts: spooled.facts, classified: spooled.classified, summary, heightConflicts: noConflicts };
}
