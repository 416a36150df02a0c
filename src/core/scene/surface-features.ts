import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { featureTin } from '#domain/drawing/feature-lines.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { DirtyRecords, Store } from '../store/store.ts';
import { rgba } from './styles.ts';

const layerIdOf = (featureId: string) => `surface ${featureId}`;

/** Draws TIN and grid features, each as a layer of the scene, edges and fill in its colour. Returns a disposer. */
export function showSurfaceFeatures(store: Store, { viewport }: Pick<EditorPorts, 'viewport'>): () => void {
  const shown = new Set<string>();

  function hide(id: string): void {
    if (!shown.delete(id)) return;
    viewport.removeLayer(layerIdOf(id));
  }

  function show(feature: DrawingFeature): void {
    const { id, layerId, look } = feature;
    const layer = store.views.document.layers[layerId];
    const tin = featureTin(feature);
    if (tin === null || tin.triangles.length === 0 || !layer?.isVisible) return;
    const colour = look?.colour ?? layer.colour;
    const opacity = 1 - (look?.transparency ?? layer.transparency ?? 0);
    viewport.addLayer({
      id: layerIdOf(id),
      kind: 'tin',
      isVisible: true,
      tin,
      edge: rgba(colour, 0.8 * opacity),
      fill: rgba(colour, 0.25 * opacity),
    });
    shown.add(id);
  }

  return store.onDocumentChange(({ features: changed, layers }: DirtyRecords) => {
    const { features } = store.views.document;
    const isSurface = ({ kind }: DrawingFeature) => kind === 'tin' || kind === 'grid';
    const ids = new Set(changed);
    if (layers.size > 0) {
      for (const feature of Object.values(features)) {
        if (isSurface(feature) && layers.has(feature.layerId)) ids.add(feature.id);
      }
    }
    for (const id of ids) {
      hide(id);
      const feature = features[id];
      if (feature && isSurface(feature)) show(feature);
    }
  });
}
