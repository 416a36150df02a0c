import { subscribeKey } from 'valtio/vanilla/utils';
import type { DrawnShape } from '#domain/drawing/construct/shapes.ts';
import { fewestVertices } from '#domain/drawing/feature.ts';
import { arcTolerance } from '#domain/drawing/feature-lines.ts';
import { flattenArcs } from '#domain/geometry/plane/bulge.ts';
import { sizeLimits } from '#domain/math/size-limits.ts';
import type { VectorFeature } from '#viewport/scene.ts';
import type { Ground } from '../measure/ground.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import { continuedDraft } from '../state/continue-draft.ts';
import { draftPlan, draftShape } from '../state/draft-plans.ts';
import type { Measurement } from '../state/measurement.ts';
import type { ProjectFacts } from '../state/project-facts.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { Draft, SegmentMode } from '../state/state.ts';
import type { DirtyRecords, Store } from '../store/store.ts';
import { lockedPlace } from '../view/locked-place.ts';
import { featureLabel } from './feature-label.ts';
import { featureIdOf, partId, vectorsOf } from './feature-vectors.ts';
import { editedFeature, handlesOf } from './handles.ts';
import { draftStyle, draftVertexStyle, featureStyle, handleStyle, inHighContrast } from './styles.ts';

/** Most features that a change hands to the viewport before a frame; the rest follow before the next ones. */
const sliceFeatures = sizeLimits['scene.slice'].value;

/** The layer of the scene that the drawing is. */
export const drawingLayerId = 'drawing';

const layerIds = { drawing: drawingLayerId, draft: 'draft', handles: 'handles' } as const;

/**
 * Syncs the drawing, the draft and the handles to the viewport: turns changes of the store into dirty flags and applies
 * them once before the next frame, features by id, the draft and the handles whole.
 */
export class DrawingScene {
  readonly #store: Store;
  readonly #ports: EditorPorts;
  readonly #facts: ProjectFacts;
  readonly #ground: Ground;
  readonly #stops: (() => void)[];
  readonly #dirtyFeatures = new Set<string>();
  #areAllDirty = true;
  #isDraftDirty = true;
  #areHandlesDirty = true;
  #areMeasured: boolean;
  #hasHighContrast: boolean;
  #hovered: ScreenPlace | null = null;
  #selected: readonly string[] = [];
  /** How many parts of each feature are shown. */
  readonly #shownParts = new Map<string, number>();
  #shownDraft: string[] = [];
  #shownHandles: string[] = [];
  #cancelFrame: (() => void) | null = null;

