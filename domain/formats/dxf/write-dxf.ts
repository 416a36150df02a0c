import { checkDrawing, drawingExtent } from '../exchange-geometry.ts';
import type { ExchangeDrawing } from '../exchange-model.ts';
import { gatherText } from '../gather-text.ts';
import { encodeCodePage } from './code-page.ts';
import { colourIndex } from './colours.ts';
import { faceEntity, featureEntities, featureHandles } from './entities.ts';
import type { EntityContext } from './entity-tags.ts';
import { lineWeightOf } from './line-weights.ts';
import { objectsSection } from './objects.ts';
import { fileLayers } from './renamed-layers.ts';
import {
  blocksSection,
  type DxfFrame,
  type DxfLayer,
  endSection,
  headerSection,
  section,
  tablesSection,
  takeAnchors,
} from './structure.ts';
import { symbolBlocks, symbolEntities } from './symbol-entities.ts';
import { formatTags, Handles } from './tags.ts';
import { textEntity } from './text-entities.ts';

export interface DxfOptions {
  /** Height of the labels beside named points, drawing units; no labels when left out. */
  readonly labelHeight?: number;
  /** Whether arcs at one height are written as arcs (as when left out) or as chords, as those on slopes always are. */
  readonly arcs?: 'true' | 'chords';
  /** Largest distance of chords from their arcs, drawing units; 0.001 when left out. */
  readonly tolerance?: number;
}

const usualTolerance = 0.001;

/**
 * Writes a drawing as DXF of AutoCAD 2000 (AC1015), in pieces of about 64 KiB, so that large surfaces are never in
 * memory as text; each piece is owned by the caller. Layers keep their names (forbidden characters become `_`) and the
 * nearest palette colour; symbols are blocks, their points inserts with attributes. Names, codes, properties and what
 * belongs together are extended data, by which `readDxf` gives the drawing back. What cannot be carried is told by
 * `dxfChanges`. Deterministic. Source: Autodesk, DXF Reference, AutoCAD 2000 (1999). Errors, before the first piece:
 * export.bad-geometry, export.unknown-layer.
 */
export function writeDxf(
  drawing: ExchangeDrawing,
  options: DxfOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void> {
  checkDrawing(drawing);
  return encodeParts(dxfParts(drawing, options));
}

function* dxfParts(drawing: ExchangeDrawing, options: DxfOptions): Generator<string, void> {
  const handles = new Handles();
  const anchors = takeAnchors(handles);
  const names = fileLayers(drawing);
  const context: EntityContext = {
    handles,
    owner: anchors.modelSpace,
    layers: names,
    labelHeight: options.labelHeight ?? null,
    tolerance: options.tolerance ?? usualTolerance,
    keepsArcs: options.arcs !== 'chords',
  };
  const symbols = symbolBlocks(drawing, handles);
  const blockList = [...symbols.values()];
  const frame = createFrame(drawing, names);
  const tables = tablesSection(frame, anchors, handles, blockList);
  const blocks = blocksSection(anchors, handles, blockList, (symbol) =>
    symbolEntities({ ...context, owner: symbol.record }, symbol),
  );
  const objects = objectsSection(frame, anchors, handles);
  const entityHandles =
    drawing.features.reduce((sum, feature) => sum + featureHandles(feature, context, symbols), 0) +
    (drawing.surfaces ?? []).reduce((sum, { triangles }) => sum + triangles.length / 3, 0) +
    (drawing.texts ?? []).length;
  const seed = (Number.parseInt(handles.seed, 16) + entityHandles).toString(16).toUpperCase();
  yield headerSection(frame, seed);
  yield tables;
  yield blocks;
  yield formatTags(section('ENTITIES'));
  for (const [i, feature] of drawing.features.entries()) yield featureEntities(context, feature, i, symbols);
  for (const text of drawing.texts ?? []) yield textEntity(context, text);
  for (const surface of drawing.surfaces ?? []) {
    for (let i = 0; i < surface.triangles.length / 3; i++) yield faceEntity(context, surface, i);
  }
  yield formatTags(endSection);
  yield objects;
}

/** Group 370 of the program's own line weight. */
const defaultWeight = -3;

function createFrame(drawing: ExchangeDrawing, names: ReadonlyMap<string, string>): DxfFrame {
  const given = new Map(drawing.layers.map((layer) => [layer.name, layer]));
  const extent = drawingExtent(drawing) ?? { min: [0, 0, 0], max: [0, 0, 0] };
  const layers = [...names].map(([name, written]): DxfLayer => {
    const layer = given.get(name);
    return {
      name: written,
      colour: layer ? colourIndex(layer.colour) : 7,
      lineType: layer?.lineType ?? 'solid',
      lineWeight: layer?.lineWeight === undefined ? defaultWeight : lineWeightOf(layer.lineWeight),
      isVisible: layer?.isVisible ?? true,
      isLocked: layer?.isLocked ?? false,
    };
  });
  return { layers, unit: drawing.unit, ...extent };
}

function* encodeParts(parts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>, void> {
  for (const part of gatherText(parts)) yield encodeCodePage(part);
}
