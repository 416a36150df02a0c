import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import { checkDrawing, type ExchangePart, partsOf, withoutArcs } from '../../formats/exchange-geometry.ts';
import type { ExchangeDrawing, ExchangeFeature } from '../../formats/exchange-model.ts';
import { firstFreeNumber } from '../../formats/free-number.ts';
import type { SurveyPoint } from '../../formats/point-text/layout.ts';
import type { LineCodes, PointOptions } from './export-options.ts';

/** Points of a list, and what of the drawing it leaves out or changes. */
export interface PointRows {
  readonly points: readonly SurveyPoint[];
  readonly changes: readonly ErrorRecord[];
}

/** Chords leave arcs by at most this, drawing units. */
const chordTolerance = 0.001;

/**
 * Refuses what no list of points can have.
 * @throws export.line-code where a word is empty, has blanks or two are the same; export.first-number
 */
export function checkPointOptions({ lines, firstNumber }: PointOptions): void {
  if (firstNumber !== null && !(Number.isSafeInteger(firstNumber) && firstNumber >= 1)) {
    throw new AppError('export.first-number', { value: String(firstNumber) });
  }
  if (typeof lines === 'string') return;
  const words = [lines.start, lines.end, lines.close];
  const bad = words.find((word, i) => !/^\S+$/.test(word) || words.indexOf(word) !== i);
  if (bad !== undefined) throw new AppError('export.line-code', { word: bad });
}

/**
 * The points of a drawing in order, followed by those of its lines, areas and surfaces where they are asked for. A point
 * keeps its name; the others are numbered, past numbers in use. The description is the code, else the layer's name.
 * Lines that are written as coded points have the start word behind the code of their first point and the end or close
 * word behind that of their last one; each ring of an area is such a line.
 * @throws export.bad-geometry, export.unknown-layer, export.line-code, export.first-number
 */
export function pointRows(drawing: ExchangeDrawing, options: PointOptions): PointRows {
  checkDrawing(drawing);
  checkPointOptions(options);
  const number = numbering(drawing.features, options.firstNumber);
  const points: SurveyPoint[] = [];
  const add = (name: string | undefined, from: Float64Array, at: number, description: string) => {
    const [easting, northing, elevation] = from.subarray(at, at + 3) as unknown as [number, number, number];
    points.push({ point: name || number(), easting, northing, elevation, description });
  };
  for (const { kind, coordinates, name, code, layer } of drawing.features) {
    if (kind === 'point') add(name, coordinates, 0, code ?? layer);
    else if (kind === 'multipoint' && options.lines !== 'none') {
      for (let at = 0; at < coordinates.length; at += 3) add(undefined, coordinates, at, code ?? layer);
    }
  }
  const { lines } = options;
  if (lines === 'none') return { points, changes: leftOut(drawing, true, true) };
  if (lines === 'vertices') {
    for (const { kind, coordinates, code, layer } of drawing.features) {
      if (kind !== 'polyline' && kind !== 'polygon') continue;
      for (let at = 0; at < coordinates.length; at += 3) add(undefined, coordinates, at, code ?? layer);
    }
    for (const { points: corners, layer } of drawing.surfaces ?? []) {
      for (let at = 0; at < corners.length; at += 3) add(undefined, corners, at, layer);
    }
    return { points, changes: leftOut(drawing, false, false) };
  }
  let arcs = 0;
  const joined = new Map<string, string>();
  for (const feature of drawing.features) {
    if (feature.kind !== 'polyline' && feature.kind !== 'polygon') continue;
    const straight = withoutArcs(feature, chordTolerance);
    if (straight !== feature) arcs++;
    const isClosed = feature.kind === 'polygon' || feature.closed === true;
    const [from, word] = [feature.code ?? feature.layer, wordOf(feature)];
    if (word !== from) joined.set(from, word);
    for (const part of partsOf(straight)) {
      for (const [i, description] of codedVertices(part, word, isClosed, lines).entries()) {
        add(undefined, part.coordinates, 3 * i, description);
      }
    }
  }
  const chords: ErrorRecord[] =
    arcs > 0 ? [{ code: 'import.arcs-became-chords', params: { count: arcs } }] : [];
  return { points, changes: [...chords, ...joinedCodes(joined), ...leftOut(drawing, false, true)] };
}

/** The next number that no point has for a name. */
function numbering(features: readonly ExchangeFeature[], first: number | null): () => string {
  const taken = new Set(features.flatMap(({ kind, name }) => (kind === 'point' && name ? [name] : [])));
  let next = first ?? firstFreeNumber(features);
  return () => {
    while (taken.has(String(next))) next++;
    return String(next++);
  };
}

/** The code of a line as one word: programs take what follows a blank for a remark. */
function wordOf({ code, layer }: ExchangeFeature): string {
  return (code ?? layer).trim().replace(/\s+/g, '_');
}

/** Tells of codes that are written as one word. */
function joinedCodes(joined: ReadonlyMap<string, string>): ErrorRecord[] {
  return [...joined].map(([from, to]) => ({ code: 'export.code-joined', params: { from, to } }));
}

function codedVertices(part: ExchangePart, word: string, isClosed: boolean, codes: LineCodes): string[] {
  const count = part.coordinates.length / 3;
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return `${word} ${codes.start}`;
    return i === count - 1 ? `${word} ${isClosed ? codes.close : codes.end}` : word;
  });
}

function leftOut(drawing: ExchangeDrawing, hasLines: boolean, hasSurfaces: boolean): ErrorRecord[] {
  const lines = hasLines ? drawing.features.filter(({ kind }) => kind !== 'point').length : 0;
  const texts = drawing.texts?.length ?? 0;
  const surfaces = hasSurfaces ? (drawing.surfaces?.length ?? 0) : 0;
  if (lines + texts + surfaces === 0) return [];
  return [{ code: 'export.points-only', params: { lines, texts, surfaces } }];
}
