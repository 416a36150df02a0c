import { useEffect } from 'react';
import { subscribeKey } from 'valtio/utils';
import type { Editor } from '#core/editor.ts';
import { type BasemapPatch, readBasemapPatch } from '#core/state/basemap.ts';
import { readTileTemplate } from '#domain/view/tile-address.ts';
import { keepTileOrigin, needsReload } from './tile-origin.ts';

const storageKey = 'basemap';

/** The stored settings that are still valid: an address that is refused now is left out. */
function keptPatch(): BasemapPatch {
  const { template = '', ...rest } = readBasemapPatch(localStorage.getItem(storageKey));
  const read = readTileTemplate(template, location.origin);
  if (read.kind === 'bad') return { ...rest, isShown: false };
  return { ...rest, template: read.template, isShown: rest.isShown === true && !needsReload(read.template) };
}

/** Persists the basemap settings in this browser. */
export function useBasemapMemory(editor: Editor): void {
  useEffect(() => {
    void editor.dispatch('basemap.set', keptPatch(), 'program');
    return subscribeKey(editor.views.workspace, 'basemap', (basemap) => {
      localStorage.setItem(storageKey, JSON.stringify(basemap));
      keepTileOrigin(basemap.template);
    });
  }, [editor]);
}

/** Reloads the page with the basemap on. */
export function reloadWithBasemap(editor: Editor): void {
  const { basemap } = editor.views.workspace;
  localStorage.setItem(storageKey, JSON.stringify({ ...basemap, isShown: true }));
  location.reload();
}
