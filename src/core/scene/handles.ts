import {
  type DrawingFeature,
  isClosedLine,
  ringRanges,
  vertexAt,
  vertexCount,
} from '#domain/drawing/feature.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { StoreViews } from '../store/store.ts';

/** A handle of the selected feature. `insert` is at the middle of an edge; a new vertex gets `index`. */
export interface Handle {
  readonly kind: 'vertex' | 'insert';
  readonly index: number;
  readonly position: WorldPoint;
}

/** The feature whose vertices can be edited: the only one selected, on a layer that is shown and not locked. */
export function editedFeature({ document, workspace }: StoreViews): DrawingFeature | null {
  const [id, ...others] = workspace.selection;
  const feature = id === undefined || others.length > 0 ? undefined : document.features[id];
  const layer = feature && document.layers[feature.layerId];
  return feature && layer?.isVisible && !layer.isLocked ? feature : null;
}

/** Handles of a feature: its vertices, then the middles of its edges. */
export function handlesOf(feature: DrawingFeature): Handle[] {
  const count = vertexCount(feature);
  const handles: Handle[] = [];
  for (let index = 0; index < count; index++) {
    handles.push({ kind: 'vertex', index, position: vertexAt(feature, index) });
  }
  for (const [from, to] of ringRanges(feature)) {
    const isClosed = isClosedLine(feature);
    const last = isClosed ? to : feature.kind === 'polyline' ? to - 1 : from;
    for (let edge = from; edge < last; edge++) {
      const position = middleOf(feature, edge, edge + 1 < to ? edge + 1 : from);
      handles.push({ kind: 'insert', index: edge + 1, position });
    }
  }
  return handles;
}

/** The middle of an edge, on its arc. */
function middleOf(feature: DrawingFeature, from: number, to: number): WorldPoint {
  const [a, b] = [vertexAt(feature, from), vertexAt(feature, to)];
  const bulge = feature.bulges?.[from] ?? 0;
  // The sagitta of an arc is half its chord times the bulge, to the right of the direction of travel.
  const [dx, dy] = [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2];
  return [a[0] + dx + dy * bulge, a[1] + dy - dx * bulge, (a[2] + b[2]) / 2];
}
