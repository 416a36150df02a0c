import { type DrawingFeature, vertexAt } from '#domain/drawing/feature.ts';
import { boxArea } from '#domain/view/screen-area.ts';
import { bestSnap, type SnapEdge } from '#domain/view/snap.ts';
import type { Viewport } from '#viewport/viewport.ts';
import { drawnLines } from '../feature-index/drawn-lines.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { AreaSelector } from './area-selector.ts';
import { createSight } from './sight.ts';

/** A line under the pointer. */
export interface PickedLine {
  readonly feature: DrawingFeature;
  /** The place on it nearest to the pointer in the view. */
  readonly place: readonly [x: number, y: number, z: number];
}

/** Distance from the pointer at which a line is taken, CSS pixels. */
const reachPx = 10;

/** The line or outline seen nearest to a place of the view; null where none is near. */
export function pickLine(areas: AreaSelector, viewport: Viewport, at: ScreenPlace): PickedLine | null {
  const view = at.view ?? viewport.view;
  const area = boxArea({
    minX: at.x - reachPx,
    minY: at.y - reachPx,
    maxX: at.x + reachPx,
    maxY: at.y + reachPx,
  });
  const sight = createSight(viewport, view);
  let best: (PickedLine & { readonly distancePx: number }) | null = null;
  for (const feature of areas.find({ area, inside: at, view, isCrossing: true })) {
    if (feature.kind !== 'polyline' && feature.kind !== 'polygon') continue;
    const snap = bestSnap(edgesOf(feature), {
      pointer: at,
      radiusPx: reachPx,
      isWanted: (kind) => kind === 'edge',
      from: null,
      isPerspective: sight.isPerspective,
      project: (world) => sight.project(world),
    });
    if (snap === null || (best !== null && snap.distancePx >= best.distancePx)) continue;
    best = { feature, place: snap.position, distancePx: snap.distancePx };
  }
  return best && { feature: best.feature, place: best.place };
}

function edgesOf(feature: DrawingFeature): SnapEdge[] {
  return drawnLines(feature).flatMap(({ coordinates, isClosed }) => {
    const count = coordinates.length / 3;
    return Array.from({ length: isClosed ? count : count - 1 }, (_, i) => ({
      a: vertexAt({ coordinates }, i),
      b: vertexAt({ coordinates }, (i + 1) % count),
      isTin: false,
    }));
  });
}
