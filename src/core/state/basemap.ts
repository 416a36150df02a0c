import type { CrsDeclaration } from '#domain/crs/types.ts';
import { clamp } from '#domain/math/clamp.ts';
import type { BasemapLayer } from '#viewport/scene.ts';

/** The user's map tiles under the data in 2D. */
export interface BasemapSettings {
  readonly isShown: boolean;
  /** Address with `{z}`, `{x}`, `{y}`; empty where none was given. */
  readonly template: string;
  /** Attribution of the map; may be empty. */
  readonly attribution: string;
  /** Finest zoom of the server. */
  readonly maxZoom: number;
  /** 0 to 1. */
  readonly opacity: number;
}

export type BasemapPatch = Partial<BasemapSettings>;

/** Limits of the finest zoom. */
export const basemapZooms = { min: 1, max: 22 } as const;

/** Off, and without a source. */
export const noBasemap: BasemapSettings = {
  isShown: false,
  template: '',
  attribution: '',
  maxZoom: 19,
  opacity: 1,
};

export const basemapLayerId = 'basemap';

/** Settings with some of them changed, numbers clamped to their limits; without an address nothing is shown. */
export function changedBasemap(before: BasemapSettings, patch: BasemapPatch): BasemapSettings {
  const next = { ...before, ...patch };
  return {
    ...next,
    isShown: next.isShown && next.template !== '',
    maxZoom: clamp(Math.round(next.maxZoom), basemapZooms.min, basemapZooms.max),
    opacity: clamp(next.opacity, 0.1, 1),
  };
}

/** The layer of a basemap; null where it is off, or the project's system has no known location. */
export function basemapLayer(
  { isShown, template, maxZoom, opacity }: BasemapSettings,
  { wkt, epsg }: { readonly wkt: string | null; readonly epsg: number | null },
): BasemapLayer | null {
  const payload = wkt ?? (epsg === null ? null : `EPSG:${epsg}`);
  if (!isShown || payload === null) return null;
  const system: CrsDeclaration = { source: 'user', payload };
  return { id: basemapLayerId, kind: 'basemap', isVisible: true, template, maxZoom, opacity, system };
}

/** Parses settings from JSON; missing or malformed values are left out. */
export function readBasemapPatch(text: string | null): BasemapPatch {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return {};
  const kept = value as Record<string, unknown>;
  const same = Object.entries(noBasemap).filter(
    ([name, otherwise]) => typeof kept[name] === typeof otherwise,
  );
  return Object.fromEntries(same.flatMap(([name]) => (Number.isNaN(kept[name]) ? [] : [[name, kept[name]]])));
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
