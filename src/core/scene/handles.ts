import { type DrawingFeature, vertexAt, vertexCount } from '#domain/drawing/document.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { StoreViews } from '../store/store.ts';

/** A handle of the selected feature. `insert` is at the middle of an edge; a new vertex gets `index`. */
export interface Handle {
  readonly kind: 'vertex' | 'insert';
  readonly index: number;
  readonly position: WorldPoint;
}

/** The feature whose vertices can be edited: the only one selected. */
export function editedFeature({ document, workspace }: StoreViews): DrawingFeature | null {
  const [id, ...others] = workspace.selection;
  return id === undefined || others.length > 0 ? null : (document.features[id] ?? null);
}

/** Handles of a feature: its vertices, then the middles of its edges. */
export function handlesOf(feature: DrawingFeature): Handle[] {
  const count = vertexCount(feature);
  const handles: Handle[] = [];
  for (let index = 0; index < count; index++) {
    handles.push({ kind: 'vertex', index, position: vertexAt(feature, index) });
  }
  const edges = feature.kind === 'polygon' ? count : feature.kind === 'polyline' ? count - 1 : 0;
  for (let edge = 0; edge < edges; edge++) {
    const a = vertexAt(feature, edge);
    const b = vertexAt(feature, (edge + 1) % count);
    const position = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2] as const;
    handles.push({ kind: 'insert', index: edge + 1, position });
  }
  return handles;
}
