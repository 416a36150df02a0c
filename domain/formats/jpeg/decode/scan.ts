import { zigzag } from '../quantisation.ts';
import { BitReader } from './bit-reader.ts';
import { JpegFault } from './fault.ts';
import type { Component, Frame, Tables } from './frame.ts';
import type { DecodingTable } from './huffman-lookup.ts';

const places = Uint8Array.from(zigzag);

/** A component in a scan: its tables and the DC coefficient before. */
interface Part {
  readonly component: Component;
  readonly dc: DecodingTable | undefined;
  readonly ac: DecodingTable | undefined;
  previous: number;
}

/** What a scan header says (T.81, B.2.3). */
interface Scan {
  readonly parts: readonly Part[];
  /** Coefficients of this scan, in stored order. */
  readonly first: number;
  readonly last: number;
  /** Bits left out by the scan before (0 in the first one of a coefficient), and by this one. */
  readonly high: number;
  readonly low: number;
}

type DecodeBlock = (part: Part, at: number) => void;

/**
 * Decodes one scan into its components' coefficients and returns the position to search for the next marker.
 * @param start first byte after the scan header
 */
export function decodeScan(
  bytes: Uint8Array,
  start: number,
  head: Uint8Array,
  frame: Frame,
  tables: Tables,
): number {
  const scan = readScan(head, frame, tables);
  const reader = new BitReader(bytes, start);
  for (const { component } of scan.parts) component.steps ??= tables.quantisation[component.quantisation];
  const run = { left: 0 };
  const decode = chooseDecoder(reader, scan, frame, run);
  let untilRestart = tables.restartInterval;
  const beginUnit = () => {
    if (tables.restartInterval === 0) return;
    if (untilRestart === 0) {
      reader.restart();
      untilRestart = tables.restartInterval;
      run.left = 0;
      for (const part of scan.parts) part.previous = 0;
    }
    untilRestart--;
  };
  const [only] = scan.parts;
  if (scan.parts.length === 1 && only) {
    const { columns, rows, stride } = only.component;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        beginUnit();
        decode(only, 64 * (row * stride + column));
      }
    }
    return reader.at;
  }
  for (let row = 0; row < frame.unitRows; row++) {
    for (let column = 0; column < frame.unitColumns; column++) {
      beginUnit();
      for (const part of scan.parts) decodeUnit(part, row, column, decode);
    }
  }
  return reader.at;
}

/** All blocks of a component in one unit of an interleaved scan. */
function decodeUnit(part: Part, row: number, column: number, decode: DecodeBlock): void {
  const { across, down, stride } = part.component;
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      decode(part, 64 * ((row * down + y) * stride + column * across + x));
    }
  }
}

function readScan(head: Uint8Array, frame: Frame, tables: Tables): Scan {
  const count = head[0] ?? 0;
  if (count < 1 || count > 4 || head.length < 4 + 2 * count)
    throw new JpegFault('damaged', 'a-scan-header-that-cannot-be');
  const parts = Array.from({ length: count }, (_, i): Part => {
    const component = frame.components.find(({ id }) => id === head[1 + 2 * i]);
    if (!component) throw new JpegFault('damaged', 'a-scan-of-a-component-that-there-is-not');
    const codes = head[2 + 2 * i]!;
    return { component, dc: tables.dc[codes >> 4], ac: tables.ac[codes & 15], previous: 0 };
  });
  if (!frame.isProgressive) return { parts, first: 0, last: 63, high: 0, low: 0 };
  const [first, last, bits] = head.subarray(1 + 2 * count) as unknown as [number, number, number];
  const isPossible =
    first <= last && last <= 63 && (first === 0 ? last === 0 : count === 1) && (bits & 15) <= 13;
  if (!isPossible) throw new JpegFault('damaged', 'a-scan-of-coefficients-that-cannot-be');
  return { parts, first, last, high: bits >> 4, low: bits & 15 };
}

