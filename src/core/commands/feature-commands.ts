import { codeParts } from '#domain/drawing/codes/code-parts.ts';
import { nextRank } from '#domain/drawing/document.ts';
import type { FeatureKind } from '#domain/drawing/feature.ts';
import {
  type AttributeValue,
  type DrawingFeature,
  type FeaturePurpose,
  fewestVertices,
  purposeKinds,
} from '#domain/drawing/feature.ts';
import type { CodeEntry } from '#domain/drawing/feature-code.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { type FeaturePatch, patchFeature } from '#domain/drawing/properties/patch-feature.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { PatchEdit, RecordChange } from '../history/edit.ts';
import { defineCommand } from './command.ts';
import type { EditorContext } from './editor-context.ts';
import { canEdit, changeableFeature, requireUnlocked } from './guards.ts';
import { layerNamed, newLayer } from './new-layer.ts';

interface NewFeature {
  readonly kind: FeatureKind;
  readonly coordinates: readonly number[];
  readonly bulges?: readonly number[];
  readonly name?: string;
  readonly code?: string;
  readonly purpose?: FeaturePurpose;
  /** Gives its code, layer, look and first attributes. */
  readonly entry?: CodeEntry;
}

/**
 * The edit that adds a feature on the layer of its code or the active one, and the feature; a hidden layer is shown, one
 * that is missing made.
 * @throws drawing.too-few-vertices, drawing.unknown-layer, drawing.layer-locked, drawing.purpose-unfit
 */
export function addFeatureEdit(
  context: EditorContext,
  { kind, coordinates, bulges, name = '', entry, code = entry?.code ?? '', purpose }: NewFeature,
): { edit: PatchEdit; feature: DrawingFeature } {
  const min = fewestVertices(kind, bulges);
  if (coordinates.length < 3 * min) {
    throw new AppError('drawing.too-few-vertices', { id: name || kind, kind, fewest: min });
  }
  if (purpose !== undefined) requireKind(kind, purpose);
  const { store, ports } = context;
  const { document } = store.views;
  const { layer, changes } = drawnLayer(context, entry);
  const feature: DrawingFeature = {
    id: ports.createId(),
    kind,
    ...(purpose === undefined ? {} : { purpose }),
    layerId: layer.id,
    name: name || (kind === 'point' ? String(nextPointNumber(document.features)) : ''),
    code,
    coordinates: [...coordinates],
    ...(bulges?.some((bulge) => bulge !== 0) ? { bulges: [...bulges] } : {}),
    ...(entry ? codeParts(entry, kind === 'point') : {}),
    rank: nextRank(document.features),
  };
  const added = { table: 'features', id: feature.id, before: null, after: feature } as const;
  return { edit: { kind: 'patch', changes: [...changes, added] }, feature };
}

/** The layer that a feature is drawn on, and the changes that make or show it. */
function drawnLayer(
  { store, ports }: EditorContext,
  entry: CodeEntry | undefined,
): { readonly layer: DrawingLayer; readonly changes: readonly RecordChange[] } {
  const { layers } = store.views.document;
  const known = entry?.layer === undefined ? undefined : layerNamed(layers, entry.layer);
  if (entry?.layer !== undefined && known === undefined) {
    const layer = newLayer(ports, layers, entry.layer, entry.colour);
    return { layer, changes: [{ table: 'layers', id: layer.id, before: null, after: layer }] };
  }
  const layer = requireUnlocked(store, known?.id ?? store.views.workspace.activeLayerId);
  const after = { ...layer, isVisible: true };
  return { layer, changes: layer.isVisible ? [] : [{ table: 'layers', id: layer.id, before: layer, after }] };
}

/** @throws drawing.purpose-unfit */
function requireKind(kind: DrawingFeature['kind'], purpose: FeaturePurpose): void {
  if (purposeKinds[purpose] !== kind) throw new AppError('drawing.purpose-unfit', { kind, purpose });
}

