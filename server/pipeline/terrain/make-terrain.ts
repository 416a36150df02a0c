import { join } from 'node:path';
import { isGroundPoint, isSurfacePoint, type RecordFilter } from '#domain/cloud/point-use.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import { frameCovering } from '#domain/geometry/grid/grid.ts';
import { conflictNote } from '#domain/geometry/plane/place-conflicts.ts';
import { type HeightConflicts, noConflicts } from '#domain/geometry/plane/same-places.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import { createColumnPoints } from '../cloud/column-points.ts';
import type { SpooledCloud } from '../cloud/point-cloud.ts';
import type { ProcessContext, SeenGround } from '../context.ts';
import { metresPerUnit } from '../units.ts';
import { fileSize } from '../work-folder.ts';
import { makeContours } from './contours.ts';
import { modelNotes } from './model-notes.ts';
import { measureOutline } from './outline.ts';
import { readHeights, writeHillshade, writeRelief } from './relief-image.ts';
import { usualSurfaceLimits } from './surface-points.ts';
import type { SurfaceRequest } from './surface-request.ts';
import { type ElevationFacts, type ModelFacts, writeElevation, writeSurface } from './surfaces.ts';
import { terrainFiles } from './terrain-files.ts';
import { chooseCells, type ModelCells, measureSpacing } from './terrain-frame.ts';

const pictureSide = 1600;
const thumbnailSide = 480;

interface TerrainPlan {
  readonly spacing: number;
  readonly groundPoints: number;
  readonly cells: ModelCells;
  readonly conflicts: HeightConflicts;
}

function boundsOf({ min, max }: SpooledCloud): Rect {
  return { minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] };
}

async function planTerrain(context: ProcessContext, spooled: SpooledCloud): Promise<TerrainPlan> {
  const { request, inputs, steps } = context;
  const unit = metresPerUnit(inputs[0]!.crs, inputs[0]!.name);
  const { resolution, surfaceScale = null, pointSpacing = null } = request;
  const cellRequest = { bounds: boundsOf(spooled), unit, resolution, surfaceScale, pointSpacing };
  return steps.run('terrain-plan', [spooled.key, cellRequest], async () => {
    const ground = createColumnPoints(spooled.spool, spooled.overlay, isGroundPoint);
    const { count, spacing, conflicts } = await measureSpacing(spooled.spool, ground, boundsOf(spooled));
    const cells = chooseCells({ spacing, ...cellRequest });
    return { facts: { spacing, groundPoints: count, cells, conflicts }, files: [] };
  });
}

function requestOf(
  context: ProcessContext,
  spooled: SpooledCloud,
  { spacing }: TerrainPlan,
  cell: number,
  filter: RecordFilter,
  outline: SurfaceRequest['outline'],
  report: (fraction: number) => void,
): SurfaceRequest {
  const { crs, name } = context.inputs[0]!;
  const bounds = boundsOf(spooled);
  return {
    spool: spooled.spool,
    points: createColumnPoints(spooled.spool, spooled.overlay, filter, 'by-place'),
    bounds,
    frame: frameCovering(bounds, cell),
    outline,
    fillsGaps: !isMeasured(context),
    spacing,
    definition: crs.definition,
    unit: metresPerUnit(crs, name),
    verticalUnitName: crs.verticalUnit?.name ?? null,
    pool: context.request.pool,
    limits: usualSurfaceLimits,
    signal: context.request.signal,
    report,
  };
}

async function makeElevation(
  context: ProcessContext,
  spooled: SpooledCloud,
  plan: TerrainPlan,
  outline: SurfaceRequest['outline'],
): Promise<ElevationFacts> {
  const { out } = context.request;
  const { elevation, support } = terrainFiles;
  const facts = await context.steps.run('elevation', [spooled.key, plan], async (report) => {
    const request = requestOf(context, spooled, plan, plan.cells.elevation, isGroundPoint, outline, report);
    const made = await writeElevation(request, join(out, elevation), join(out, support));
    const proofs = { [elevation]: made.proof, [support]: made.supportProof };
    return { facts: made.facts, files: [elevation, support], proofs };
  });
  if (facts.cells > 0) return facts;
  throw new AppError('process.no-ground', { file: context.inputs[0]!.name, count: plan.groundPoints });
}

async function makeSurface(
  context: ProcessContext,
  spooled: SpooledCloud,
  plan: TerrainPlan,
  outline: SurfaceRequest['outline'],
): Promise<ModelFacts> {
  const { surface, surfaceSupport } = terrainFiles;
  const { surfaceFrom = 'highest', out } = context.request;
  const key = [spooled.key, plan.cells.surface, plan.spacing, surfaceFrom];
  return context.steps.run('surface', key, async (report) => {
    const request = requestOf(context, spooled, plan, plan.cells.surface, isSurfacePoint, outline, report);
    const support = isMeasured(context) ? null : surfaceSupport;
    const supportPath = support && join(out, support);
    const { facts, proof, supportProof } = await writeSurface(
      request,
      join(out, surface),
      surfaceFrom,
      supportPath,
    );
    const proofs = { [surface]: proof, ...(supportProof && { [surfaceSupport]: supportProof }) };
    return { facts, files: Object.keys(proofs), proofs };
  });
}

