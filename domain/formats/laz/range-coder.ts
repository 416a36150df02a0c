import {
  type BitModel,
  countBit,
  countSymbol,
  type IntegerModels,
  type SymbolModel,
} from './range-models.ts';

const minLength = 0x0100_0000;

/** Decodes the integers of a chunk table; reading past the end gives zeros and shows in `overrun`. */
export class RangeDecoder {
  private readonly bytes: Uint8Array;
  private at: number;
  private value = 0;
  private length = 0xffff_ffff;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
    for (let i = 0; i < 4; i++) this.value = this.value * 256 + this.nextByte();
  }

  /** Bytes taken that were not there. */
  get overrun(): number {
    return Math.max(0, this.at - this.bytes.byteLength);
  }

  /** Decodes a 32-bit integer near `prediction`. */
  integer(models: IntegerModels, context: number, prediction: number): number {
    const k = this.symbol(models.bits[context]!);
    if (k === 0) return (prediction + this.bit(models.zeroOrOne)) | 0;
    if (k === 32) return (prediction - 0x8000_0000) | 0;
    let value = this.symbol(models.correctors[k - 1]!);
    if (k > 8) value = value * 2 ** (k - 8) + this.plainBits(k - 8);
    const correction = value >= 2 ** (k - 1) ? value + 1 : value - (2 ** k - 1);
    return (prediction + correction) | 0;
  }

  private nextByte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  private narrow(low: number, length: number): void {
    this.value -= low;
    this.length = length;
    while (this.length < minLength) {
      this.value = (this.value * 256 + this.nextByte()) % 2 ** 32;
      this.length *= 256;
    }
  }

  private symbol(model: SymbolModel): number {
    const unit = this.length >>> 15;
    const code = Math.floor(this.value / unit);
    let symbol = model.frequencies.length - 1;
    while (model.frequencies[symbol]! > code) symbol--;
    const low = model.frequencies[symbol]! * unit;
    const next = model.frequencies[symbol + 1];
    this.narrow(low, (next === undefined ? this.length : next * unit) - low);
    countSymbol(model, symbol);
    return symbol;
  }

  private bit(model: BitModel): number {
    const split = model.zeroFrequency * (this.length >>> 13);
    const bit = this.value >= split ? 1 : 0;
    if (bit === 1) this.narrow(split, this.length - split);
    else this.narrow(0, split);
    countBit(model, bit);
    return bit;
  }

  private plainBits(count: number): number {
    if (count > 19) {
      const low = this.plainBits(16);
      return this.plainBits(count - 16) * 65_536 + low;
    }
    const unit = this.length >>> count;
    const symbol = Math.floor(this.value / unit);
    this.narrow(symbol * unit, unit);
    return symbol;
  }
}

/** Encodes the integers of a chunk table; the mirror of `RangeDecoder`. */
export class RangeEncoder {
  private readonly bytes: number[] = [];
  private base = 0;
  private length = 0xffff_ffff;

  /** Encodes a 32-bit integer near `prediction`. */
  integer(models: IntegerModels, context: number, prediction: number, real: number): void {
    const correction = (real - prediction) | 0;
    const k = 32 - Math.clz32(correction <= 0 ? -correction : correction - 1);
    this.symbol(models.bits[context]!, k);
    if (k === 0) {
      this.bit(models.zeroOrOne, correction);
      return;
    }
    if (k === 32) return;
    const value = correction > 0 ? correction - 1 : correction + 2 ** k - 1;
    const plain = Math.max(0, k - 8);
    this.symbol(models.correctors[k - 1]!, Math.floor(value / 2 ** plain));
    if (plain > 0) this.plainBits(plain, value % 2 ** plain);
  }

  /** Settles the last bytes and returns all of them. */
  finish(): Uint8Array<ArrayBuffer> {
    const isWide = this.length > 2 * minLength;
    this.narrow(isWide ? minLength : minLength / 2, isWide ? minLength / 2 : minLength / 512);
    return Uint8Array.from([...this.bytes, 0, 0, ...(isWide ? [0] : [])]);
  }

  private narrow(low: number, length: number): void {
    this.base += low;
    this.length = length;
    if (this.base >= 2 ** 32) {
      this.base -= 2 ** 32;
      let at = this.bytes.length - 1;
      while (this.bytes[at] === 255) this.bytes[at--] = 0;
      this.bytes[at]!++;
    }
    while (this.length < minLength) {
      this.bytes.push(this.base >>> 24);
      this.base = (this.base * 256) % 2 ** 32;
      this.length *= 256;
    }
  }

  private symbol(model: SymbolModel, symbol: number): void {
    const unit = this.length >>> 15;
    const low = model.frequencies[symbol]! * unit;
    const next = model.frequencies[symbol + 1];
    this.narrow(low, (next === undefined ? this.length : next * unit) - low);
    countSymbol(model, symbol);
  }

  private bit(model: BitModel, bit: number): void {
    const split = model.zeroFrequency * (this.length >>> 13);
    if (bit !== 0) this.narrow(split, this.length - split);
    else this.narrow(0, split);
    countBit(model, bit);
  }

  private plainBits(count: number, value: number): void {
    if (count > 19) {
      this.plainBits(16, value % 65_536);
      this.plainBits(count - 16, Math.floor(value / 65_536));
      return;
    }
    const unit = this.length >>> count;
    this.narrow(value * unit, unit);
  }
}
