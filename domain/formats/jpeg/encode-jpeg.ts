import { withRoom } from '../../math/with-room.ts';
import {
  chrominanceAc,
  chrominanceDc,
  type HuffmanTable,
  luminanceAc,
  luminanceDc,
} from './huffman-tables.ts';
import { quantisationSteps, zigzag } from './quantisation.ts';

/** An image of bytes, one or three per pixel: grey, or red, green, blue. */
export interface JpegImage {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array;
}

/** Codes by value: code and number of bits. */
interface Codes {
  readonly code: Uint16Array;
  readonly bits: Uint8Array;
}

function codesOf({ counts, values }: HuffmanTable): Codes {
  const code = new Uint16Array(256);
  const bits = new Uint8Array(256);
  let [next, at] = [0, 0];
  counts.forEach((count, index) => {
    for (let i = 0; i < count; i++) {
      code[values[at]!] = next++;
      bits[values[at++]!] = index + 1;
    }
    next <<= 1;
  });
  return { code, bits };
}

const codes = {
  luminance: { dc: codesOf(luminanceDc), ac: codesOf(luminanceAc) },
  chrominance: { dc: codesOf(chrominanceDc), ac: codesOf(chrominanceAc) },
};

/** Bytes with the stuffing that T.81 requires after 0xff. */
function createBitWriter(roomFor: number) {
  let bytes = new Uint8Array(roomFor);
  let length = 0;
  let held = 0;
  let count = 0;

  function push(value: number): void {
    bytes = withRoom(bytes, length + 2);
    bytes[length++] = value;
    if (value === 0xff) bytes[length++] = 0;
  }

  return {
    /** At most 16 bits. */
    put(value: number, size: number): void {
      held = (held << size) | value;
      count += size;
      while (count >= 8) {
        count -= 8;
        push((held >> count) & 0xff);
      }
      held &= (1 << count) - 1;
    },
    finish(): Uint8Array {
      if (count > 0) push(((held << (8 - count)) | ((1 << (8 - count)) - 1)) & 0xff);
      return bytes.subarray(0, length);
    },
  };
}

/** Factors of the fast transform's outputs (Arai, Agui, Nakajima 1988): 1, then cos(k·π/16)·√2. */
const aanScales = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379] as const;

/** One line of eight values in place, `step` apart: five multiplications (Arai, Agui, Nakajima 1988). */
function transformLine(block: Float64Array, at: number, step: number): void {
  const value = (index: number) => block[at + index * step]!;
  const [s07, d07] = [value(0) + value(7), value(0) - value(7)];
  const [s16, d16] = [value(1) + value(6), value(1) - value(6)];
  const [s25, d25] = [value(2) + value(5), value(2) - value(5)];
  const [s34, d34] = [value(3) + value(4), value(3) - value(4)];
  const [even0, even3] = [s07 + s34, s07 - s34];
  const [even1, even2] = [s16 + s25, s16 - s25];
  const turned = (even2 + even3) * Math.SQRT1_2;
  block[at] = even0 + even1;
  block[at + 4 * step] = even0 - even1;
  block[at + 2 * step] = even3 + turned;
  block[at + 6 * step] = even3 - turned;
  const [odd0, odd1, odd2] = [d34 + d25, d25 + d16, d16 + d07];
  const shared = (odd0 - odd2) * 0.382683433;
  const low = 0.5411961 * odd0 + shared;
  const high = 1.306562965 * odd2 + shared;
  const middle = odd1 * Math.SQRT1_2;
  const [sum, rest] = [d07 + middle, d07 - middle];
  block[at + 5 * step] = rest + low;
  block[at + 3 * step] = rest - low;
  block[at + step] = sum + high;
  block[at + 7 * step] = sum - high;
}

/** Divisors of the transform's outputs: quantisation steps with the factors of the transform. */
function divisorsOf(steps: Uint8Array): Float64Array {
  return Float64Array.from(steps, (step, at) => step * aanScales[at >> 3]! * aanScales[at & 7]! * 8);
}

function sizeOf(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

type BitWriter = ReturnType<typeof createBitWriter>;

/** Writes one block of samples (level shifted, changed in place); returns its DC coefficient. */
function writeBlock(
  writer: BitWriter,
  block: Float64Array,
  divisors: Float64Array,
  { dc, ac }: { dc: Codes; ac: Codes },
  previous: number,
): number {
  for (let row = 0; row < 8; row++) transformLine(block, row * 8, 1);
  for (let column = 0; column < 8; column++) transformLine(block, column, 8);
  const put = (table: Codes, symbol: number, value: number, size: number) => {
    writer.put(table.code[symbol]!, table.bits[symbol]!);
    if (size > 0) writer.put(value < 0 ? value + (1 << size) - 1 : value, size);
  };
  const first = Math.round(block[0]! / divisors[0]!);
  const difference = first - previous;
  put(dc, sizeOf(difference), difference, sizeOf(difference));
  let zeros = 0;
  for (let i = 1; i < 64; i++) {
    const value = Math.round(block[zigzag[i]!]! / divisors[zigzag[i]!]!);
    if (value === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) put(ac, 0xf0, 0, 0);
    const size = sizeOf(value);
    put(ac, (zeros << 4) | size, value, size);
    zeros = 0;
  }
  if (zeros > 0) put(ac, 0, 0, 0);
  return first;
}

function segment(marker: number, body: readonly number[]): number[] {
  const length = body.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...body];
}

