import { checkDrawing, drawingExtent } from '../exchange-geometry.ts';
import type { ExchangeDrawing } from '../exchange-model.ts';
import { gatherText } from '../gather-text.ts';
import { encodeCodePage } from './code-page.ts';
import { colourIndex } from './colours.ts';
import { type EntityContext, faceEntity, featureEntities, featureHandles, textEntity } from './entities.ts';
import { objectsSection } from './objects.ts';
import { fileLayers } from './renamed-layers.ts';
import {
  blocksSection,
  type DxfFrame,
  endSection,
  headerSection,
  section,
  tablesSection,
  takeAnchors,
} from './structure.ts';
import { formatTags, Handles } from './tags.ts';

export interface DxfOptions {
  /** Height of the labels beside named points, drawing units; no labels when left out. */
  readonly labelHeight?: number;
}

/**
 * Writes a drawing as DXF of AutoCAD 2000 (AC1015), in pieces of about 64 KiB, so that large surfaces are never in
 * memory as text; each piece is owned by the caller. Layers keep their names (forbidden characters become `_`, see
 * `renamedNotes`) and the nearest palette colour. Deterministic. Source: Autodesk, DXF Reference, AutoCAD 2000
 * (1999). Errors, before the first piece: export.bad-geometry, export.unknown-layer.
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
  const labelHeight = options.labelHeight ?? null;
  const frame = createFrame(drawing, names);
  const tables = tablesSection(frame, anchors, handles);
  const blocks = blocksSection(anchors, handles);
  const objects = objectsSection(frame, anchors, handles);
  const entityHandles =
    drawing.features.reduce((sum, feature) => sum + featureHandles(feature, labelHeight), 0) +
    (drawing.surfaces ?? []).reduce((sum, { triangles }) => sum + triangles.length / 3, 0) +
    (drawing.texts ?? []).length;
  const seed = (Number.parseInt(handles.seed, 16) + entityHandles).toString(16).toUpperCase();
  yield headerSection(frame, seed);
  yield tables;
  yield blocks;
  yield formatTags(section('ENTITIES'));
  const context: EntityContext = { handles, owner: anchors.modelSpace, layers: names, labelHeight };
  for (const feature of drawing.features) yield featureEntities(context, feature);
  for (const text of drawing.texts ?? []) yield textEntity(context, text);
  for (const surface of drawing.surfaces ?? []) {
    for (let i = 0; i < surface.triangles.length / 3; i++) yield faceEntity(context, surface, i);
  }
  yield formatTags(endSection);
  yield objects;
}

const plainLayer = { colour: 7, lineType: 'solid' } as const;

function createFrame(drawing: ExchangeDrawing, names: ReadonlyMap<string, string>): DxfFrame {
  const looks = new Map(
    drawing.layers.map(({ name, colour, lineType = 'solid' }) => [
      name,
      { colour: colourIndex(colour), lineType },
    ]),
  );
  const extent = drawingExtent(drawing) ?? { min: [0, 0, 0], max: [0, 0, 0] };
  const layers = [...names].map(([name, written]) => ({ name: written, ...(looks.get(name) ?? plainLayer) }));
  return { layers, unit: drawing.unit, ...extent };
}

function* encodeParts(parts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>, void> {
  for (const part of gatherText(parts)) yield encodeCodePage(part);
}
