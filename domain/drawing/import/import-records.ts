import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { type ExchangePart, partsOf } from '../../formats/exchange-geometry.ts';
import type {
  ExchangeDrawing,
  ExchangeFeature,
  ExchangeLayer,
  ExchangeSurface,
  ExchangeText,
} from '../../formats/exchange-model.ts';
import { type DrawingDocument, nextRank } from '../document.ts';
import {
  type AttributeValue,
  type DrawingFeature,
  type FeatureLook,
  type FeaturePurpose,
  minVertices,
  purposesOf,
} from '../feature.ts';
import type { DrawingLayer } from '../layer.ts';

/** What an exchanged drawing adds to a document. */
export interface ImportedRecords {
  /** Layers that the document does not have by name. */
  readonly layers: readonly DrawingLayer[];
  readonly features: readonly DrawingFeature[];
  /** What could not be taken or had to be changed, with counts. */
  readonly notes: readonly ErrorRecord[];
}

/** The most of a drawing that a document takes at once. */
export interface ImportLimits {
  readonly features: number;
  readonly vertices: number;
}

const importLimits: ImportLimits = { features: 200_000, vertices: 1_500_000 };

/** Layers of a file with such names are those of the document. */
type KnownLayers = Pick<DrawingDocument, 'layers' | 'features'>;

/**
 * The records that an exchanged drawing, in the system and units of the project, becomes. Layers that the document has
 * by name keep its look; lines and areas of several parts become a feature each; texts become annotations, surfaces
 * TINs. Coordinates are copied.
 * @throws import.too-large
 * @param createId makes ids that no other record has
 */
export function importRecords(
  drawing: ExchangeDrawing,
  { layers: known, features: drawn }: KnownLayers,
  createId: () => string,
  limits: ImportLimits = importLimits,
): ImportedRecords {
  const vertices = drawing.features.reduce((sum, { coordinates }) => sum + coordinates.length / 3, 0);
  if (drawing.features.length > limits.features || vertices > limits.vertices) {
    throw new AppError('import.too-large', {
      features: drawing.features.length,
      vertices,
      maxFeatures: limits.features,
      maxVertices: limits.vertices,
    });
  }
  const layers = importLayers(drawing, known, createId);
  const notes = new Map<string, number>();
  const note = (code: string) => notes.set(code, (notes.get(code) ?? 0) + 1);
  const features: DrawingFeature[] = [];
  let rank = nextRank(drawn);
  const add = (feature: Omit<DrawingFeature, 'id' | 'rank' | 'layerId'>, layer: string) => {
    features.push({ ...feature, id: createId(), layerId: layers.ids.get(layer)!, rank: rank++ });
  };
  for (const feature of drawing.features) {
    for (const part of featureParts(feature)) {
      if (isTooShort(part)) note('import.too-few-vertices');
      else add(part, feature.layer);
    }
  }
  for (const text of drawing.texts ?? []) {
    if (text.anchor && !isPlainAnchor(text.anchor)) note('import.text-anchors');
    add(annotationOf(text), text.layer);
  }
  for (const surface of drawing.surfaces ?? []) {
    if (surface.triangles.length > 0) add(tinOf(surface), surface.layer);
  }
  return {
    layers: layers.added,
    features,
    notes: [...notes].map(([code, count]) => ({ code, params: { count } }) as ErrorRecord),
  };
}

function importLayers(
  drawing: ExchangeDrawing,
  known: DrawingDocument['layers'],
  createId: () => string,
): { readonly added: DrawingLayer[]; readonly ids: ReadonlyMap<string, string> } {
  const ids = new Map(Object.values(known).map(({ name, id }) => [name, id]));
  const added: DrawingLayer[] = [];
  let rank = nextRank(known);
  for (const layer of drawing.layers) {
    if (ids.has(layer.name)) continue;
    const id = createId();
    ids.set(layer.name, id);
    added.push({ id, ...layerFields(layer), rank: rank++ });
  }
  return { added, ids };
}