function huffmanBody(kind: number, { counts, values }: HuffmanTable): number[] {
  return [kind, ...counts, ...values];
}

function headOf({ width, height, channels }: JpegImage, steps: readonly Uint8Array[]): number[] {
  const stored = (table: Uint8Array) => zigzag.map((place) => table[place]!);
  const isColour = channels === 3;
  const components = isColour ? [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1] : [1, 0x11, 0];
  return [
    0xff,
    0xd8,
    ...segment(
      0xdb,
      steps.flatMap((table, index) => [index, ...stored(table)]),
    ),
    ...segment(0xc0, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, channels, ...components]),
    ...segment(0xc4, [
      ...huffmanBody(0x00, luminanceDc),
      ...huffmanBody(0x10, luminanceAc),
      ...(isColour ? [...huffmanBody(0x01, chrominanceDc), ...huffmanBody(0x11, chrominanceAc)] : []),
    ]),
    ...segment(0xda, [channels, ...(isColour ? [1, 0x00, 2, 0x11, 3, 0x11] : [1, 0x00]), 0, 63, 0]),
  ];
}

/** Planes of luminance and colour differences, levels shifted (BT.601, as JFIF has them). */
function planesOf({ width, height, pixels }: JpegImage): [Float64Array, Float64Array, Float64Array] {
  const count = width * height;
  const [y, cb, cr] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    const [r, g, b] = [pixels[3 * i]!, pixels[3 * i + 1]!, pixels[3 * i + 2]!];
    y[i] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
    cb[i] = -0.168735892 * r - 0.331264108 * g + 0.5 * b;
    cr[i] = 0.5 * r - 0.418687589 * g - 0.081312411 * b;
  }
  return [y, cb, cr];
}

/** Reads eight by eight samples; those beyond the image repeat its edge. `shrink` 2: means of two by two. */
function readBlock(
  plane: Float64Array,
  { width, height }: JpegImage,
  x: number,
  y: number,
  shrink: 1 | 2,
  block: Float64Array,
): void {
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      let sum = 0;
      for (let j = 0; j < shrink; j++) {
        const line = Math.min(height - 1, y + row * shrink + j) * width;
        for (let i = 0; i < shrink; i++) sum += plane[line + Math.min(width - 1, x + column * shrink + i)]!;
      }
      block[row * 8 + column] = sum / (shrink * shrink);
    }
  }
}

/**
 * The encoder of JPEG tiles in rasters. It is ours since workers of browser and server write the same bytes; sharp,
 * which writes images for people, runs only on Node.
 *
 * Encodes a baseline JPEG (ITU-T T.81): colours as luminance and colour differences of half resolution, the
 * standard's Huffman tables. The same pixels and quality (1 to 100) give the same bytes on every engine. Sides up to
 * 65,535.
 */
export function encodeJpeg(picture: JpegImage, quality: number): Uint8Array<ArrayBuffer> {
  const { width, height, channels, pixels } = picture;
  const isColour = channels === 3;
  const kinds = isColour ? (['luminance', 'chrominance'] as const) : (['luminance'] as const);
  const steps = kinds.map((kind) => quantisationSteps(kind, quality));
  const divisors = steps.map(divisorsOf);
  const writer = createBitWriter(Math.max(1024, pixels.length >> 2));
  const block = new Float64Array(64);
  const planes = isColour ? planesOf(picture) : [Float64Array.from(pixels, (value) => value - 128)];
  const previous = [0, 0, 0];
  const write = (component: number, x: number, y: number, shrink: 1 | 2) => {
    readBlock(planes[component]!, picture, x, y, shrink, block);
    const kind = component === 0 ? 0 : 1;
    const table = codes[kinds[kind]!];
    previous[component] = writeBlock(writer, block, divisors[kind]!, table, previous[component]!);
  };
  const side = isColour ? 16 : 8;
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      for (let j = 0; j < side; j += 8) for (let i = 0; i < side; i += 8) write(0, x + i, y + j, 1);
      if (isColour) for (const component of [1, 2]) write(component, x, y, 2);
    }
  }
  const head = headOf(picture, steps);
  const body = writer.finish();
  const bytes = new Uint8Array(head.length + body.length + 2);
  bytes.set(head);
  bytes.set(body, head.length);
  bytes.set([0xff, 0xd9], head.length + body.length);
  return bytes;
}
