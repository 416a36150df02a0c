import { writeFile } from 'node:fs/promises';
import { type PointSums, sumRecords } from '#domain/cloud/point-sums.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import type { Grid, Rect } from '#domain/geometry/grid/grid.ts';
import { addView, createBestViews, medianColour } from '#domain/photogrammetry/ortho/colour-points.ts';
import { cropFor } from '#domain/photogrammetry/ortho/tile-geometry.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { inOrder } from '../../cloud/ordered.ts';
import { columnPath, readColumn, type Spool, type SpoolColumn } from '../../cloud/spool.ts';
import type { OrthoPlan, PlannedView } from '../ortho/ortho-plan.ts';
import type { PhotoStore } from '../ortho/photo-store.ts';
import type { SurfaceSource } from '../ortho/surface-source.ts';
import { hidingRect } from '../ortho/tile-request.ts';

export interface ColourRequest {
  readonly spool: Spool;
  readonly plan: OrthoPlan;
  readonly surface: SurfaceSource;
  readonly photos: PhotoStore;
  readonly pool: TaskPool;
  readonly signal: AbortSignal | undefined;
}

/** World coordinates of a column's points, and their rectangle and range of heights. */
function placesOf({ layout }: Spool, { bytes, count, recordLength }: PointRecords) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { scale, offset } = layout.scaling;
  const points = new Float64Array(3 * count);
  const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  let [low, high] = [Infinity, -Infinity];
  for (let point = 0; point < count; point++) {
    for (const axis of [0, 1, 2] as const) {
      points[3 * point + axis] =
        view.getInt32(point * recordLength + 4 * axis, true) * scale[axis] + offset[axis];
    }
    const [x, y, z] = [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!];
    rect.minX = Math.min(rect.minX, x);
    rect.maxX = Math.max(rect.maxX, x);
    rect.minY = Math.min(rect.minY, y);
    rect.maxY = Math.max(rect.maxY, y);
    low = Math.min(low, z);
    high = Math.max(high, z);
  }
  return { points, rect, low, high };
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;
}

async function lookThroughOne(
  request: ColourRequest,
  planned: PlannedView,
  { points, rect, low, high }: ReturnType<typeof placesOf>,
  surface: Grid,
) {
  const { plan, pool, signal, photos } = request;
  const size = Math.max(rect.maxX - rect.minX, rect.maxY - rect.minY, plan.frame.cellSize);
  const frame = { width: 1, height: 1, originX: rect.minX, originY: rect.maxY, cellSize: size };
  const window = { x: 0, y: 0, width: 1, height: 1 };
  const crop = cropFor(planned.view, frame, window, plan.lattice, low, high);
  if (!crop) return null;
  const cut = await photos.crop(planned.photo, crop);
  return await pool.run(
    'photo.colourPoints',
    {
      view: planned.view,
      crop: cut,
      points,
      surface,
      lattice: plan.lattice,
      unitRatio: plan.unit.vertical / plan.unit.horizontal,
      finestM: plan.finestM,
    },
    { transfer: [cut.pixels.buffer as ArrayBuffer], ...(signal ? { signal } : {}) },
  );
}

/** A 16-bit value of an 8-bit colour; white stays white. */
const widen = 257;

/** The result of a column. */
export interface ColouredColumn {
  /** Points that got a colour; the others are unchanged. */
  readonly coloured: number;
  /** The sums of the points as read, and as written again. */
  readonly before: PointSums;
  readonly after: PointSums;
}

/**
 * Assigns the points of a column the colours of the photos that see them, in the column's file. Memory: the column
 * and its best views, a photo at a time.
 */
export async function colourColumn(request: ColourRequest, column: SpoolColumn): Promise<ColouredColumn> {
  const { spool, plan, surface, pool } = request;
  const records = await readColumn(spool, column);
  const before = sumRecords(records);
  const places = placesOf(spool, records);
  const labels = plan.views.flatMap((planned, label) =>
    overlaps(planned.footprint, places.rect) ? [label] : [],
  );
  const around = await surface.read(hidingRect(request, places.rect, places.low, labels), 0);
  if (!around || labels.length === 0) return { coloured: 0, before, after: before };
  const grid: Grid = around;
  const best = createBestViews(records.count);
  await inOrder(
    labels,
    pool.size,
    (label) => lookThroughOne(request, plan.views[label]!, places, grid),
    (view) => {
      if (view) addView(best, view);
    },
  );
  const { rgb } = pointFormat(records.format);
  const bytes = new DataView(records.bytes.buffer, records.bytes.byteOffset, records.bytes.byteLength);
  const colour = new Uint8Array(3);
  let coloured = 0;
  for (let point = 0; point < records.count; point++) {
    if (!medianColour(best, point, colour)) continue;
    coloured++;
    for (let channel = 0; channel < 3; channel++) {
      const at = point * records.recordLength + rgb! + 2 * channel;
      bytes.setUint16(at, colour[channel]! * widen, true);
    }
  }
  await writeFile(columnPath(spool.folder, column), records.bytes);
  return { coloured, before, after: sumRecords(records) };
}
