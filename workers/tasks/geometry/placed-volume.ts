import { groundScaleAt } from '#domain/crs/ground/ground-scale.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import type { Polygon } from '#domain/geometry/position.ts';
import type { Surface, VolumeBase, VolumeRequest } from '../../contract/geometry-tasks.ts';
import type { TaskHandler } from '../../contract/handler.ts';
import { measureVolume } from './measure-volume.ts';
import { inWorld, type MeasuringFrame, measuringFrame } from './measuring-frame.ts';
import { type PlacedHeights, readPlaced, sumHeights, worldRect } from './placed-surface.ts';

/** See `geometry.volume` in the task map. */
export const placedVolume: TaskHandler<'geometry.volume'> = async (request, context) => {
  const { polygon, accuracy, pointSpacing } = request;
  const surface = await readPlaced(request.surface, context);
  const { base } = request;
  const against = base.kind === 'surface' ? await readPlaced(base.surface, context) : undefined;
  const { samples, mean } = sumHeights(surface);
  const place = placeOf(request, surface, against);
  const at = { place, scale: groundScaleAt(request.system, place, mean * request.metres) };
  const frame = measuringFrame(surface, at);
  const onGround = Math.sqrt(at.scale?.area ?? 1);
  const task = {
    surface: frame.surface,
    base: baseIn(frame, base, against),
    ...(polygon ? { polygon: frame.polygon(polygon) } : {}),
    accuracy: { ...(pointSpacing === null ? {} : { pointSpacing: pointSpacing * onGround }), ...accuracy },
  };
  try {
    const report = measureVolume(task, context.kernels);
    return { output: { report, at, samples } };
  } catch (error) {
    throw inWorld(error, frame.toWorld);
  }
};

function baseIn(
  frame: MeasuringFrame,
  base: VolumeRequest['base'],
  against: PlacedHeights | undefined,
): VolumeBase<Surface> {
  return base.kind === 'surface' ? { kind: 'surface', surface: frame.other(against!) } : base;
}

/** The middle of the measured area stands for all of it. */
function placeOf(
  { polygon }: VolumeRequest,
  surface: PlacedHeights,
  against: PlacedHeights | undefined,
): [number, number] {
  let rect = worldRect(surface);
  if (against) rect = overlapOf(rect, worldRect(against));
  if (polygon) rect = overlapOf(rect, polygonRect(polygon));
  return [(rect.minX + rect.maxX) / 2, (rect.minY + rect.maxY) / 2];
}

function overlapOf(a: Rect, b: Rect): Rect {
  const overlap = {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
  return overlap.minX < overlap.maxX && overlap.minY < overlap.maxY ? overlap : a;
}

function polygonRect(polygon: Polygon): Rect {
  const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const ring of polygon) {
    for (const [x, y] of ring) {
      rect.minX = Math.min(rect.minX, x);
      rect.minY = Math.min(rect.minY, y);
      rect.maxX = Math.max(rect.maxX, x);
      rect.maxY = Math.max(rect.maxY, y);
    }
  }
  return rect;
}
