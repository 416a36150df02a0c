import { bulgeThrough } from '../../geometry/plane/bulge.ts';
import type { ExchangeFeature } from '../exchange-model.ts';

/** Geometry of a row, in the form of `ExchangeFeature`. */
export type WkbGeometry = Pick<
  ExchangeFeature,
  'kind' | 'coordinates' | 'bulges' | 'partStarts' | 'holeStarts' | 'closed'
>;

/** Geometries of a value, and what is told of them. */
export interface ReadWkb {
  readonly geometries: readonly WkbGeometry[];
  readonly hasMeasures: boolean;
}

/** A line or ring: xyz and a bulge per vertex. */
interface Line {
  readonly values: number[];
  readonly bulges: number[];
}

/** Of one kind: a point, a line, or an outline with its holes. */
interface Simple {
  readonly kind: 'point' | 'polyline' | 'polygon';
  readonly lines: readonly Line[];
}

const deepest = 16;

/** Lengths of the envelopes of a GeoPackage geometry, by their code. */
const envelopeBytes = [0, 32, 48, 48, 64];

/**
 * Reads a geometry of a GeoPackage (OGC 12-128r17, 2.1.3): its header, then well-known binary of ISO 13249-3, with Z and M.
 * Circular arcs stay arcs. Geometries of one kind in a collection are one.
 * @returns null where the bytes are none; no geometries where it is empty
 */
export function readGpkgGeometry(bytes: Uint8Array): ReadWkb | null {
  if (bytes.length < 8 || bytes[0] !== 0x47 || bytes[1] !== 0x50) return null;
  const flags = bytes[3]!;
  const envelope = envelopeBytes[(flags >> 1) & 7];
  if (envelope === undefined) return null;
  const reader = new WkbReader(bytes.subarray(8 + envelope));
  try {
    const found: Simple[] = [];
    reader.geometry(found, 0);
    return { geometries: joinKinds(found), hasMeasures: reader.hasMeasures };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class WkbReader {
  hasMeasures = false;
  readonly #view: DataView;
  #at = 0;
  #isLittle = true;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads one geometry and those in it. Throws a `RangeError` where the bytes end, or hold something else. */
  geometry(into: Simple[], depth: number): void {
    if (depth > deepest) throw new RangeError('too deep');
    const { base, columns } = this.#head();
    switch (base) {
      case 1: {
        const line = this.#vertices(1, columns);
        if (!line.values.slice(0, 2).every(Number.isNaN)) into.push({ kind: 'point', lines: [line] });
        break;
      }
      case 2:
      case 8:
      case 13:
        this.#pushLine(into, this.#curve(base, columns));
        break;
      case 9:
        this.#pushLine(into, this.#compound());
        break;
      case 3:
      case 17: {
        const lines = Array.from({ length: this.#count(4) }, () => this.#vertices(this.#count(16), columns));
        this.#pushArea(into, lines);
        break;
      }
      case 10: {
        const lines = Array.from({ length: this.#count(9) }, () => this.#nestedCurve());
        this.#pushArea(into, lines);
        break;
      }
      case 4:
      case 5:
      case 6:
      case 7:
      case 11:
      case 12:
      case 15:
      case 16:
        for (let left = this.#count(9); left > 0; left--) this.geometry(into, depth + 1);
        break;
      default:
        throw new RangeError(`type ${base}`);
    }
  }

  #pushLine(into: Simple[], line: Line): void {
    if (line.values.length >= 6) into.push({ kind: 'polyline', lines: [line] });
  }

  #pushArea(into: Simple[], rings: readonly Line[]): void {
    const [outline, ...holes] = rings.map(opened);
    if (!outline || !hasArea(outline)) return;
    into.push({ kind: 'polygon', lines: [outline, ...holes.filter(hasArea)] });
  }

  /** Type without its columns: 1000 for Z, 2000 for M, 3000 for both, or the older bits. */
  #head(): { readonly base: number; readonly columns: readonly string[] } {
    this.#isLittle = this.#view.getUint8(this.#at) === 1;
    const code = this.#view.getUint32(this.#at + 1, this.#isLittle);
    this.#at += 5;
    const plain = code & 0x0fffffff;
    const group = Math.floor(plain / 1000);
    const hasZ = group === 1 || group === 3 || (code & 0x80000000) !== 0;
    const hasM = group === 2 || group === 3 || (code & 0x40000000) !== 0;
    if (code & 0x20000000) this.#at += 4;
    return { base: plain % 1000, columns: [...(hasZ ? ['z'] : []), ...(hasM ? ['m'] : [])] };
  }

  /** A number of items that take at least `bytes` each, and so fit into what is left. */
  #count(bytes: number): number {
    const count = this.#view.getUint32(this.#at, this.#isLittle);
    this.#at += 4;
    if (count * bytes > this.#view.byteLength - this.#at) throw new RangeError('cut');
    return count;
  }

  #vertices(count: number, columns: readonly unknown[]): Line {
    const values: number[] = [];
    const hasZ = columns[0] === 'z';
    const hasM = columns.at(-1) === 'm';
    for (let i = 0; i < count; i++) {
      const number = (column: number) => this.#view.getFloat64(this.#at + 8 * column, this.#isLittle);
      values.push(number(0), number(1), hasZ ? number(2) : Number.NaN);
      if (hasM && !Number.isNaN(number(columns.length + 1))) this.hasMeasures = true;
      this.#at += 8 * (2 + columns.length);
    }
    return { values, bulges: new Array(count).fill(0) };
  }

  #curve(base: number, columns: readonly unknown[]): Line {
    const line = this.#vertices(this.#count(16), columns);
    return base === 8 ? arcsOf(line) : line;
  }

  #nestedCurve(): Line {
    const { base, columns } = this.#head();
    if (base === 9) return this.#compound();
    if (base !== 2 && base !== 8) throw new RangeError(`curve ${base}`);
    return this.#curve(base, columns);
  }

  /** Curves end to end; each begins where the one before ends. */
  #compound(): Line {
    const joined: Line = { values: [], bulges: [] };
    for (let left = this.#count(9); left > 0; left--) {
      const { base, columns } = this.#head();
      if (base !== 2 && base !== 8) throw new RangeError(`curve ${base}`);
      const { values, bulges } = this.#curve(base, columns);
      if (joined.values.length > 0) {
        joined.values.length -= 3;
        joined.bulges.length -= 1;
      }
      for (const value of values) joined.values.push(value);
      for (const bulge of bulges) joined.bulges.push(bulge);
    }
    return joined;
  }
}

