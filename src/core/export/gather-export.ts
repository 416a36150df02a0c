import { drawingSchemaVersion } from '#domain/drawing/document.ts';
import { toExchangeDrawing } from '#domain/drawing/exchange-drawing.ts';
import type { DrawingSystem } from '#domain/drawing/export/encode-drawing.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import type { ExchangeDrawing } from '#domain/formats/exchange-model.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { ProjectFacts } from '../state/project-facts.ts';
import type { Store } from '../store/store.ts';
import type { SurfaceRegistry } from '../surface/surface-registry.ts';
import type { ExportedFeatures, ExportRequest } from './export-request.ts';

/** Sources of exports. */
export interface ExportContext {
  readonly ports: Pick<EditorPorts, 'viewport'>;
  readonly facts: ProjectFacts;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  readonly store: Store;
  readonly surfaces: SurfaceRegistry;
}

/** What is known of the system of the project, as files state it. */
export function projectSystem({ horizontalUnit, epsg, crsName, wkt, system }: ProjectFacts): DrawingSystem {
  return { unit: horizontalUnit, epsg, name: crsName, definition: system, wkt };
}

/** The part of the drawing that a request names, with the contours and surfaces that are shown. */
export function gatherExport(context: ExportContext, request: ExportRequest): ExchangeDrawing {
  const { facts, ports } = context;
  const shown = shownSurfaces(context);
  const { contours, surface } = request.layerNames;
  const metres = facts.horizontalUnit?.metres ?? 1;
  const drawing = toExchangeDrawing(
    {
      schemaVersion: drawingSchemaVersion,
      ...chosen(context.store, request.features),
      views: {},
      codes: {},
      overlays: {},
    },
    facts.horizontalUnit,
    {
      unitsPerMm: request.paperScale / 1000 / metres,
      contours: request.hasContours
        ? shown.flatMap(({ data }) =>
            data.kind === 'contours' ? [{ lines: data.lines, layer: contours }] : [],
          )
        : [],
      surfaces: request.hasSurfaces
        ? shown.flatMap(({ data }) =>
            data.kind === 'tin' ? [{ tin: data.tin, name: surface, layer: surface }] : [],
          )
        : [],
      elevationAt: (x, y) => ports.viewport.terrainElevation(x, y),
    },
  );
  return withHeights(drawing, context.zFactor);
}

/** Layers and features that are written. Layers named by a person are written also where they are hidden. */
function chosen({ views }: Store, wanted: ExportedFeatures) {
  const { layers, features } = views.document;
  const keep = (isWanted: (feature: DrawingFeature) => boolean) =>
    Object.fromEntries(Object.entries(features).filter(([, feature]) => isWanted(feature)));
  if (wanted === 'visible') return { layers, features };
  if (wanted === 'none') return { layers, features: {} };
  if (wanted === 'selected') {
    const ids = new Set(views.workspace.selection);
    return withLayersOf(
      layers,
      keep(({ id }) => ids.has(id)),
    );
  }
  return withLayersOf(
    layers,
    keep(({ layerId }) => wanted.includes(layerId)),
  );
}

function withLayersOf(
  layers: Readonly<Record<string, DrawingLayer>>,
  features: Readonly<Record<string, DrawingFeature>>,
) {
  const used = new Set(Object.values(features).map(({ layerId }) => layerId));
  const kept = Object.entries(layers).filter(([id]) => used.has(id));
  return {
    layers: Object.fromEntries(kept.map(([id, layer]) => [id, { ...layer, isVisible: true }])),
    features,
  };
}

function shownSurfaces({ store, surfaces }: ExportContext) {
  return store.views.workspace.derived.flatMap((entry) => {
    const data = entry.isVisible ? surfaces.get(entry.id) : undefined;
    return data === undefined ? [] : [{ entry, data }];
  });
}

/** Exchange formats have one linear unit: elevations are given in the horizontal one. */
function withHeights(drawing: ExchangeDrawing, zFactor: number): ExchangeDrawing {
  if (zFactor === 1) return drawing;
  const scaled = (xyz: Float64Array) => xyz.map((value, i) => (i % 3 === 2 ? value * zFactor : value));
  return {
    ...drawing,
    features: drawing.features.map((each) => ({ ...each, coordinates: scaled(each.coordinates) })),
    texts: (drawing.texts ?? []).map((each) => ({ ...each, z: each.z * zFactor })),
    surfaces: (drawing.surfaces ?? []).map((each) => ({ ...each, points: scaled(each.points) })),
  };
}
