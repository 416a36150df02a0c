import { maxScans } from '../count-scans.ts';
import { yccToRgb } from './colours.ts';
import { JpegFault } from './fault.ts';
import {
  type Component,
  createTables,
  type ExpectedFrame,
  type Frame,
  readFrame,
  readHuffman,
  readQuantisation,
  type Tables,
} from './frame.ts';
import { inverseDct } from './inverse-dct.ts';
import { decodeScan } from './scan.ts';
import { type Plane, upsample } from './upsample.ts';

export interface JpegOptions extends ExpectedFrame {
  /** A stream of tables only, read first (TIFF's tag 347). */
  readonly tables?: Uint8Array;
  /** Whether three components are luminance and colour differences that become red, green and blue. */
  readonly isYcc: boolean;
  /** Scans at most, more than any writer makes. */
  readonly maxScans?: number;
}

/**
 * The decoder of JPEG blocks in rasters; photos are the platform's and sharp's. It is ours since rasters are also
 * decoded in browser workers: browsers always apply colour management, do not support the separate tables of TIFF,
 * and the same file must have the same pixels everywhere.
 *
 * Decodes a JPEG (ITU-T T.81, Huffman coding, sequential or progressive, 8 bits) to a plane of `width × height`
 * samples per component, one after the other. The samples are those of libjpeg-turbo's defaults, bit by bit: accurate
 * integer transform, triangle filter for halved components, whole-number colours. Throws `JpegFault` on damaged data
 * and on kinds that are not read; sizes that the data claim are checked against what is expected, and against the
 * number of bytes, before anything is allocated for them, and scans are bounded in number.
 */
export function decodeJpeg(bytes: Uint8Array, options: JpegOptions): Uint8Array<ArrayBuffer> {
  const tables = createTables();
  const most = options.maxScans ?? maxScans;
  if (options.tables) readSegments(options.tables, tables, options, most);
  const frame = readSegments(bytes, tables, options, most);
  if (!frame) throw new JpegFault('damaged', 'no-jpeg-frame');
  const { width, height, components } = options;
  const planes = new Uint8Array(width * height * components);
  frame.components.forEach((component, i) => {
    const plane = toPlane(frame, component);
    const [across, down] = [frame.across / component.across, frame.down / component.down];
    planes.set(upsample(plane, width, height, across, down), i * width * height);
  });
  if (options.isYcc) yccToRgb(planes);
  return planes;
}

const marker = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda, restartInterval: 0xdd } as const;
const tableMarker = { huffman: 0xc4, arithmetic: 0xcc, quantisation: 0xdb } as const;

function isBare(code: number): boolean {
  return code === 0x01 || (code >= 0xd0 && code <= marker.startOfImage);
}

/** Reads segments and scans up to the end; the frame, where there is one. */
function readSegments(
  bytes: Uint8Array,
  tables: Tables,
  expected: ExpectedFrame,
  most: number,
): Frame | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== marker.startOfImage)
    throw new JpegFault('damaged', 'no-jpeg-begins-here');
  let frame: Frame | undefined;
  let scans = 0;
  for (let at = 2; at + 1 < bytes.length; ) {
    if (bytes[at] !== 0xff) {
      // What follows the coded data up to the next marker is of no use.
      if (scans === 0) throw new JpegFault('damaged', 'no-jpeg-marker-where-one-should-be');
      at++;
      continue;
    }
    const code = bytes[at + 1]!;
    if (code === 0xff || code === 0 || isBare(code)) {
      at += code === 0xff ? 1 : 2;
      continue;
    }
    if (code === marker.endOfImage) break;
    const length = bytes[at + 2]! * 256 + bytes[at + 3]!;
    if (!(length >= 2) || at + 2 + length > bytes.length)
      throw new JpegFault('damaged', 'a-segment-without-its-end');
    const body = bytes.subarray(at + 4, at + 2 + length);
    at += 2 + length;
    if (code === tableMarker.huffman) readHuffman(body, tables);
    else if (code === tableMarker.quantisation) readQuantisation(body, tables);
    else if (code === marker.restartInterval) tables.restartInterval = (body[0] ?? 0) * 256 + (body[1] ?? 0);
    else if (code === marker.startOfScan) {
      if (!frame) throw new JpegFault('damaged', 'a-scan-before-its-frame');
      if (++scans > most) throw new JpegFault('unsupported', 'jpeg-of-too-many-scans', { most });
      at = decodeScan(bytes, at, body, frame, tables);
    } else if (code >= 0xc0 && code <= 0xcf && code !== tableMarker.arithmetic) {
      if (frame) throw new JpegFault('unsupported', 'jpeg-of-several-frames');
      frame = readFrame(code, body, expected, bytes.length);
    }
  }
  if (frame && scans === 0) throw new JpegFault('damaged', 'no-scan');
  return frame;
}

/** The samples of a component from its coefficients. */
function toPlane(frame: Frame, component: Component): Plane {
  const { columns, rows, stride, coefficients, across, down, steps } = component;
  if (!steps) throw new JpegFault('damaged', 'a-component-without-scan-or-quantisation-table');
  const samples = new Uint8ClampedArray(64 * columns * rows);
  const block = new Int32Array(64);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = 64 * (row * stride + column);
      for (let i = 0; i < 64; i++) block[i] = coefficients[from + i]! * steps[i]!;
      inverseDct(block, samples, 8 * (row * 8 * columns + column), 8 * columns);
    }
  }
  return {
    samples: new Uint8Array(samples.buffer),
    width: Math.ceil((frame.width * across) / frame.across),
    height: Math.ceil((frame.height * down) / frame.down),
    stride: 8 * columns,
  };
}
