import { subscribeKey } from 'valtio/vanilla/utils';
import { inRankOrder } from '#domain/drawing/document.ts';
import { type DrawingOverlay, placeOverlay } from '#domain/drawing/overlay.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { applyPlaneMap, type PlaneMap } from '#domain/geometry/map-fit/plane-map.ts';
import { defaultFeatureStyle, type ImageLayer, type VectorFeature } from '#viewport/scene.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import { type ProjectFacts, systemOf } from '../state/project-facts.ts';
import type { Store } from '../store/store.ts';
import { rgba } from './styles.ts';

const pairLayer = 'overlay-pairs';
/** Id of the image layer of an overlay. */
export const overlayLayerId = (id: string) => `overlay ${id}`;

/** What an image layer is made of: a change of it needs a new one, other changes patch it. */
interface Shown {
  readonly key: string;
  readonly isVisible: boolean;
  readonly opacity: number;
}

/** Where an overlay lies: null for its file's own place; undefined where it has none yet. */
function mapOf({ fit, pairs, image }: DrawingOverlay): PlaneMap | null | undefined {
  if (fit === 'file') return null;
  try {
    return placeOverlay(fit, pairs, image).map;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Lays the drawing's overlays over the products in their order, and marks the pairs of the one being placed. */
export function showOverlays(
  store: Store,
  { viewport, overlayImages }: Pick<EditorPorts, 'viewport' | 'overlayImages'>,
  facts: ProjectFacts,
): () => void {
  const { document, workspace } = store.views;
  let shown = new Map<string, Shown>();
  let order = '';
  let marks: string[] = [];
  viewport.addLayer({ id: pairLayer, kind: 'vector', isVisible: true, features: [], isPickable: false });

  function layerOf(overlay: DrawingOverlay, map: PlaneMap | null): ImageLayer {
    const { id, image, isVisible, opacity, isDraped, elevation } = overlay;
    return {
      id: overlayLayerId(id),
      kind: 'image',
      source: overlayImages!.address(image.hash),
      isVisible,
      opacity,
      system: systemOf(facts),
      map,
      elevation: isDraped ? null : elevation,
    };
  }

  function syncImages(): void {
    if (overlayImages === null) return;
    const placed = inRankOrder(document.overlays as Record<string, DrawingOverlay>).flatMap((overlay) => {
      const map = mapOf(overlay);
      return map === undefined ? [] : [{ overlay, map }];
    });
    const now = [...workspace.scene.map(({ id }) => id), ...placed.map(({ overlay }) => overlay.id)].join(
      ' ',
    );
    const isReordered = now !== order;
    order = now;
    const next = new Map<string, Shown>();
    for (const { overlay, map } of placed) {
      const { id, image, isVisible, opacity, isDraped, elevation } = overlay;
      const key = JSON.stringify([image.hash, map, isDraped, elevation]);
      next.set(id, { key, isVisible, opacity });
      const before = shown.get(id);
      if (before === undefined || before.key !== key || isReordered) {
        if (isReordered) viewport.removeLayer(overlayLayerId(id));
        viewport.addLayer(layerOf(overlay, map));
      } else if (before.isVisible !== isVisible || before.opacity !== opacity) {
        viewport.patchLayer(overlayLayerId(id), { isVisible, opacity });
      }
    }
    for (const id of shown.keys()) if (!next.has(id)) viewport.removeLayer(overlayLayerId(id));
    shown = next;
  }

  function syncMarks(): void {
    const { overlayEditing: editing } = workspace;
    const overlay = editing === null ? undefined : document.overlays[editing.id];
    const features = overlay ? marksOf(overlay as DrawingOverlay) : [];
    const gone = marks.filter((id) => !features.some((feature) => feature.id === id));
    if (gone.length > 0) viewport.removeFeatures(pairLayer, gone);
    if (features.length > 0) viewport.setFeatures(pairLayer, features);
    marks = features.map(({ id }) => id);
  }

  function sync(): void {
    syncImages();
    syncMarks();
  }
  const stops = [
    store.onDocumentChange(({ overlays }) => overlays.size > 0 && sync()),
    subscribeKey(workspace, 'scene', syncImages, true),
    subscribeKey(workspace, 'overlayEditing', syncMarks, true),
  ];
  sync();
  return () => {
    for (const stop of stops) stop();
  };
}

/** The visible pairs on the site, by their number and colour, with a line to where the fit puts them. */
function marksOf(overlay: DrawingOverlay): VectorFeature[] {
  const map = mapOf(overlay) ?? null;
  return overlay.pairs.flatMap(({ id, colour, isVisible, site, image }, i): VectorFeature[] => {
    if (!isVisible) return [];
    const style = {
      ...defaultFeatureStyle,
      colour: rgba(colour, 1),
      symbol: 'ring',
      sizePx: 14,
      widthPx: 2,
      isDraped: true,
    } as const;
    const positions = Float64Array.from([...site, Number.NaN]);
    const label = { text: String(i + 1), priority: 10 };
    const mark: VectorFeature = { id: `pair ${id}`, kind: 'point', positions, style, label };
    if (map === null) return [mark];
    const fitted = applyPlaneMap(map, image[0], image[1]);
    const line = Float64Array.from([...site, Number.NaN, ...fitted, Number.NaN]);
    return [{ id: `residual ${id}`, kind: 'polyline', positions: line, style }, mark];
  });
}
