import { subscribeKey } from 'valtio/vanilla/utils';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { Store } from '../store/store.ts';
import { vectorsOf } from './feature-vectors.ts';
import { featureStyle } from './styles.ts';

const layerId = 'imported';

/** Draws the drawing that may be taken, as it will look. Returns a disposer. */
export function showImported(store: Store, { viewport }: Pick<EditorPorts, 'viewport'>): () => void {
  const { workspace } = store.views;
  let shown: string[] = [];
  viewport.addLayer({ id: layerId, kind: 'vector', isVisible: true, features: [], isPickable: false });

  function sync(): void {
    if (shown.length > 0) viewport.removeFeatures(layerId, shown);
    const { imported } = workspace;
    const layers = new Map(
      [...Object.values(store.views.document.layers), ...(imported?.layers ?? [])].map((layer) => [
        layer.id,
        layer,
      ]),
    );
    const features = (imported?.features ?? []).flatMap((feature) =>
      vectorsOf(feature, featureStyle(layers.get(feature.layerId)!, feature, true), null),
    );
    shown = features.map(({ id }) => id);
    if (features.length > 0) viewport.setFeatures(layerId, features);
  }

  return subscribeKey(workspace, 'imported', sync, true);
}
