/** TIFF tag numbers of the images made here. */
const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
} as const;

interface OldPicture {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly samples?: number;
  readonly compression: number;
  readonly photometric: number;
  readonly data: readonly number[];
}

/** A little-endian classic TIFF of one strip. */
export function oneStripTiff(picture: OldPicture): Uint8Array<ArrayBuffer> {
  const { width, height, bits, samples = 1, compression, photometric, data } = picture;
  const entries: readonly (readonly [number, number])[] = [
    [tags.width, width],
    [tags.height, height],
    [tags.bits, bits],
    [tags.compression, compression],
    [tags.photometric, photometric],
    [tags.stripOffsets, 8 + 2 + 12 * 9 + 4],
    [tags.samples, samples],
    [tags.rowsPerStrip, height],
    [tags.stripByteCounts, data.length],
  ];
  const start = 8 + 2 + 12 * entries.length + 4;
  const bytes = new Uint8Array(start + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8]);
  view.setUint16(8, entries.length, true);
  entries.forEach(([tag, value], i) => {
    const at = 10 + 12 * i;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, 4, true);
    view.setUint32(at + 4, 1, true);
    view.setUint32(at + 8, value, true);
  });
  bytes.set(data, start);
  return bytes;
}

const rows = <T>(count: number, row: readonly T[]): T[] => Array.from({ length: count }, () => row).flat();

/** Codes of 9 bits, least significant bit first: the LZW of early libtiff, a code a byte and none repeated. */
function oldLzw(bytes: readonly number[]): number[] {
  const out: number[] = [];
  let [held, count] = [0, 0];
  for (const code of [256, ...bytes, 257]) {
    held |= code << count;
    for (count += 9; count >= 8; count -= 8, held >>>= 8) out.push(held & 255);
  }
  return [...out, held & 255];
}

/** Images of 8 by 4 pixels in obsolete schemes, by scheme. */
export function oldSchemes(): readonly (readonly [string, Uint8Array<ArrayBuffer>])[] {
  const size = { width: 8, height: 4, photometric: 1 };
  const grey = Array.from({ length: 32 }, (_, i) => i * 7);
  const schemes: readonly (readonly [string, OldPicture])[] = [
    ['old LZW', { ...size, bits: 8, compression: 5, data: oldLzw(grey) }],
    ['NeXT', { ...size, bits: 2, compression: 32766, data: rows(2, [0, 0x1b, 0xe4, 0x44, 0x84]) }],
    ['ThunderScan', { ...size, bits: 4, compression: 32809, data: rows(4, [0xc5, 0x03, 0x5b, 0x81, 0xc9]) }],
    [
      'SGI log',
      {
        ...size,
        photometric: 32844,
        bits: 16,
        compression: 34676,
        data: rows(4, [134, 62, 8, 1, 2, 3, 4, 5, 6, 7, 8]),
      },
    ],
    [
      'grouped colours',
      {
        ...size,
        bits: 8,
        samples: 3,
        photometric: 6,
        compression: 1,
        data: rows(8, [90, 95, 80, 85, 120, 140]),
      },
    ],
    [
      'cmyk',
      { ...size, bits: 8, samples: 4, photometric: 5, compression: 1, data: rows(32, [10, 20, 30, 40]) },
    ],
    [
      'L*a*b*',
      { ...size, bits: 8, samples: 3, photometric: 8, compression: 1, data: rows(32, [90, 10, 250]) },
    ],
    ['floats of 24 bits', { ...size, bits: 24, compression: 1, data: rows(32, [0, 1, 64]) }],
  ];
  return schemes.map(([name, picture]) => [name, oneStripTiff(picture)]);
}