/** Cells of the two models in the unit of their heights. */
interface ImageCells {
  readonly elevation: number;
  readonly surface: number;
}

async function makeImages(context: ProcessContext, cells: ImageCells): Promise<void> {
  const { out, pool } = context.request;
  const { steps } = context;
  const { elevation, surface, elevationImage, surfaceImage, hillshade, thumbnail } = terrainFiles;
  const key = [steps.keyOf('elevation'), steps.keyOf('surface')];
  await steps.run('pictures', key, async (report) => {
    const ground = await readHeights(join(out, elevation), pictureSide, cells.elevation);
    const relief = await writeRelief(ground, join(out, elevationImage), pool);
    const shade = await writeHillshade(ground, join(out, hillshade), pool);
    report(0.5);
    const top = await writeRelief(
      await readHeights(join(out, surface), pictureSide, cells.surface),
      join(out, surfaceImage),
      pool,
    );
    const small = await writeRelief(
      await readHeights(join(out, surface), thumbnailSide, cells.surface),
      join(out, thumbnail),
      pool,
    );
    const proofs = {
      [elevationImage]: relief,
      [hillshade]: shade,
      [surfaceImage]: top,
      [thumbnail]: small,
    };
    return { facts: null, files: Object.keys(proofs), proofs };
  });
}

/** What is reported of the terrain beside its products. */
export interface Terrain {
  readonly heightConflicts: HeightConflicts;
}

/** Points matched in photos have errors, so two at one place are no contradiction. */
const isMeasured = ({ request }: ProcessContext) => request.surfaceFrom !== 'fitted';

const namesOf = ({ inputs }: ProcessContext) => inputs.map(({ name }) => name).join(', ');

/** The outline of some points of the survey, computed at the first request. */
function outlineOnce(
  spooled: SpooledCloud,
  filter: RecordFilter,
  { spacing }: TerrainPlan,
  seen: SeenGround | null,
): SurfaceRequest['outline'] {
  let found: ReturnType<SurfaceRequest['outline']> | undefined;
  const points = createColumnPoints(spooled.spool, spooled.overlay, filter);
  return () => {
    found ??= measureOutline(spooled.spool, points, boundsOf(spooled), spacing, seen);
    return found;
  };
}

/** Makes elevation and surface model, their images and contours. */
export async function makeTerrain(context: ProcessContext, spooled: SpooledCloud): Promise<Terrain> {
  const { out } = context.request;
  const plan = await planTerrain(context, spooled);
  if (plan.groundPoints < 3) {
    throw new AppError('process.no-ground', { file: context.inputs[0]!.name, count: plan.groundPoints });
  }
  const { cells } = plan;
  for (const cell of [cells.elevation, cells.surface]) {
    const { width, height } = frameCovering(boundsOf(spooled), cell);
    // rounding to whole cells may add some
    if (width * height > 1.01 * sizeLimits['terrain.cells'].value) {
      throw new AppError('process.too-many-cells', { cell, width, height });
    }
  }
  const seen = context.request.seen ?? null;
  const outline = outlineOnce(spooled, isSurfacePoint, plan, seen);
  // where photos saw woods and no ground, the elevation model is empty
  const ofGround = seen === null ? outline : outlineOnce(spooled, isGroundPoint, plan, seen);
  const heights = await makeElevation(context, spooled, plan, ofGround);
  const raster = async (path: string, cell: number) => {
    const { width, height } = frameCovering(boundsOf(spooled), cell);
    const bytes = (await fileSize(join(out, path))) ?? 0;
    return { kind: 'raster' as const, path, bytes, resolution: cell, width, height };
  };
  await context.finish({
    name: 'digital_elevation_model',
    ...(await raster(terrainFiles.elevation, cells.elevation)),
  });
  const tops = await makeSurface(context, spooled, plan, outline);
  await context.finish({ name: 'surface_model', ...(await raster(terrainFiles.surface, cells.surface)) });
  const unit = metresPerUnit(context.inputs[0]!.crs, context.inputs[0]!.name);
  const inHeights = unit.horizontal / unit.vertical;
  await makeImages(context, {
    elevation: cells.elevation * inHeights,
    surface: cells.surface * inHeights,
  });
  await makeContours(context, terrainFiles.elevation, unit);
  const heightConflicts = isMeasured(context) ? plan.conflicts : noConflicts;
  appendAll(context.warnings, [
    ...conflictNote(namesOf(context), heightConflicts),
    ...modelNotes({ files: namesOf(context), crs: context.inputs[0]!.crs, cells, heights, tops }),
  ]);
  return { heightConflicts };
}