/** A circular string: every second vertex is one on the way. One whose end is its beginning is a whole circle. */
function arcsOf({ values }: Line): Line {
  const line: Line = { values: [], bulges: [] };
  const count = values.length / 3;
  const place = (i: number): [number, number] => [values[3 * i]!, values[3 * i + 1]!];
  const push = (i: number, bulge: number) => {
    line.values.push(values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!);
    line.bulges.push(bulge);
  };
  for (let i = 0; i + 2 < count; i += 2) {
    const [start, middle, end] = [place(i), place(i + 1), place(i + 2)];
    if (start[0] === end[0] && start[1] === end[1]) {
      push(i, 1);
      push(i + 1, 1);
    } else push(i, bulgeThrough(start, middle, end));
  }
  if (count > 0) push(count - 1, 0);
  return line;
}

/** A ring without the vertex that closes it. */
function opened({ values, bulges }: Line): Line {
  const last = values.length - 3;
  const isClosed = last > 0 && values[0] === values[last] && values[1] === values[last + 1];
  return isClosed ? { values: values.slice(0, -3), bulges: bulges.slice(0, -1) } : { values, bulges };
}

function hasArea({ values, bulges }: Line): boolean {
  return values.length >= 9 || (values.length === 6 && bulges.some((bulge) => bulge !== 0));
}

function joinKinds(found: readonly Simple[]): WkbGeometry[] {
  return (['point', 'polyline', 'polygon'] as const).flatMap((kind) => {
    const group = found.filter((simple) => simple.kind === kind);
    return group.length > 0 ? [joined(kind, group)] : [];
  });
}

function joined(kind: Simple['kind'], group: readonly Simple[]): WkbGeometry {
  const isRing = ({ values }: Line) =>
    values.length > 9 && opened({ values, bulges: [] }).values.length < values.length;
  const closed = kind === 'polyline' && group.every(({ lines }) => isRing(lines[0]!));
  const [values, bulges]: [number[], number[]] = [[], []];
  const [partStarts, holeStarts]: [number[], number[]] = [[], []];
  for (const { lines } of group) {
    for (const [i, line] of lines.entries()) {
      const own = closed ? opened(line) : line;
      if (values.length > 0) (i > 0 ? holeStarts : partStarts).push(values.length / 3);
      for (const value of own.values) values.push(value);
      for (const bulge of own.bulges) bulges.push(bulge);
    }
  }
  const coordinates = Float64Array.from(values);
  const hasGap = coordinates.some((value, i) => i % 3 === 2 && Number.isNaN(value));
  if (hasGap) for (let i = 2; i < coordinates.length; i += 3) coordinates[i] = Number.NaN;
  if (kind === 'point') return { kind: group.length > 1 ? 'multipoint' : 'point', coordinates };
  return {
    kind,
    coordinates,
    ...(bulges.some((bulge) => bulge !== 0) ? { bulges: Float64Array.from(bulges) } : {}),
    ...(partStarts.length > 0 ? { partStarts } : {}),
    ...(holeStarts.length > 0 ? { holeStarts } : {}),
    ...(closed ? { closed } : {}),
  };
}
