import { extname } from 'node:path';
import type { ExportFormat } from '#domain/drawing/export/export-options.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { contourFeatures, contourTexts, isIndexLevel } from '#domain/formats/contour-features.ts';
import type { ExchangeDrawing, ExchangeSurface, ExchangeText } from '#domain/formats/exchange-model.ts';
import { appendAll } from '#domain/math/extremes.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { contoursInWorld } from '../surface/contours-in-world.ts';
import { onLent } from '../surface/lend-surfaces.ts';
import { surfaceTin } from '../surface/surface-tin.ts';
import type { GatheredInputs, GatheredSurface } from './gather-inputs.ts';

/** Supported extensions of `--out`, in the order of the help. */
export const exportEndings = [
  '.dxf',
  '.xml',
  '.geojson',
  '.zip',
  '.kml',
  '.kmz',
  '.gpkg',
  '.txt',
  '.csv',
] as const;
export type ExportEnding = (typeof exportEndings)[number];

/** The extension of an output's name. */
export function endingOf(out: string): ExportEnding {
  const ending = extname(out).toLowerCase();
  const found = exportEndings.find((one) => one === (ending === '.json' ? '.geojson' : ending));
  if (found) return found;
  throw new AppError('cli.output-name', { command: 'export', file: out, endings: exportEndings.join(', ') });
}

/** The format of each extension. */
export const formatOf: Readonly<Record<ExportEnding, ExportFormat>> = {
  '.dxf': 'dxf',
  '.xml': 'landxml',
  '.geojson': 'geojson',
  '.zip': 'shapefile',
  '.kml': 'kml',
  '.kmz': 'kmz',
  '.gpkg': 'gpkg',
  '.txt': 'points',
  '.csv': 'points',
};

const contourColour = '#a0703c';
const surfaceColour = '#7d8794';

/** Names of the layers of a surface's contours and of their elevations. */
const contourLayers = (label: string) => [`${label} contours`, `${label} contour labels`] as const;

async function contoursOf(
  surface: GatheredSurface,
  interval: number,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<Pick<ExchangeDrawing, 'features' | 'texts'>> {
  const traced = await onLent([surface], signal, ([placed], transfer) => {
    const request = { surface: placed!.surface, choice: { interval } };
    return pool.run('geometry.contour', request, { signal, transfer });
  });
  const lines = contoursInWorld(traced, surface);
  const [layer, labels] = contourLayers(surface.label);
  return {
    features: contourFeatures(lines, () => layer),
    texts: contourTexts(lines, isIndexLevel(lines), labels),
  };
}

/** A surface as the exchange formats take it, on a layer named after it. */
async function exportSurface(
  surface: GatheredSurface,
  pool: () => Promise<TaskPool>,
  signal: AbortSignal,
): Promise<ExchangeSurface> {
  const { points, triangles } = await surfaceTin(surface, pool, signal);
  return { name: surface.label, layer: surface.label, points, triangles };
}

/**
 * Everything to be written: drawn features, and of each surface its triangles, or its contours where an interval is given.
 */
export async function composeDrawing(
  inputs: GatheredInputs,
  interval: number | undefined,
  pool: () => Promise<TaskPool>,
  signal: AbortSignal,
): Promise<ExchangeDrawing> {
  const { layers, features, surfaces, drawn, unit } = inputs;
  if (interval === undefined) {
    const made = surfaces.map(({ label }) => ({ name: label, colour: surfaceColour }));
    const tins: ExchangeSurface[] = [...(drawn.surfaces ?? [])];
    for (const surface of surfaces) tins.push(await exportSurface(surface, pool, signal));
    return { ...drawn, layers: unique([...layers, ...made]), features, surfaces: tins, unit };
  }
  const all = [...features];
  const texts: ExchangeText[] = [...(drawn.texts ?? [])];
  const made = surfaces.flatMap(({ label }) =>
    contourLayers(label).map((name) => ({ name, colour: contourColour })),
  );
  for (const surface of surfaces) {
    const contours = await contoursOf(surface, interval, await pool(), signal);
    appendAll(all, contours.features);
    appendAll(texts, contours.texts ?? []);
  }
  return { ...drawn, layers: unique([...layers, ...made]), features: all, texts, unit };
}

function unique<T extends { readonly name: string }>(layers: readonly T[]): T[] {
  return layers.filter((layer, index) => layers.findIndex(({ name }) => name === layer.name) === index);
}
