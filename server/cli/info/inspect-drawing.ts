import { stat } from 'node:fs/promises';
import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import { partsOf } from '#domain/formats/exchange-geometry.ts';
import type { ExchangeFeature } from '#domain/formats/exchange-model.ts';
import { arcExtent } from '#domain/geometry/plane/bulge.ts';
import type { LinearUnit } from '#domain/units/units.ts';
import { translate } from '../../messages.ts';
import type { DrawingInput } from '../drawing/drawing-input.ts';
import { drawingReader } from '../drawing/drawing-readers.ts';
import { warningsJson } from './las-json.ts';
import { byteSize, layOut, number, type Row, warningRows } from './lines.ts';

/** Smallest and largest coordinates in plan. */
export interface PlanExtent {
  readonly min: readonly [x: number, y: number];
  readonly max: readonly [x: number, y: number];
}

/** A layer of a drawing file and what lies on it: records of the file, however many parts they have. */
export interface LayerSummary {
  readonly name: string;
  readonly features: number;
  /** Null where nothing lies on it. */
  readonly extent: PlanExtent | null;
}

/** What a drawing file holds. */
export interface InspectedDrawing {
  readonly file: string;
  readonly size: number;
  readonly layers: readonly LayerSummary[];
  readonly unit: LinearUnit | null;
  readonly epsg: number | null;
  readonly warnings: readonly ErrorRecord[];
}

/** Reads a drawing and sums it up by layer. Errors: those of its reader; io.unknown-format. */
export async function inspectDrawing(path: string, signal: AbortSignal): Promise<InspectedDrawing> {
  const read = drawingReader(path);
  if (read === null) throw new AppError('io.unknown-format', { file: path, size: 0 });
  const drawing = await read(path, { signal });
  const { size } = await stat(path);
  return {
    file: path,
    size,
    layers: summarise(drawing),
    unit: drawing.unit ?? null,
    epsg: drawing.epsg,
    warnings: drawing.faults ?? [],
  };
}

interface Sum {
  readonly records: Set<unknown>;
  readonly min: [number, number];
  readonly max: [number, number];
}

function summarise(drawing: DrawingInput): LayerSummary[] {
  const sums = new Map<string, Sum>();
  const sumOf = (layer: string): Sum => {
    const known = sums.get(layer);
    if (known) return known;
    const made: Sum = {
      records: new Set(),
      min: [Infinity, Infinity],
      max: [-Infinity, -Infinity],
    };
    sums.set(layer, made);
    return made;
  };
  for (const { name } of drawing.layers) sumOf(name);
  for (const feature of drawing.features) {
    const sum = sumOf(feature.layer);
    sum.records.add(feature.record ?? feature);
    growByFeature(sum, feature);
  }
  for (const text of drawing.texts ?? []) {
    const sum = sumOf(text.layer);
    sum.records.add(text.record ?? text);
    grow(sum, text.x, text.y);
  }
  for (const surface of drawing.surfaces ?? []) {
    const sum = sumOf(surface.layer);
    sum.records.add(surface);
    for (let i = 0; i < surface.points.length; i += 3) grow(sum, surface.points[i]!, surface.points[i + 1]!);
  }
  return [...sums].map(([name, { records, min, max }]) => ({
    name,
    features: records.size,
    extent: records.size > 0 && min[0] <= max[0] ? { min, max } : null,
  }));
}

function grow({ min, max }: Sum, x: number, y: number): void {
  if (x < min[0]) min[0] = x;
  if (y < min[1]) min[1] = y;
  if (x > max[0]) max[0] = x;
  if (y > max[1]) max[1] = y;
}

/** The vertices of a feature, and what its arcs reach beyond them. */
function growByFeature(sum: Sum, feature: ExchangeFeature): void {
  const isClosed = feature.kind === 'polygon' || feature.closed === true;
  for (const { coordinates, bulges } of partsOf(feature)) {
    const count = coordinates.length / 3;
    for (let i = 0; i < count; i++) {
      const [x, y] = [coordinates[3 * i]!, coordinates[3 * i + 1]!];
      grow(sum, x, y);
      const bulge = bulges?.[i] ?? 0;
      const next = i + 1 < count ? i + 1 : isClosed ? 0 : -1;
      if (bulge === 0 || next < 0) continue;
      const reach = arcExtent(x, y, coordinates[3 * next]!, coordinates[3 * next + 1]!, bulge);
      grow(sum, reach.minX, reach.minY);
      grow(sum, reach.maxX, reach.maxY);
    }
  }
}

/** Everything `plumbline info --json` prints of a drawing. */
export function drawingJson({ file, size, layers, unit, epsg, warnings }: InspectedDrawing) {
  return { file, size, layers, unit: unit?.name ?? null, epsg, warnings: warningsJson(warnings) };
}

/** The lines `plumbline info` prints of a drawing. */
export function drawingLines({ file, size, layers, unit, epsg, warnings }: InspectedDrawing): string[] {
  const total = layers.reduce((sum, layer) => sum + layer.features, 0);
  const layerText = ({ name, features, extent }: LayerSummary) => {
    const place = extent === null ? '' : `  ${[...extent.min, ...extent.max].join(' ')}`;
    return `${name}: ${number(features)}${place}`;
  };
  const rows: Row[] = [
    ['info.file', `${file} (${byteSize(size)})`],
    ['info.features', number(total)],
    ['info.unit', unit?.name ?? translate('info.unknown')],
    ['info.system', epsg === null ? translate('info.unknown') : `EPSG:${epsg}`],
    ['info.layers', layers.map(layerText)],
  ];
  return layOut([...rows, ...warningRows(warnings)]);
}
