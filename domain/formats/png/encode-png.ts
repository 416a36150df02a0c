import { minOf } from '../../math/extremes.ts';
import { crc32 } from '../crc32.ts';
import { deflate } from '../deflate.ts';
import type { HostCodecs } from '../tiff/block-coding.ts';

/** An image to be encoded: 1 grey, 3 RGB or 4 RGBA bytes per pixel, rows from the top. Borrowed. */
export interface PngImage {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly pixels: Uint8Array;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const colourTypes = { 1: 0, 3: 2, 4: 6 } as const;

/**
 * Encodes an 8-bit PNG without any metadata; the same image gives the same bytes with the same compressor. Each row
 * takes the filter whose residuals have the smallest sum, as the standard suggests. Source: PNG, W3C Recommendation
 * (2003), sections 9 and 12.8.
 */
export function encodePng(picture: PngImage, host: HostCodecs = {}): Uint8Array<ArrayBuffer> {
  const { width, height, channels } = picture;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, colourTypes[channels], 0, 0, 0], 8);
  const data = deflate(filterRows(picture), host);
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array(0))];
  const bytes = new Uint8Array(signature.length + chunks.reduce((sum, { length }) => sum + length, 0));
  bytes.set(signature);
  let at = signature.length;
  for (const part of chunks) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function filterRows({ width, height, channels, pixels }: PngImage): Uint8Array {
  const rowBytes = width * channels;
  const output = new Uint8Array((rowBytes + 1) * height);
  const trials = filters.map(() => new Uint8Array(rowBytes));
  // the channels before the first pixel of a row are 0
  const line = new Uint8Array(channels + rowBytes);
  const above = new Uint8Array(channels + rowBytes);
  for (let row = 0; row < height; row++) {
    line.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), channels);
    const costs = filters.map((filter, index) => filter(line, above, channels, trials[index]!));
    const best = costs.indexOf(minOf(costs));
    output[row * (rowBytes + 1)] = best;
    output.set(trials[best]!, row * (rowBytes + 1) + 1);
    above.set(line);
  }
  return output;
}

/**
 * Filters a row; it and the one above begin with a pixel of zeros.
 * @returns the sum of the residuals' sizes
 */
type Filter = (line: Uint8Array, above: Uint8Array, channels: number, output: Uint8Array) => number;

/** How far a residual, which wraps, is from 0. */
const sizeOf = (residual: number) => (residual < 128 ? residual : 256 - residual);

const filters: readonly Filter[] = [
  (line, _above, channels, output) => {
    let cost = 0;
    for (let i = 0; i < output.length; i++) {
      const residual = line[i + channels]!;
      output[i] = residual;
      cost += sizeOf(residual);
    }
    return cost;
  },
  (line, _above, channels, output) => {
    let cost = 0;
    for (let i = 0; i < output.length; i++) {
      const residual = (line[i + channels]! - line[i]!) & 0xff;
      output[i] = residual;
      cost += sizeOf(residual);
    }
    return cost;
  },
  (line, above, channels, output) => {
    let cost = 0;
    for (let i = 0; i < output.length; i++) {
      const residual = (line[i + channels]! - above[i + channels]!) & 0xff;
      output[i] = residual;
      cost += sizeOf(residual);
    }
    return cost;
  },
  (line, above, channels, output) => {
    let cost = 0;
    for (let i = 0; i < output.length; i++) {
      const residual = (line[i + channels]! - ((line[i]! + above[i + channels]!) >> 1)) & 0xff;
      output[i] = residual;
      cost += sizeOf(residual);
    }
    return cost;
  },
  (line, above, channels, output) => {
    let cost = 0;
    for (let i = 0; i < output.length; i++) {
      const residual = (line[i + channels]! - paeth(line[i]!, above[i + channels]!, above[i]!)) & 0xff;
      output[i] = residual;
      cost += sizeOf(residual);
    }
    return cost;
  },
];

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