function needed(table: DecodingTable | undefined): DecodingTable {
  if (!table) throw new JpegFault('damaged', 'a-scan-without-its-huffman-table');
  return table;
}

function chooseDecoder(reader: BitReader, scan: Scan, frame: Frame, run: { left: number }): DecodeBlock {
  if (!frame.isProgressive) return (part, at) => decodeWhole(reader, part, at);
  if (scan.first === 0) {
    return scan.high === 0
      ? (part, at) => decodeDc(reader, part, at, scan.low)
      : ({ component }, at) => {
          if (reader.take(1) === 1) component.coefficients[at]! |= 1 << scan.low;
        };
  }
  return scan.high === 0
    ? (part, at) => decodeAc(reader, scan, part, at, run)
    : (part, at) => refineAc(reader, scan, part, at, run);
}

function decodeDc(reader: BitReader, part: Part, at: number, low: number): void {
  const size = reader.takeCode(needed(part.dc));
  if (size > 15) throw new JpegFault('damaged', 'a-coefficient-that-is-too-large');
  part.previous += reader.takeSigned(size);
  part.component.coefficients[at] = part.previous << low;
}

/** A block of a sequential scan (T.81, F.2.2). */
function decodeWhole(reader: BitReader, part: Part, at: number): void {
  decodeDc(reader, part, at, 0);
  const { coefficients } = part.component;
  const table = needed(part.ac);
  for (let index = 1; index < 64; index++) {
    const code = reader.takeCode(table);
    const size = code & 15;
    if (size === 0) {
      if (code !== 0xf0) return;
      index += 15;
      continue;
    }
    index += code >> 4;
    if (index > 63) throw new JpegFault('damaged', 'a-block-of-too-many-coefficients');
    coefficients[at + places[index]!] = reader.takeSigned(size);
  }
}

/** The first bits of AC coefficients (T.81, G.1.2.2); `run` counts the blocks that have none. */
function decodeAc(reader: BitReader, scan: Scan, part: Part, at: number, run: { left: number }): void {
  if (run.left > 0) {
    run.left--;
    return;
  }
  const { coefficients } = part.component;
  const table = needed(part.ac);
  for (let index = scan.first; index <= scan.last; index++) {
    const code = reader.takeCode(table);
    const size = code & 15;
    const zeros = code >> 4;
    if (size === 0 && zeros < 15) {
      run.left = (1 << zeros) + reader.take(zeros) - 1;
      return;
    }
    index += zeros;
    if (size === 0) continue;
    if (index > 63) throw new JpegFault('damaged', 'a-block-of-too-many-coefficients');
    coefficients[at + places[index]!] = reader.takeSigned(size) << scan.low;
  }
}

/** A further bit of AC coefficients (T.81, G.1.2.3): those not 0 yet are corrected as they are passed. */
function refineAc(reader: BitReader, scan: Scan, part: Part, at: number, run: { left: number }): void {
  const { coefficients } = part.component;
  const bit = 1 << scan.low;
  const table = needed(part.ac);
  let index = scan.first;
  const correct = (place: number) => {
    const value = coefficients[place]!;
    if (reader.take(1) === 1 && (value & bit) === 0)
      coefficients[place] = value > 0 ? value + bit : value - bit;
  };
  while (run.left === 0 && index <= scan.last) {
    const code = reader.takeCode(table);
    const size = code & 15;
    let zeros = code >> 4;
    if (size === 0 && zeros < 15) {
      run.left = (1 << zeros) + reader.take(zeros);
      break;
    }
    const value = size === 0 ? 0 : reader.take(1) === 1 ? bit : -bit;
    for (; index <= scan.last; index++) {
      const place = at + places[index]!;
      if (coefficients[place] !== 0) correct(place);
      else if (zeros-- === 0) {
        coefficients[place] = value;
        index++;
        break;
      }
    }
  }
  if (run.left === 0) return;
  run.left--;
  for (; index <= scan.last; index++) {
    const place = at + places[index]!;
    if (coefficients[place] !== 0) correct(place);
  }
}
