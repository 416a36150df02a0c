import type { CodedPoint } from './coded-point.ts';
import { joining } from './dictionary.ts';
import type { Description, Mention } from './parse-description.ts';

/** A line as the codes of its points make it, before it has a shape. */
export interface CodedString {
  readonly mention: Mention;
  readonly points: readonly CodedPoint[];
  /** First and last point of each curve. */
  readonly curves: readonly (readonly [from: number, to: number])[];
  readonly isClosed: boolean;
  /** Null where the line is no rectangle, else its width or undefined where its third point says it. */
  readonly rectangle: null | { readonly width: number | null };
  /** What the codes left open. */
  readonly open: readonly ('end' | 'curve')[];
}

/** A line whose begin or end codes say two things: rows of the file. */
export interface CodeConflict {
  readonly kind: 'begin-twice' | 'end-without-begin';
  readonly line: string;
  readonly row: number;
  /** The row of the code before it; null where there is none. */
  readonly otherRow: number | null;
}

/** The strings of a point file, in the order in which they begin, and what the codes say that cannot be followed. */
export interface Linework {
  readonly strings: readonly CodedString[];
  readonly conflicts: readonly CodeConflict[];
  /** Rows with control codes that no line takes. */
  readonly unusedControls: readonly number[];
  /** Rows with a curve end and no curve. */
  readonly curvesNotBegun: readonly number[];
  /** Rows with a curve begin within a curve. */
  readonly curvesBegunTwice: readonly number[];
}

/** How the line of a code is called: the code and its number. */
export function lineName({ entry, string }: Pick<Mention, 'entry' | 'string'>): string {
  return `${entry.code}${string}`;
}

interface OpenString {
  readonly place: number;
  readonly mention: Mention;
  readonly points: CodedPoint[];
  readonly curves: (readonly [number, number])[];
  curveFrom: number | null;
  readonly begunBy: number | null;
}

/** A point and what its description says. */
export interface DescribedPoint {
  readonly point: CodedPoint;
  readonly said: Description;
}

/** Joins points by their codes, in the order of the file. */
export function joinPoints(points: readonly DescribedPoint[]): Linework {
  const joiner = new Joiner();
  for (const { point, said } of points) {
    const { mentions, stray } = said;
    if (stray.length > 0) joiner.unusedControls.push(point.row);
    for (const mention of mentions) joiner.take(point, mention);
  }
  return joiner.finish();
}

class Joiner {
  readonly unusedControls: number[] = [];
  readonly #conflicts: CodeConflict[] = [];
  readonly #curvesNotBegun: number[] = [];
  readonly #curvesBegunTwice: number[] = [];
  readonly #open = new Map<string, OpenString>();
  /** Row of the last end of each line. */
  readonly #ended = new Map<string, number>();
  readonly #strings: (CodedString | undefined)[] = [];

  take(point: CodedPoint, mention: Mention): void {
    const key = lineName(mention).toUpperCase();
    const has = (kind: string) => mention.controls.some((control) => control.kind === kind);
    const count = (kind: string) => mention.controls.filter((control) => control.kind === kind).length;
    const joins = joining(mention.entry);
    if (joins === 'never') {
      if (mention.controls.length > 0) this.unusedControls.push(point.row);
      return;
    }
    const rectangle = mention.controls.find((control) => control.kind === 'rectangle') ?? null;
    const ends = has('end') || has('close');
    let open = this.#open.get(key);
    if (count('begin') > 1) this.#conflict('begin-twice', mention, point.row, point.row);
    if (count('end') + count('close') > 1) this.#conflict('end-without-begin', mention, point.row, point.row);
    if (has('begin') && open) {
      if (ends) {
        this.#add(open, point, mention);
        this.#close(key, open, { isClosed: has('close'), row: point.row });
        this.#begin(key, mention, point);
        return;
      }
      if (open.begunBy !== null) {
        this.#conflict('begin-twice', mention, point.row, open.begunBy);
        return;
      }
      this.#close(key, open, { row: null });
      open = undefined;
    }
    if (!open && !has('begin')) {
      if (ends) {
        this.#conflict('end-without-begin', mention, point.row, this.#ended.get(key) ?? null);
        return;
      }
      if (joins === 'when-begun') {
        if (mention.controls.length > 0) this.unusedControls.push(point.row);
        return;
      }
    }
    if (open) this.#add(open, point, mention);
    else open = this.#begin(key, mention, point);
    if (rectangle) this.#close(key, open, { rectangle: { width: rectangle.value }, row: point.row });
    else if (ends) this.#close(key, open, { isClosed: has('close'), row: point.row });
  }

  finish(): Linework {
    for (const [key, open] of [...this.#open]) this.#close(key, open, { row: null, atEnd: true });
    return {
      strings: this.#strings.filter((one) => one !== undefined),
      conflicts: this.#conflicts,
      unusedControls: this.unusedControls,
      curvesNotBegun: this.#curvesNotBegun,
      curvesBegunTwice: this.#curvesBegunTwice,
    };
  }

  #begin(key: string, mention: Mention, point: CodedPoint): OpenString {
    const isBegun = mention.controls.some(({ kind }) => kind === 'begin');
    const open: OpenString = {
      place: this.#strings.push(undefined) - 1,
      mention,
      points: [],
      curves: [],
      curveFrom: null,
      begunBy: isBegun ? point.row : null,
    };
    this.#open.set(key, open);
    this.#add(open, point, mention);
    return open;
  }

  #add(open: OpenString, point: CodedPoint, { controls }: Mention): void {
    const at = open.points.push(point) - 1;
    const has = (kind: string) => controls.some((control) => control.kind === kind);
    if (has('curve-end')) {
      if (open.curveFrom === null) this.#curvesNotBegun.push(point.row);
      else open.curves.push([open.curveFrom, at]);
      open.curveFrom = null;
    }
    if (!has('curve-begin')) return;
    if (open.curveFrom === null) open.curveFrom = at;
    else this.#curvesBegunTwice.push(point.row);
  }

  #close(
    key: string,
    open: OpenString,
    how: {
      readonly isClosed?: boolean;
      readonly rectangle?: { readonly width: number | null };
      readonly row: number | null;
      readonly atEnd?: boolean;
    },
  ): void {
    const { mention, points, place, begunBy } = open;
    const left: ('end' | 'curve')[] = [];
    if (how.atEnd && begunBy !== null) left.push('end');
    if (open.curveFrom !== null && !how.isClosed) left.push('curve');
    const curves = [...open.curves];
    if (open.curveFrom !== null) curves.push([open.curveFrom, points.length - 1]);
    this.#strings[place] = {
      mention,
      points,
      curves: curves.filter(([from, to]) => to > from),
      isClosed: how.isClosed ?? false,
      rectangle: how.rectangle ?? null,
      open: left,
    };
    this.#open.delete(key);
    if (how.row !== null) this.#ended.set(key, how.row);
  }

  #conflict(kind: CodeConflict['kind'], mention: Mention, row: number, otherRow: number | null): void {
    this.#conflicts.push({ kind, line: lineName(mention), row, otherRow });
  }
}
