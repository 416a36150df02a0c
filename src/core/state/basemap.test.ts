import { describe, expect, it } from 'vitest';
import { createBench } from '#tests/support/editor.ts';
import { basemapLayer, changedBasemap, noBasemap, readBasemapPatch } from './basemap.ts';

const template = '/tiles/{z}/{x}/{y}.png';

describe('a basemap', () => {
  it('is off until an address is given and it is switched on', () => {
    expect(changedBasemap(noBasemap, { isShown: true })).toEqual(noBasemap);
    const on = changedBasemap(noBasemap, { isShown: true, template, maxZoom: 40, opacity: 0 });
    expect(on).toMatchObject({ isShown: true, maxZoom: 22, opacity: 0.1 });
    expect(basemapLayer(changedBasemap(on, { isShown: false }), { wkt: null, epsg: 32612 })).toBeNull();
    expect(changedBasemap(on, { template: '' }).isShown).toBe(false);
  });

  it('lies in the system of the project, and nowhere where that is not known', () => {
    const on = changedBasemap(noBasemap, { isShown: true, template });
    expect(basemapLayer(on, { wkt: null, epsg: 32612 })?.system.payload).toBe('EPSG:32612');
    expect(basemapLayer(on, { wkt: 'PROJCS[…]', epsg: 1 })?.system.payload).toBe('PROJCS[…]');
    expect(basemapLayer(on, { wkt: null, epsg: null })).toBeNull();
  });

  it('is kept as text; what was kept wrong is left out', () => {
    const kept = JSON.stringify({ ...noBasemap, template, attribution: 'Me' });
    expect(readBasemapPatch(kept)).toEqual({ ...noBasemap, template, attribution: 'Me' });
    expect(readBasemapPatch('{"maxZoom":"9","template":7,"isShown":true}')).toEqual({ isShown: true });
    for (const text of [null, '', '{', '3', 'null']) expect(readBasemapPatch(text)).toEqual({});
  });

  it('comes and goes with its command', async () => {
    const { editor, viewport } = await createBench();
    await editor.dispatch('basemap.set', { template, isShown: true }, 'panel');
    expect(viewport.layerIds.has('basemap')).toBe(true);
    await editor.dispatch('basemap.set', { opacity: 0.5 }, 'panel');
    expect(editor.views.workspace.basemap).toMatchObject({ isShown: true, opacity: 0.5 });
    await editor.dispatch('basemap.set', { isShown: false }, 'panel');
    expect(viewport.layerIds.has('basemap')).toBe(false);
  });
});