  constructor(store: Store, ports: EditorPorts, facts: ProjectFacts, ground: Ground) {
    this.#store = store;
    this.#ports = ports;
    this.#facts = facts;
    this.#ground = ground;
    const { display } = store.views.workspace;
    this.#areMeasured = display.hasMeasureLabels;
    this.#hasHighContrast = display.hasHighContrast;
    for (const id of Object.values(layerIds)) {
      const isPickable = id === layerIds.drawing;
      ports.viewport.addLayer({ id, kind: 'vector', isVisible: true, features: [], isPickable });
    }
    const { workspace } = store.views;
    this.#stops = [
      store.onDocumentChange((dirty) => this.#noteDocument(dirty)),
      subscribeKey(workspace, 'selection', () => this.#noteSelection(), true),
      subscribeKey(workspace, 'selectedVertex', () => this.#noteHandles(), true),
      subscribeKey(workspace, 'tool', () => this.#noteHandles(), true),
      subscribeKey(workspace, 'display', () => this.#noteDisplay(), true),
      subscribeKey(workspace, 'draft', () => this.#noteDraft(), true),
      subscribeKey(workspace, 'segmentMode', () => this.#noteDraft(), true),
      subscribeKey(workspace, 'measurement', () => this.#noteDraft(), true),
      subscribeKey(store.views.status, 'snapped', () => this.#noteSnap(), true),
    ];
  }

  /** Position of the draft's next vertex. */
  hover(at: ScreenPlace | null): void {
    this.#hovered = at;
    if (this.#store.views.workspace.draft !== null) this.#noteDraft();
  }

  dispose(): void {
    this.#cancelFrame?.();
    for (const stop of this.#stops) stop();
  }

  #noteDocument({ features, layers, isLoad }: DirtyRecords): void {
    for (const id of features) this.#dirtyFeatures.add(id);
    if (layers.size > 0 && isLoad) this.#areAllDirty = true;
    else if (layers.size > 0) {
      for (const feature of Object.values(this.#store.views.document.features)) {
        if (layers.has(feature.layerId)) this.#dirtyFeatures.add(feature.id);
      }
    }
    this.#noteHandles();
  }

  #noteDisplay(): void {
    const { hasMeasureLabels, hasHighContrast } = this.#store.views.workspace.display;
    if (hasMeasureLabels === this.#areMeasured && hasHighContrast === this.#hasHighContrast) return;
    this.#areMeasured = hasMeasureLabels;
    this.#hasHighContrast = hasHighContrast;
    this.#areAllDirty = true;
    this.#areHandlesDirty = true;
    this.#isDraftDirty = true;
    this.#plan();
  }

  #noteSelection(): void {
    const { selection } = this.#store.views.workspace;
    for (const id of [...this.#selected, ...selection]) this.#dirtyFeatures.add(id);
    this.#selected = [...selection];
    this.#noteHandles();
  }

  #noteHandles(): void {
    this.#areHandlesDirty = true;
    this.#plan();
  }

  #noteSnap(): void {
    if (this.#store.views.workspace.draft !== null) this.#noteDraft();
  }

  #noteDraft(): void {
    this.#isDraftDirty = true;
    this.#plan();
  }

  #plan(): void {
    this.#cancelFrame ??= this.#ports.requestFrame(() => {
      this.#cancelFrame = null;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#areAllDirty || this.#dirtyFeatures.size > 0) this.#syncFeatures();
    if (this.#areHandlesDirty) {
      this.#shownHandles = this.#replaceAll(layerIds.handles, this.#shownHandles, this.#handleFeatures());
    }
    if (this.#isDraftDirty) {
      const { draft, measurement, segmentMode } = this.#store.views.workspace;
      const features = draftFeatures(draft, measurement, segmentMode, this.#hoveredPlace());
      this.#shownDraft = this.#replaceAll(layerIds.draft, this.#shownDraft, features);
    }
    this.#areAllDirty = false;
    this.#areHandlesDirty = false;
    this.#isDraftDirty = false;
    if (this.#dirtyFeatures.size > 0) this.#plan();
  }

  /** Takes the changed features that are drawn before the next frame: all of a drawing that was loaded, else a slice. */
  #takeDirty(features: Readonly<Record<string, unknown>>): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const id of this.#dirtyFeatures) {
      if (!this.#areAllDirty && ids.size >= sliceFeatures) break;
      ids.add(id);
      this.#dirtyFeatures.delete(id);
    }
    if (this.#areAllDirty) for (const id of Object.keys(features)) ids.add(id);
    return ids;
  }

  #syncFeatures(): void {
    const { document, workspace } = this.#store.views;
    const ids = this.#takeDirty(document.features);
    const selection = new Set(workspace.selection);
    const features = [...ids].flatMap((id) => {
      const feature = document.features[id];
      return feature && document.layers[feature.layerId]?.isVisible ? [feature] : [];
    });
    const shown = features
      .sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
      .flatMap((feature) => {
        const layer = document.layers[feature.layerId]!;
        const isSelected = selection.has(feature.id);
        const label = featureLabel(
          feature,
          isSelected,
          this.#areMeasured,
          this.#ports,
          this.#facts,
          this.#ground,
        );
        return vectorsOf(feature, featureStyle(layer, feature, isSelected), label);
      });
    const gone = this.#staleParts(ids, shown);
    const { viewport } = this.#ports;
    if (gone.length > 0) viewport.removeFeatures(layerIds.drawing, gone);
    if (shown.length > 0) viewport.setFeatures(layerIds.drawing, this.#contrasted(shown));
  }

  /** Parts of changed features that are shown and no longer drawn; notes those that are. */
  #staleParts(ids: ReadonlySet<string>, shown: readonly VectorFeature[]): string[] {
    const counts = new Map<string, number>();
    for (const part of shown) {
      const id = featureIdOf(part.id);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...ids].flatMap((id) => {
      const before = this.#shownParts.get(id) ?? 0;
      const now = counts.get(id) ?? 0;
      if (now === 0) this.#shownParts.delete(id);
      else this.#shownParts.set(id, now);
      return Array.from({ length: Math.max(0, before - now) }, (_, i) => partId(id, now + i));
    });
  }

  /** Features styled for the chosen contrast. */
  #contrasted(features: VectorFeature[]): VectorFeature[] {
    if (!this.#hasHighContrast) return features;
    return features.map((feature) => ({ ...feature, style: inHighContrast(feature.style) }));
  }

  #replaceAll(layerId: string, before: readonly string[], features: VectorFeature[]): string[] {
    const { viewport } = this.#ports;
    const ids = features.map(({ id }) => id);
    const gone = before.filter((id) => !ids.includes(id));
    if (gone.length > 0) viewport.removeFeatures(layerId, gone);
    if (features.length > 0) viewport.setFeatures(layerId, this.#contrasted(features));
    return ids;
  }

  #handleFeatures(): VectorFeature[] {
    const { workspace } = this.#store.views;
    const feature = workspace.tool === 'select' ? editedFeature(this.#store.views) : null;
    if (feature === null) return [];
    const chosen = workspace.selectedVertex;
    return handlesOf(feature).map(({ kind, index, position }) => ({
      id: `${kind} ${index}`,
      kind: 'point',
      positions: Float64Array.from(position),
      style: handleStyle(kind, kind === 'vertex' && chosen?.index === index),
    }));
  }

  #hoveredPlace(): readonly number[] | null {
    const { viewport } = this.#ports;
    const { draft } = this.#store.views.workspace;
    if (this.#hovered === null || draft === null) return null;
    const snapped = this.#store.views.status.snapped;
    if (snapped !== null) return snapped.position;
    const last = draft.coordinates.at(-1)!;
    const level = Number.isNaN(last) ? viewport.camera.target[2] : last;
    const { x, y, view } = this.#hovered;
    const place = viewport.unproject(x, y, level, view);
    if (place === null) return null;
    const isFree = this.#hovered.isFree === true || this.#facts.horizontalUnit === null;
    const [lockedX, lockedY] = isFree ? place : lockedPlace(this.#store.views, place, () => Number.NaN);
    const terrain = viewport.terrainElevation(lockedX, lockedY);
    return [lockedX, lockedY, Number.isNaN(terrain) ? level : terrain];
  }
}

/** The draft with the place under the pointer, else the measured shape. */
function draftFeatures(
  draft: Draft | null,
  measurement: Measurement | null,
  mode: SegmentMode,
  hovered: readonly number[] | null,
): VectorFeature[] {
  if (draft !== null) {
    return [...shapeFeatures(hoveredShape(draft, mode, hovered)), ...vertexFeatures(draft.coordinates)];
  }
  if (measurement === null) return [];
  const shape = { kind: draftPlan(measurement.kind).shape, coordinates: measurement.coordinates };
  return [...shapeFeatures(shape), ...vertexFeatures(measurement.coordinates)];
}

/** The draft as a click here would continue it; the places in a row where they make no shape. */
function hoveredShape(draft: Draft, mode: SegmentMode, hovered: readonly number[] | null): DrawnShape {
  // The line that would be followed is not searched for at every move.
  const shownMode = mode === 'trace' ? 'line' : mode;
  const next = hovered === null ? draft : continuedDraft(draft, draft.tool, hovered, shownMode, {});
  return draftShape(next) ?? { kind: 'polyline', coordinates: next.coordinates };
}

/** A polygon of fewer than three vertices is drawn as a line. */
function shapeFeatures({ kind: shape, coordinates: places, bulges = [] }: DrawnShape): VectorFeature[] {
  const isClosed = shape === 'polygon' && places.length >= 3 * fewestVertices(shape, bulges);
  const coordinates = bulges.some((bulge) => bulge !== 0)
    ? flattenArcs(places, bulges, isClosed, arcTolerance)
    : places;
  const count = coordinates.length / 3;
  const kind = shape === 'polygon' && count < 3 ? 'polyline' : shape;
  if (kind === 'polyline' && count < 2) return [];
  return [{ id: 'shape', kind, positions: Float64Array.from(coordinates), style: draftStyle(kind) }];
}

function vertexFeatures(coordinates: readonly number[]): VectorFeature[] {
  const features: VectorFeature[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    const positions = Float64Array.from(coordinates.slice(i, i + 3));
    features.push({ id: `vertex ${i / 3}`, kind: 'point', positions, style: draftVertexStyle });
  }
  return features;
}
