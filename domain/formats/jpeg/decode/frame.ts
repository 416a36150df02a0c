import type { ErrorParams } from '../../../errors/app-error.ts';
import { maxOf } from '../../../math/extremes.ts';
import {
  chrominanceAc,
  chrominanceDc,
  type HuffmanTable,
  luminanceAc,
  luminanceDc,
} from '../huffman-tables.ts';
import { zigzag } from '../quantisation.ts';
import { JpegFault } from './fault.ts';
import { type DecodingTable, decodingTable } from './huffman-lookup.ts';

/** A component of an image and its coefficients. */
export interface Component {
  readonly id: number;
  /** Samples along each axis in a unit of the interleaved scan. */
  readonly across: number;
  readonly down: number;
  readonly quantisation: number;
  /** Blocks that hold samples of the image. */
  readonly columns: number;
  readonly rows: number;
  /** Blocks a row in `coefficients`, those included that fill the last unit. */
  readonly stride: number;
  /** 64 a block, row by row within it. */
  readonly coefficients: Int16Array;
  /** Steps of the coefficients, row by row: those of its table when its first scan began. */
  steps?: Uint16Array | undefined;
}

/** What a frame header says. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly isProgressive: boolean;
  readonly components: readonly Component[];
  /** Largest of the components' numbers. */
  readonly across: number;
  readonly down: number;
  /** Units of an interleaved scan. */
  readonly unitColumns: number;
  readonly unitRows: number;
}

/** Tables by the number under which scans and components name them. */
export interface Tables {
  readonly quantisation: (Uint16Array | undefined)[];
  readonly dc: (DecodingTable | undefined)[];
  readonly ac: (DecodingTable | undefined)[];
  restartInterval: number;
}

/** No quantisation yet, and the codes that streams without tables of their own use (T.81, annex K.3). */
export function createTables(): Tables {
  return {
    quantisation: [],
    dc: [luminanceDc, chrominanceDc].map(decodingTable),
    ac: [luminanceAc, chrominanceAc].map(decodingTable),
    restartInterval: 0,
  };
}

const damaged = (reason: string, values?: ErrorParams) => new JpegFault('damaged', reason, values);

/** Reads the body of a DQT segment (T.81, B.2.4.1). */
export function readQuantisation(body: Uint8Array, tables: Tables): void {
  for (let at = 0; at < body.length; ) {
    const head = body[at++]!;
    const size = head < 16 ? 1 : 2;
    if (at + 64 * size > body.length || (head & 15) > 3) throw damaged('a-quantisation-table-that-cannot-be');
    const steps = new Uint16Array(64);
    for (const place of zigzag) {
      steps[place] = size === 2 ? body[at]! * 256 + body[at + 1]! : body[at]!;
      at += size;
    }
    tables.quantisation[head & 15] = steps;
  }
}

/** Reads the body of a DHT segment (T.81, B.2.4.2). */
export function readHuffman(body: Uint8Array, tables: Tables): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const head = body[at]!;
    const counts = [...body.subarray(at + 1, at + 17)];
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total > 256 || at + 17 + total > body.length || (head & 15) > 3) {
      throw damaged('a-huffman-table-that-cannot-be');
    }
    const table: HuffmanTable = { counts, values: [...body.subarray(at + 17, at + 17 + total)] };
    (head < 16 ? tables.dc : tables.ac)[head & 15] = decodingTable(table);
    at += 17 + total;
  }
}

/** Kinds of frames by their markers, where they are not read (T.81, table B.1). */
const unreadFrames = new Map<number, string>([
  ...[0xc3, 0xcb].map((marker): [number, string] => [marker, 'lossless-jpeg']),
  ...[0xc9, 0xca].map((marker): [number, string] => [marker, 'jpeg-with-arithmetic-coding']),
  ...[0xc5, 0xc6, 0xc7, 0xcd, 0xce, 0xcf].map((marker): [number, string] => [marker, 'hierarchical-jpeg']),
]);

/** What a frame must be, so that nothing is allocated for one that is not. */
export interface ExpectedFrame {
  readonly width: number;
  /** Rows at least. */
  readonly height: number;
  readonly components: number;
}

/** Samples of a frame at most; it may be higher than expected, as last strips padded to a whole one are. */
const maxSamples = 2 ** 28;

/** Reads the body of a frame header (T.81, B.2.2) of a stream of `byteLength` bytes: every block takes a bit at least. */
export function readFrame(
  marker: number,
  body: Uint8Array,
  expected: ExpectedFrame,
  byteLength: number,
): Frame {
  const unread = unreadFrames.get(marker);
  if (unread) throw new JpegFault('unsupported', unread);
  if (body.length < 6 || body.length < 6 + 3 * body[5]!) throw damaged('a-frame-header-that-is-too-short');
  if (body[0] !== 8) throw new JpegFault('unsupported', 'jpeg-of-so-many-bits', { bits: body[0]! });
  const height = body[1]! * 256 + body[2]!;
  const width = body[3]! * 256 + body[4]!;
  const count = body[5]!;
  const isExpected =
    width === expected.width &&
    height >= expected.height &&
    count === expected.components &&
    width * height * count <= maxSamples;
  if (!isExpected) throw damaged('a-jpeg-of-another-size', { width, height, parts: count });
  const heads = Array.from({ length: count }, (_, i) => {
    const [id, sampling, quantisation] = body.subarray(6 + 3 * i, 9 + 3 * i) as unknown as number[];
    return { id: id!, across: sampling! >> 4, down: sampling! & 15, quantisation: quantisation! };
  });
  if (heads.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) {
    throw damaged('a-sampling-that-cannot-be');
  }
  const across = maxOf(heads.map((head) => head.across));
  const down = maxOf(heads.map((head) => head.down));
  if (heads.some((head) => across % head.across !== 0 || down % head.down !== 0)) {
    throw new JpegFault('unsupported', 'jpeg-whose-components-differ-by-parts-of-a-sample');
  }
  const unitColumns = Math.ceil(width / (8 * across));
  const unitRows = Math.ceil(height / (8 * down));
  const blocksOf = (head: (typeof heads)[number]) => ({
    columns: Math.ceil((width * head.across) / across / 8),
    rows: Math.ceil((height * head.down) / down / 8),
  });
  const blocks = heads.map(blocksOf).reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  if (blocks > 8 * byteLength) {
    throw damaged('a-jpeg-in-too-few-bytes', { width, height, parts: count, bytes: byteLength });
  }
  const components = heads.map((head): Component => {
    const stride = unitColumns * head.across;
    return {
      ...head,
      ...blocksOf(head),
      stride,
      coefficients: new Int16Array(64 * stride * unitRows * head.down),
    };
  });
  return { width, height, isProgressive: marker === 0xc2, components, across, down, unitColumns, unitRows };
}