function layerFields(layer: ExchangeLayer): Omit<DrawingLayer, 'id' | 'rank'> {
  const { name, colour, description, lineType, lineWeight, transparency, isVisible, isLocked } = layer;
  return {
    name,
    colour,
    isVisible: isVisible ?? true,
    ...(description === undefined ? {} : { description }),
    ...(lineType === undefined ? {} : { lineType }),
    ...(lineWeight === undefined ? {} : { lineWeight }),
    ...(transparency === undefined ? {} : { transparency }),
    ...(isLocked ? { isLocked: true } : {}),
  };
}

type NewFeature = Omit<DrawingFeature, 'id' | 'rank' | 'layerId'>;

/** A feature for each part; a hole goes with the part before it. */
function featureParts(feature: ExchangeFeature): NewFeature[] {
  const { kind, name = '', code = '', closed } = feature;
  const { purpose, attributes } = propertiesOf(feature);
  const look = lookOf(feature);
  const shared = {
    name,
    code,
    ...(purpose ? { purpose } : {}),
    ...(look ? { look } : {}),
    ...(attributes ? { attributes } : {}),
  };
  if (kind === 'point' || kind === 'multipoint') {
    return [{ kind, coordinates: [...feature.coordinates], ...shared }];
  }
  const groups: ExchangePart[][] = [];
  for (const part of partsOf(feature)) {
    const last = groups.at(-1);
    if (part.isHole && last) last.push(part);
    else groups.push([part]);
  }
  return groups.map((parts) => ({
    kind,
    ...joined(parts),
    ...(kind === 'polyline' && closed ? { isClosed: true as const } : {}),
    ...shared,
  }));
}

/** An outline and its holes as one list of vertices. */
function joined(
  parts: readonly ExchangePart[],
): Pick<DrawingFeature, 'coordinates' | 'bulges' | 'holeStarts'> {
  const coordinates: number[] = [];
  const bulges: number[] = [];
  const holeStarts: number[] = [];
  parts.forEach((part, i) => {
    if (i > 0) holeStarts.push(coordinates.length / 3);
    for (const value of part.coordinates) coordinates.push(value);
    for (let j = 0; j < part.coordinates.length / 3; j++) bulges.push(part.bulges?.[j] ?? 0);
  });
  return {
    coordinates,
    ...(bulges.some((bulge) => bulge !== 0) ? { bulges } : {}),
    ...(holeStarts.length > 0 ? { holeStarts } : {}),
  };
}

function isTooShort({ kind, coordinates, bulges }: NewFeature): boolean {
  return coordinates.length / 3 < (kind === 'polygon' && bulges ? 2 : minVertices[kind]);
}

function propertiesOf({ kind, properties = {} }: ExchangeFeature): {
  readonly purpose?: FeaturePurpose;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
} {
  const { purpose: stated, ...others } = properties;
  const purpose = purposesOf(kind).find((known) => known === stated);
  const attributes = purpose === undefined ? properties : others;
  return {
    ...(purpose ? { purpose } : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
  };
}

function lookOf({ style, symbol }: ExchangeFeature): FeatureLook | null {
  const look: FeatureLook = {
    ...style,
    ...(symbol
      ? {
          symbol: symbol.name,
          symbolSize: { value: symbol.scale, on: 'ground' },
          ...(symbol.rotation === 0 ? {} : { symbolRotation: symbol.rotation }),
        }
      : {}),
  };
  return Object.keys(look).length > 0 ? look : null;
}

const isPlainAnchor = ({ horizontal, vertical }: NonNullable<ExchangeText['anchor']>): boolean =>
  horizontal === 'left' && (vertical === 'baseline' || vertical === 'bottom');

function annotationOf({ text, x, y, z, height, angle, style }: ExchangeText): NewFeature {
  return {
    kind: 'annotation',
    name: '',
    code: '',
    coordinates: [x, y, z],
    annotation: {
      form: 'text',
      text,
      size: { value: height, on: 'ground' },
      rotation: (angle * Math.PI) / 180,
    },
    ...(style && Object.keys(style).length > 0 ? { look: style } : {}),
  };
}

function tinOf({ name, points, triangles }: ExchangeSurface): NewFeature {
  return { kind: 'tin', name, code: '', coordinates: [...points], triangles: [...triangles] };
}
