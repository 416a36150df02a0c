import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { ContourLines } from '#domain/geometry/grid/contour-lines.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { Tin } from '#domain/geometry/tin/tin.ts';
import { niceInterval } from '#domain/view/contour-interval.ts';
import { rectOf } from '../measure/rect-of.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { StoreViews } from '../store/store.ts';
import { featureTinInput, finishTin, ringTinInput } from './selection-tin.ts';

/** Maximum number of cells of the elevation model that become points of a TIN. */
const tinCellLimit = 250_000;

/** Sources of surfaces. */
export interface SurfaceContext {
  readonly ports: Pick<EditorPorts, 'surface' | 'tasks'>;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
}

/** Source of a TIN: a ring on the elevation model, or surveyed features. */
export type TinSource =
  | { readonly kind: 'ring'; readonly coordinates: readonly number[] }
  | { readonly kind: 'features'; readonly features: readonly DrawingFeature[] };

/** The TIN source from the selection, or else from the measured shape; null where neither gives one. */
export function tinSource({ document, workspace }: StoreViews): TinSource | null {
  const selected = workspace.selection.flatMap((id) => document.features[id] ?? []);
  const polygon = selected.find((feature) => feature.kind === 'polygon');
  if (selected.length === 1 && polygon) return { kind: 'ring', coordinates: polygon.coordinates };
  if (selected.length > 0) return { kind: 'features', features: selected };
  const { measurement } = workspace;
  const isRing = measurement?.kind === 'area' || measurement?.kind === 'volume';
  return isRing ? { kind: 'ring', coordinates: measurement.coordinates } : null;
}

/**
 * Builds the TIN of a source, elevations in the vertical unit.
 * @throws editor.no-surface, editor.nothing-selected, and those of `geometry.buildTin`
 */
export async function makeTin(context: SurfaceContext, source: TinSource, signal: AbortSignal): Promise<Tin> {
  const { zFactor, ports } = context;
  const ring = source.kind === 'ring' ? ringOf(source.coordinates) : null;
  const input = await inputOf(context, source, signal);
  if (input.points.length < 9) throw new AppError('editor.nothing-selected');
  const tin = await ports.tasks.run('geometry.buildTin', input, { signal, priority: 5 });
  return finishTin(tin, ring, 1 / zFactor);
}

async function inputOf(context: SurfaceContext, source: TinSource, signal: AbortSignal) {
  if (source.kind === 'features') return featureTinInput(source.features, context.zFactor);
  const { surface } = context.ports;
  if (surface === null) throw new AppError('editor.no-surface');
  const { grid } = await surface.readWindow(rectOf(source.coordinates), tinCellLimit, signal);
  return ringTinInput(grid, ringOf(source.coordinates));
}

function ringOf(coordinates: readonly number[]): Position[] {
  const ring: Position[] = [];
  for (let i = 0; i < coordinates.length; i += 3) ring.push([coordinates[i]!, coordinates[i + 1]!]);
  return ring;
}

/** Contour lines of a TIN; `interval` null chooses one. Elevations and interval in the vertical unit. */
export async function makeContours(
  context: SurfaceContext,
  tin: Tin,
  interval: number | null,
  signal: AbortSignal,
): Promise<{ lines: ContourLines; interval: number }> {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 2; i < tin.points.length; i += 3) {
    low = Math.min(low, tin.points[i]!);
    high = Math.max(high, tin.points[i]!);
  }
  const step = interval ?? niceInterval(low, high);
  const surface = { kind: 'tin', tin } as const;
  const input = { surface, choice: { interval: step } };
  const lines = await context.ports.tasks.run('geometry.contour', input, { signal, priority: 5 });
  return { lines, interval: step };
}
