import { gridRect } from '#domain/geometry/grid/grid.ts';
import type { CoarseView } from '#domain/photogrammetry/ortho/coarse-view.ts';
import { resampleGrid } from '#domain/photogrammetry/ortho/fill-surface.ts';
import { cellsWithin } from '#domain/photogrammetry/ortho/footprint.ts';
import type { OrthoSeams } from '#workers/contract/photo-ortho-tasks.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { inOrder } from '../../cloud/ordered.ts';
import type { OrthoPlan, PlannedView } from './ortho-plan.ts';
import type { DecodePhoto } from './photo-store.ts';
import type { SurfaceSource } from './surface-source.ts';

export interface ChoiceRequest {
  readonly plan: OrthoPlan;
  readonly surface: SurfaceSource;
  /** False: heights are bare ground without occlusion. */
  readonly hides: boolean;
  readonly decode: DecodePhoto;
  readonly pool: TaskPool;
  readonly signal: AbortSignal | undefined;
  report(fraction: number): void;
}

/** Share of the work for comparing the photos; the rest is drawing seams. */
const lookingShare = 0.7;
/** A surface model from photos is based on at least two of them. */
const surfaceViews = 2;

async function coarseHeights({ plan, surface }: ChoiceRequest): Promise<Float32Array<ArrayBuffer>> {
  const { coarse } = plan;
  const grid = await surface.read(gridRect(coarse), coarse.cellSize);
  return grid ? resampleGrid(grid, coarse) : new Float32Array(coarse.width * coarse.height).fill(Number.NaN);
}

/** Samples one photo at the coarse cells; null where it shows none. */
async function lookAt(
  request: ChoiceRequest,
  planned: PlannedView,
  heights: Float32Array,
): Promise<CoarseView | null> {
  const { plan, hides, pool, signal } = request;
  const { coarse, lattice, unit } = plan;
  const window = cellsWithin(coarse, planned.footprint);
  if (!window) return null;
  const [x, y] = planned.view.centreWorld;
  const { footprint: seen } = planned;
  const reach = {
    minX: Math.min(seen.minX, x),
    minY: Math.min(seen.minY, y),
    maxX: Math.max(seen.maxX, x),
    maxY: Math.max(seen.maxY, y),
  };
  const area = cellsWithin(coarse, reach)!;
  const own = new Float32Array(area.width * area.height);
  for (let row = 0; row < area.height; row++) {
    const from = (area.y + row) * coarse.width + area.x;
    own.set(heights.subarray(from, from + area.width), row * area.width);
  }
  const { camera } = planned.view;
  const pixelsPerCell = (coarse.cellSize * unit.horizontal) / plan.finestM;
  const maxSide = Math.ceil(Math.max(camera.width, camera.height) / Math.max(1, pixelsPerCell));
  const image = await request.decode(planned.photo, maxSide);
  return await pool.run(
    'photo.orthoView',
    {
      view: planned.view,
      image,
      frame: coarse,
      heights: own,
      area,
      window,
      lattice,
      unitRatio: unit.vertical / unit.horizontal,
      finestM: plan.finestM,
      hides,
    },
    { transfer: [image.pixels.buffer, own.buffer], ...(signal ? { signal } : {}) },
  );
}

/** The sample of a photo where it shows nothing. */
function emptyView(): CoarseView {
  return {
    window: { x: 0, y: 0, width: 0, height: 0 },
    cost: new Float32Array(0),
    rgb: new Uint8Array(0),
    radius: new Uint8Array(0),
  };
}

/** Compares all photos cell by cell on the coarse grid: exposure, seams, second choices. Labels index `plan.views`. */
export async function choosePhotos(request: ChoiceRequest): Promise<OrthoSeams> {
  const { plan, pool, signal } = request;
  const heights = await coarseHeights(request);
  const views: CoarseView[] = [];
  await inOrder(
    plan.views,
    pool.size + 1,
    (planned) => lookAt(request, planned, heights),
    (view) => {
      views.push(view ?? emptyView());
      request.report((lookingShare * views.length) / plan.views.length);
    },
  );
  const buffers = views.flatMap(({ cost, rgb, radius }) => [cost.buffer, rgb.buffer, radius.buffer]);
  return await pool.run(
    'photo.orthoSeams',
    {
      width: plan.coarse.width,
      height: plan.coarse.height,
      views,
      cameraOf: plan.views.map(({ camera }) => camera),
      heights,
      minViews: request.hides ? Math.min(surfaceViews, plan.views.length) : 1,
      metresPerUnit: plan.unit.vertical,
      cellM: plan.coarse.cellSize * plan.unit.horizontal,
      flyingHeightM: plan.flyingHeightM,
    },
    {
      transfer: [...buffers, heights.buffer],
      onProgress: ({ fraction }) => request.report(lookingShare + (1 - lookingShare) * fraction),
      ...(signal ? { signal } : {}),
    },
  );
}
