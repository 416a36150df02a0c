import type { HuffmanTable } from '../huffman-tables.ts';
import { JpegFault } from './fault.ts';

/** Bits that are looked up at once. */
export const lookupBits = 9;

/** A Huffman code, made for decoding. */
export interface DecodingTable {
  /** For any nine bits ahead the length of the code that they begin with (times 256) and its value; 0 for longer ones. */
  readonly short: Uint16Array;
  /** By length: the first sixteen bits ahead, as a number, that are beyond all codes up to this length. */
  readonly ends: Int32Array;
  /** By length: added to a code it gives the place of its value. */
  readonly places: Int32Array;
  readonly values: Uint8Array;
}

/** Source: T.81, annexes C and F.2.2.3. Throws `JpegFault` where there are more codes than their lengths have room for. */
export function decodingTable({ counts, values }: HuffmanTable): DecodingTable {
  const short = new Uint16Array(1 << lookupBits);
  const ends = new Int32Array(17);
  const places = new Int32Array(17);
  let code = 0;
  let at = 0;
  counts.forEach((count, index) => {
    const length = index + 1;
    places[length] = at - code;
    if (code + count > 1 << length) throw new JpegFault('damaged', 'a-table-of-too-many-codes');
    for (let i = 0; i < count; i++, code++, at++) {
      if (length > lookupBits) continue;
      const first = code << (lookupBits - length);
      short.fill((length << 8) | (values[at] ?? 0), first, first + (1 << (lookupBits - length)));
    }
    ends[length] = code << (16 - length);
    code <<= 1;
  });
  return { short, ends, places, values: Uint8Array.from(values) };
}
