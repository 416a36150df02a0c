import { subscribeKey } from 'valtio/vanilla/utils';
import type { ContourLines } from '#domain/geometry/grid/contour-lines.ts';
import { contourDigits } from '#domain/view/contour-interval.ts';
import type { ContourLine, SceneLayer } from '#viewport/scene.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { DerivedEntry } from '../state/state.ts';
import type { Store } from '../store/store.ts';
import type { SurfaceRegistry } from '../surface/surface-registry.ts';
import { rgba } from './styles.ts';

/** Syncs TINs and contours of the workspace to the viewport. Returns a disposer. */
export function showDerived(
  store: Store,
  { viewport, numberText }: Pick<EditorPorts, 'viewport' | 'numberText'>,
  surfaces: SurfaceRegistry,
): () => void {
  const { workspace } = store.views;
  const shown = new Map<string, boolean>();

  function sync(): void {
    const entries = workspace.derived;
    for (const id of [...shown.keys()]) {
      if (entries.some((entry) => entry.id === id)) continue;
      viewport.removeLayer(id);
      shown.delete(id);
    }
    for (const entry of entries) {
      const before = shown.get(entry.id);
      if (before === undefined) {
        const layer = layerOf(entry, surfaces, numberText);
        if (layer !== null) viewport.addLayer(layer);
      } else if (before !== entry.isVisible) viewport.patchLayer(entry.id, { isVisible: entry.isVisible });
      shown.set(entry.id, entry.isVisible);
    }
  }

  return subscribeKey(workspace, 'derived', sync, true);
}

function layerOf(
  { id, isVisible, interval }: DerivedEntry,
  surfaces: SurfaceRegistry,
  numberText: EditorPorts['numberText'],
): SceneLayer | null {
  const data = surfaces.get(id);
  if (data === undefined) return null;
  if (data.kind === 'tin') {
    return {
      id,
      kind: 'tin',
      isVisible,
      tin: data.tin,
      edge: rgba('#ffffff', 0.75),
      fill: rgba('#7fb2d6', 0.25),
    };
  }
  return {
    id,
    kind: 'contours',
    isVisible,
    lines: contourLinesOf(data.lines, interval ?? 1, numberText),
    colour: rgba('#ffd9a0', 1),
    widthPx: 1.25,
  };
}

/** Lines as the viewport draws them, every fifth level strong and with its elevation. Positions are views of `lines.coordinates`. */
function contourLinesOf(
  lines: ContourLines,
  interval: number,
  numberText: EditorPorts['numberText'],
): ContourLine[] {
  const digits = contourDigits(interval);
  const drawn: ContourLine[] = [];
  for (let line = 0; line + 1 < lines.starts.length; line++) {
    const elevation = lines.levels[lines.lineLevels[line]!]!;
    const isMajor = Math.round(elevation / interval) % 5 === 0;
    drawn.push({
      elevation,
      positions: lines.coordinates.subarray(2 * lines.starts[line]!, 2 * lines.starts[line + 1]!),
      isMajor,
      ...(isMajor ? { text: numberText(elevation, digits) } : {}),
    });
  }
  return drawn;
}
