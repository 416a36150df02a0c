import { basemapLayer, basemapLayerId, changedBasemap } from '../state/basemap.ts';
import { defineCommand } from './command.ts';

export const basemapSet = defineCommand({
  id: 'basemap.set',
  labelKey: 'command.basemap.set',
  recording: 'skip',
  run({ store, ports, facts }, patch) {
    const before = store.views.workspace.basemap;
    const basemap = changedBasemap(before, patch);
    store.setWorkspace({ basemap });
    const layer = basemapLayer(basemap, facts);
    const isSame =
      before.isShown && before.template === basemap.template && before.maxZoom === basemap.maxZoom;
    if (layer === null) ports.viewport.removeLayer(basemapLayerId);
    else if (isSame) ports.viewport.patchLayer(basemapLayerId, { opacity: basemap.opacity });
    else ports.viewport.addLayer(layer);
    return null;
  },
});