/** Points are numbered from the highest number on. */
export function nextPointNumber(features: Readonly<Record<string, DrawingFeature>>): number {
  const numbers = Object.values(features)
    .filter((feature) => feature.kind === 'point' && /^\d{1,9}$/.test(feature.name))
    .map((feature) => Number(feature.name));
  return numbers.reduce((top, number) => Math.max(top, number), 0) + 1;
}

const featureAdd = defineCommand<NewFeature>()({
  id: 'feature.add',
  labelKey: 'command.feature.add',
  recording: 'record',
  enabled: canEdit,
  plan(context, payload) {
    const { edit, feature } = addFeatureEdit(context, payload);
    return { workspace: { selection: [feature.id], selectedVertex: null }, edit };
  },
});

const featureDelete = defineCommand<{ readonly ids: readonly string[] }>()({
  id: 'feature.delete',
  labelKey: 'command.feature.delete',
  recording: 'record',
  enabled: (views, { ids }) => canEdit(views) && ids.length > 0,
  presets: [{ keys: ['Delete'], payload: ({ workspace }) => ({ ids: workspace.selection }) }],
  plan({ store }, { ids }) {
    const changes = ids.map((id) => {
      return { table: 'features', id, before: changeableFeature(store, id), after: null } as const;
    });
    const left = store.views.workspace.selection.filter((id) => !ids.includes(id));
    return { workspace: { selection: left, selectedVertex: null }, edit: { kind: 'patch', changes } };
  },
});

const featureUpdate = defineCommand<{
  readonly ids: readonly string[];
  readonly patch: FeaturePatch;
}>()({
  id: 'feature.update',
  labelKey: 'command.feature.update',
  recording: 'record',
  enabled: (views, { ids }) => canEdit(views) && ids.length > 0,
  plan({ store }, { ids, patch }) {
    if (patch.layerId !== undefined) requireUnlocked(store, patch.layerId);
    const changes = ids.map((id) => {
      const before = changeableFeature(store, id);
      return { table: 'features', id, before, after: patchFeature(before, patch) } as const;
    });
    return { edit: { kind: 'patch', changes } };
  },
});

/** Sets the purpose of features; null: drawing only. */
const featurePurpose = defineCommand<{
  readonly ids: readonly string[];
  readonly purpose: FeaturePurpose | null;
}>()({
  id: 'feature.purpose',
  labelKey: 'command.feature.purpose',
  recording: 'record',
  enabled: (views, { ids }) => canEdit(views) && ids.length > 0,
  plan({ store }, { ids, purpose }) {
    const changes = ids.map((id) => {
      const before = changeableFeature(store, id);
      if (purpose !== null) requireKind(before.kind, purpose);
      const { purpose: _, ...bare } = before;
      const after = purpose === null ? bare : { ...bare, purpose };
      return { table: 'features', id, before, after } as const;
    });
    return { edit: { kind: 'patch', changes } };
  },
});

/** Replaces the attributes of a feature, in their order. @throws drawing.attribute-unnamed */
const featureAttributes = defineCommand<{
  readonly id: string;
  readonly attributes: readonly (readonly [name: string, value: AttributeValue])[];
}>()({
  id: 'feature.attributes',
  labelKey: 'command.feature.attributes',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id, attributes }) {
    const before = changeableFeature(store, id);
    const asked = store.views.workspace.askedFeatureId;
    if (attributes.some(([name]) => name === '' || name === '__proto__')) {
      throw new AppError('drawing.attribute-unnamed', {});
    }
    const { attributes: _, ...bare } = before;
    const after = attributes.length === 0 ? bare : { ...bare, attributes: Object.fromEntries(attributes) };
    return {
      workspace: { askedFeatureId: asked === id ? null : asked },
      edit: { kind: 'patch', changes: [{ table: 'features', id, before, after }] },
    };
  },
});

/** Leaves the attributes of the feature that was drawn last as they are. */
const attributesDismiss = defineCommand<null>()({
  id: 'attributes.dismiss',
  labelKey: 'command.attributes.dismiss',
  recording: 'skip',
  plan: () => ({ workspace: { askedFeatureId: null } }),
});

export const featureCommands = [
  featureAdd,
  featureDelete,
  featureUpdate,
  featurePurpose,
  featureAttributes,
  attributesDismiss,
] as const;
