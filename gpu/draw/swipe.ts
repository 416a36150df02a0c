import { clamp } from '#domain/math/clamp.ts';
import { appendAll } from '#domain/math/extremes.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { Swipe } from '#viewport/display.ts';
import type { Columns, FrameDraws } from './draws.ts';
import type { FrameView, PixelWindow } from './frame-view.ts';

/** Columns where a layer on one side of the swipe line is visible, and those of the other side. */
export interface SwipeSides {
  readonly seen: Columns;
  readonly beyond: Columns;
}

/** Sides of a layer in the part of the image that a view renders; null for a layer outside the swipe. */
export function swipeSides(
  { window, widthPx }: Pick<FrameView, 'window' | 'widthPx'>,
  swipe: Swipe | null,
  layerId: string,
): SwipeSides | null {
  if (swipe === null || (layerId !== swipe.left && layerId !== swipe.right)) return null;
  const line = clamp(Math.round(swipe.at * widthPx) - window.x, 0, window.width);
  const left: Columns = [0, line];
  const right: Columns = [line, window.width];
  return layerId === swipe.left ? { seen: left, beyond: right } : { seen: right, beyond: left };
}

/**
 * Adds a layer's draws where they are visible. `isGroundBeyond`: its terrain is the drape surface on the other side
 * too, without colours there.
 */
export function addSwiped(
  draws: FrameDraws,
  own: FrameDraws,
  { seen, beyond }: SwipeSides,
  isGroundBeyond: boolean,
): void {
  const isSome = ([from, to]: Columns) => to > from;
  if (isSome(seen)) {
    appendAll(
      draws.terrain,
      own.terrain.map((draw) => ({ ...draw, columns: seen })),
    );
    appendAll(
      draws.outerSkirts,
      own.outerSkirts.map((draw) => ({ ...draw, columns: seen })),
    );
    appendAll(
      draws.images,
      own.images.map((draw) => ({ ...draw, columns: seen })),
    );
  }
  if (isGroundBeyond && isSome(beyond)) {
    appendAll(
      draws.terrain,
      own.terrain.map((draw) => ({ ...draw, columns: beyond, opacity: 0 })),
    );
    appendAll(
      draws.outerSkirts,
      own.outerSkirts.map((draw) => ({ ...draw, columns: beyond })),
    );
  }
}

/** Whether a world place falls into columns of a whole image. */
export function isSeenIn(view: FrameView, [from, to]: Columns, [x, y, z]: WorldPoint): boolean {
  const { eye, right, forward } = view.axes;
  const away = [x - eye[0], y - eye[1], z * view.exaggeration - eye[2]] as const;
  const along = (axis: WorldPoint) => away[0] * axis[0] + away[1] * axis[1] + away[2] * axis[2];
  const span = view.isOrthographic ? view.pixelSpan : view.pixelSpan * along(forward);
  const column = view.widthPx / 2 + along(right) / span;
  return column >= from && column < to;
}

/** Limits a pass over a window to the columns where a draw is visible; undefined: no limit. */
export function limitTo(
  pass: GPURenderPassEncoder,
  columns: Columns | undefined,
  { width, height }: Pick<PixelWindow, 'width' | 'height'>,
): void {
  const [from, to] = columns ?? [0, width];
  pass.setScissorRect(from, 0, to - from, height);
}
