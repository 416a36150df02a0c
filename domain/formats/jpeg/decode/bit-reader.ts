import { JpegFault } from './fault.ts';
import { type DecodingTable, lookupBits } from './huffman-lookup.ts';

/**
 * Bits of entropy-coded data, most significant first (T.81, annex F.2.2.5): a zero byte after 0xff is skipped, and a
 * marker ends the data. Bits beyond it throw `JpegFault`.
 */
export class BitReader {
  private held = 0;
  private count = 0;
  /** Zero bits that were put behind the end: they may be looked at, not used. */
  private missing = 0;
  /** Where the next byte is read. */
  at: number;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Holds 16 bits or more, at most 24. */
  private fill(): void {
    while (this.count <= 16) {
      let byte = this.bytes[this.at];
      if (byte === undefined || (byte === 0xff && this.bytes[this.at + 1] !== 0)) {
        byte = 0;
        this.missing += 8;
      } else this.at += byte === 0xff ? 2 : 1;
      this.held = ((this.held << 8) | byte) & 0xffffff;
      this.count += 8;
    }
  }

  private drop(bits: number): void {
    this.count -= bits;
    if (this.count < this.missing) throw new JpegFault('damaged', 'coded-data-end-too-early');
  }

  /** An unsigned number of up to 16 bits. */
  take(bits: number): number {
    if (bits === 0) return 0;
    if (this.count < bits) this.fill();
    const value = (this.held >> (this.count - bits)) & ((1 << bits) - 1);
    this.drop(bits);
    return value;
  }

  /** A number of `bits` bits as T.81, F.2.2.1, extends it: those without the first bit are negative. */
  takeSigned(bits: number): number {
    const value = this.take(bits);
    return bits > 0 && value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value;
  }

  /** The next value of a Huffman code. */
  takeCode(table: DecodingTable): number {
    if (this.count < 16) this.fill();
    const entry = table.short[(this.held >> (this.count - lookupBits)) & ((1 << lookupBits) - 1)]!;
    if (entry !== 0) {
      this.drop(entry >> 8);
      return entry & 0xff;
    }
    const ahead = (this.held >> (this.count - 16)) & 0xffff;
    for (let length = lookupBits + 1; length <= 16; length++) {
      if (ahead >= table.ends[length]!) continue;
      this.drop(length);
      return table.values[table.places[length]! + (ahead >> (16 - length))]!;
    }
    throw new JpegFault('damaged', 'a-code-that-its-tables-do-not-hold');
  }

  /** Passes over what is left of the byte and the restart marker that follows. */
  restart(): void {
    this.held = 0;
    this.count = 0;
    this.missing = 0;
    while (this.bytes[this.at] === 0xff && this.bytes[this.at + 1] === 0xff) this.at++;
    const marker = this.bytes[this.at] === 0xff ? this.bytes[this.at + 1]! : 0;
    if (marker < 0xd0 || marker > 0xd7) throw new JpegFault('damaged', 'a-restart-marker-is-missing');
    this.at += 2;
  }
}
