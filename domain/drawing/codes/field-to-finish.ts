import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { DrawingFeature } from '../feature.ts';
import type { CodeEntry } from '../feature-code.ts';
import { codeParts } from './code-parts.ts';
import type { CodedPoint } from './coded-point.ts';
import { type ControlWords, usualControlWords } from './control-codes.ts';
import { codeDictionary } from './dictionary.ts';
import { joinPoints, type Linework, lineName } from './linework.ts';
import { parseDescription } from './parse-description.ts';
import { shapeOf } from './string-shape.ts';

/** A feature made of coded points, before it has a place in a drawing. */
export type CodedFeature = Omit<DrawingFeature, 'id' | 'rank' | 'layerId'> & {
  /** Name of its layer; null where its code names none. */
  readonly layer: string | null;
  /** The first code that it is of; null for a point without a code. */
  readonly entry: CodeEntry | null;
};

/** What one code became. */
export interface CodeTally {
  readonly code: string;
  readonly points: number;
  readonly lines: number;
  readonly areas: number;
}

/** Linework made of a point file, for a person to look at before it is taken. */
export interface LineworkProposal {
  /** One point for each surveyed point, in order, its description as its code; then lines and areas. */
  readonly features: readonly CodedFeature[];
  /** By code, in the order of the dictionary; only those that occur. */
  readonly made: readonly CodeTally[];
  /** What was not made, or not to the letter, with the rows. */
  readonly notes: readonly ErrorRecord[];
  /** Begin and end codes that contradict each other: the proposal must not be taken. */
  readonly refusals: readonly ErrorRecord[];
}

/** Rows named in one message. */
const maxNamed = 12;

/**
 * Makes linework of coded points: each point stays a point, and the points of a code (and number: `EP1`, `EP2`) are
 * joined in the order of the file as `joining` says.
 */
export function fieldToFinish(
  points: readonly CodedPoint[],
  entries: readonly CodeEntry[],
  words: ControlWords = usualControlWords,
): LineworkProposal {
  const dictionary = codeDictionary(entries, words);
  const tallies = new Map<CodeEntry, { points: number; lines: number; areas: number }>();
  const tally = (entry: CodeEntry) => {
    const known = tallies.get(entry) ?? { points: 0, lines: 0, areas: 0 };
    tallies.set(entry, known);
    return known;
  };
  const unknown: CodedPoint[] = [];
  const described = points.map((point) => ({
    point,
    said: parseDescription(point.description, dictionary),
  }));
  const features = described.map(({ point, said: { mentions } }): CodedFeature => {
    for (const { entry } of mentions) tally(entry).points++;
    if (mentions.length === 0) unknown.push(point);
    return pointFeature(
      point,
      mentions.map(({ entry }) => entry),
    );
  });
  const linework = joinPoints(described);
  const notes = notesOf(linework, unknown);
  for (const string of linework.strings) {
    const shape = shapeOf(string);
    if (shape instanceof AppError) {
      notes.push(shape.toRecord());
      continue;
    }
    const { entry } = string.mention;
    tally(entry)[shape.kind === 'polygon' ? 'areas' : 'lines']++;
    for (const note of shape.notes) notes.push(note.toRecord());
    const { notes: _, ...geometry } = shape;
    const named = { code: entry.code, name: lineName(string.mention), layer: entry.layer ?? null, entry };
    features.push({ ...geometry, ...named, ...codeParts(entry, false) });
  }
  const made = entries.flatMap((entry): CodeTally[] => {
    const counts = tallies.get(entry);
    return counts ? [{ code: entry.code, ...counts }] : [];
  });
  return { features, made, notes, refusals: refusalsOf(linework) };
}

/** A point with the layer and attributes of its first code, and the symbol of the first that has one. */
function pointFeature(point: CodedPoint, entries: readonly CodeEntry[]): CodedFeature {
  const { easting, northing, elevation, description, point: name } = point;
  const [first] = entries;
  const symbol = entries.find((entry) => entry.symbol !== undefined)?.symbol;
  const { look: own, ...parts } = first ? codeParts(first, true) : { look: undefined };
  const look = symbol === undefined ? own : { ...own, symbol };
  return {
    kind: 'point',
    coordinates: [easting, northing, elevation],
    code: description,
    name,
    layer: first?.layer ?? null,
    entry: first ?? null,
    ...parts,
    ...(look === undefined ? {} : { look }),
  };
}

/** The first of some values, and dots for more. */
function listed(values: readonly (string | number)[]): string {
  const named = values.slice(0, maxNamed).join(', ');
  return values.length > maxNamed ? `${named}, …` : named;
}

function notesOf(linework: Linework, unknown: readonly CodedPoint[]): ErrorRecord[] {
  const notes: ErrorRecord[] = [];
  const about = (code: ErrorRecord['code'], rows: readonly number[]) => {
    if (rows.length > 0) notes.push({ code, params: { count: rows.length, rows: listed(rows) } });
  };
  if (unknown.length > 0) {
    const texts = [...new Set(unknown.map(({ description }) => description).filter((text) => text !== ''))];
    const rows = listed(unknown.map(({ row }) => row));
    const params = { count: unknown.length, rows, descriptions: listed(texts) };
    notes.push({ code: 'codes.unknown', params });
  }
  about('codes.control-unused', linework.unusedControls);
  about('codes.curve-not-begun', linework.curvesNotBegun);
  about('codes.curve-begun-twice', linework.curvesBegunTwice);
  return notes;
}

function refusalsOf({ conflicts }: Linework): ErrorRecord[] {
  return conflicts.map(({ kind, line, row, otherRow }) => {
    if (kind === 'begin-twice')
      return { code: 'codes.begin-twice', params: { line, row, otherRow: otherRow! } };
    return otherRow === null
      ? { code: 'codes.end-without-begin', params: { line, row } }
      : { code: 'codes.end-twice', params: { line, row, otherRow } };
  });
}

/**
 * Refuses a proposal whose codes contradict each other, with all rows.
 * @throws codes.refused
 */
export function requireSound({ refusals }: LineworkProposal, file: string): void {
  const [first] = refusals;
  if (!first) return;
  const rows = listed([...new Set(refusals.map(({ params }) => Number(params['row'])))]);
  throw new AppError('codes.refused', { file, count: refusals.length, rows, line: first.params['line']! });
}
