import type { BasemapPatch } from '../state/basemap.ts';
import { basemapLayer, basemapLayerId, changedBasemap } from '../state/basemap.ts';
import { defineCommand } from './command.ts';

const basemapSet = defineCommand<BasemapPatch>()({
  id: 'basemap.set',
  labelKey: 'command.basemap.set',
  recording: 'skip',
  plan({ store, ports, facts }, patch) {
    const before = store.views.workspace.basemap;
    const basemap = changedBasemap(before, patch);
    const layer = basemapLayer(basemap, facts);
    const isSame =
      before.isShown && before.template === basemap.template && before.maxZoom === basemap.maxZoom;
    if (layer === null) ports.viewport.removeLayer(basemapLayerId);
    else if (isSame) ports.viewport.patchLayer(basemapLayerId, { opacity: basemap.opacity });
    else ports.viewport.addLayer(layer);
    return { workspace: { basemap } };
  },
});

export const basemapCommands = [basemapSet] as const;
