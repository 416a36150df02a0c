import type { DrawnShape } from '#domain/drawing/construct/shapes.ts';
import { isClosedLine } from '#domain/drawing/feature.ts';
import { arcTolerance } from '#domain/drawing/feature-lines.ts';
import { flattenArcs } from '#domain/geometry/plane/bulge.ts';
import type { VectorFeature } from '#viewport/scene.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import { draftStyle } from './styles.ts';

const layerId = 'preview';

/** Shows what a click would do, before it is done. */
export interface PreviewScene {
  /** Replaces what is shown before the next frame; empty shows nothing. */
  show(shapes: readonly DrawnShape[]): void;
  dispose(): void;
}

/** Creates the layer of previews. */
export function createPreviewScene({
  viewport,
  requestFrame,
}: Pick<EditorPorts, 'viewport' | 'requestFrame'>): PreviewScene {
  let wanted: readonly DrawnShape[] = [];
  let shown: readonly string[] = [];
  let cancel: (() => void) | null = null;
  viewport.addLayer({ id: layerId, kind: 'vector', isVisible: true, features: [], isPickable: false });

  function flush(): void {
    cancel = null;
    const features = wanted.map(vectorOf);
    const ids = features.map(({ id }) => id);
    const gone = shown.filter((id) => !ids.includes(id));
    if (gone.length > 0) viewport.removeFeatures(layerId, gone);
    if (features.length > 0) viewport.setFeatures(layerId, features);
    shown = ids;
  }
  return {
    show(shapes) {
      if (shapes.length === 0 && wanted.length === 0) return;
      wanted = shapes;
      cancel ??= requestFrame(flush);
    },
    dispose: () => cancel?.(),
  };
}

function vectorOf({ kind, coordinates, bulges = [] }: DrawnShape, i: number): VectorFeature {
  const isRound = bulges.some((bulge) => bulge !== 0);
  const places = isRound
    ? flattenArcs(coordinates, bulges, isClosedLine({ kind }), arcTolerance)
    : coordinates;
  return { id: `shape ${i}`, kind, positions: Float64Array.from(places), style: draftStyle(kind) };
}
