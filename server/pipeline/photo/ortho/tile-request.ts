import { type Grid, gridRect, type Rect } from '#domain/geometry/grid/grid.ts';
import { clamp } from '#domain/math/clamp.ts';
import { type CellWindow, windowFrame } from '#domain/photogrammetry/ortho/coarse-view.ts';
import { cellsWithin } from '#domain/photogrammetry/ortho/footprint.ts';
import type { TileLabels, TilePhoto, TileRequest } from '#domain/photogrammetry/ortho/render-tile.ts';
import { beyond, noView } from '#domain/photogrammetry/ortho/seam-energy.ts';
import { cropFor, tileExtent } from '#domain/photogrammetry/ortho/tile-geometry.ts';
import { viewExposure } from '#domain/photogrammetry/ortho/view-exposure.ts';
import type { OrthoSeams } from '#workers/contract/photo-ortho-tasks.ts';
import type { OrthoPlan } from './ortho-plan.ts';
import type { PhotoStore } from './photo-store.ts';
import type { SurfaceSource } from './surface-source.ts';

export interface TileSources {
  readonly plan: OrthoPlan;
  readonly seams: OrthoSeams;
  readonly surface: SurfaceSource;
  readonly photos: PhotoStore;
  readonly hides: boolean;
}

/** Photos besides those of the seams that are used for ground hidden from them. */
const maxSpare = 4;

/** Labels of the coarse cells under an extent. */
function labelsUnder({ plan, seams }: TileSources, extent: CellWindow) {
  const { coarse } = plan;
  const cells = cellsWithin(coarse, gridRect(windowFrame(plan.frame, extent)));
  if (!cells) return null;
  const cut = (from: Uint16Array) => {
    const values = new Uint16Array(cells.width * cells.height);
    for (let row = 0; row < cells.height; row++) {
      const start = (cells.y + row) * coarse.width + cells.x;
      values.set(from.subarray(start, start + cells.width), row * cells.width);
    }
    return values;
  };
  const labels: TileLabels = { frame: windowFrame(coarse, cells), values: cut(seams.labels) };
  return { labels, seconds: cut(seams.seconds) };
}

/** Labels used under a tile, and the most frequent second choices; in ascending order. */
function photosUnder(labels: Uint16Array, seconds: Uint16Array): number[] {
  const used = new Set(labels);
  used.delete(noView);
  used.delete(beyond);
  const counts = new Map<number, number>();
  for (const label of seconds) {
    if (label !== noView && !used.has(label)) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const spare = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maxSpare);
  return [...used, ...spare.map(([label]) => label)].sort((a, b) => a - b);
}

function heightRange({ values }: Grid): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** The rectangle of possible occluders of a place from a camera: along its viewing rays up to the top. */
export function hidingRect(
  { plan, surface }: Pick<TileSources, 'plan' | 'surface'>,
  own: Rect,
  low: number,
  labels: readonly number[],
): Rect {
  const rect = { ...own };
  for (const label of labels) {
    const [x, y, z] = plan.views[label]!.view.centreWorld;
    const share = z > low ? clamp((surface.high - low) / (z - low), 0, 1) : 1;
    rect.minX = Math.min(rect.minX, own.minX + (x - own.minX) * share);
    rect.maxX = Math.max(rect.maxX, own.maxX + (x - own.maxX) * share);
    rect.minY = Math.min(rect.minY, own.minY + (y - own.minY) * share);
    rect.maxY = Math.max(rect.maxY, own.maxY + (y - own.maxY) * share);
  }
  return rect;
}

/** Collects the inputs of a tile; null where it shows nothing. Memory: its crops, some megabytes each. */
export async function gatherTile(sources: TileSources, window: CellWindow): Promise<TileRequest | null> {
  const { plan, seams, surface, photos, hides } = sources;
  const extent = tileExtent(window);
  const under = labelsUnder(sources, extent);
  if (!under) return null;
  const labels = photosUnder(under.labels.values, under.seconds);
  if (labels.length === 0) return null;
  const own = gridRect(windowFrame(plan.frame, extent));
  const ground = await surface.read(own, 0);
  const [low, high] = ground ? heightRange(ground) : [Infinity, -Infinity];
  if (!ground || low > high) return null;
  const around = hides ? await surface.read(hidingRect(sources, own, low, labels), 0) : ground;
  const found: TilePhoto[] = [];
  for (const label of labels) {
    const { view, photo, camera } = plan.views[label]!;
    const crop = cropFor(view, plan.frame, extent, plan.lattice, low, high);
    if (!crop) continue;
    found.push({
      label,
      view,
      exposure: viewExposure(seams.exposure, label, camera),
      crop: await photos.crop(photo, crop),
    });
  }
  return {
    frame: plan.frame,
    window,
    surface: around ?? ground,
    lattice: plan.lattice,
    unitRatio: plan.unit.vertical / plan.unit.horizontal,
    hides,
    labels: under.labels,
    photos: found,
    reduction: plan.reduction,
  };
}
