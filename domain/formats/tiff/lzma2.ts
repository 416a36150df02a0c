const topValue = 2 ** 24;
const probabilityBits = 11;
const startProbability = 1 << (probabilityBits - 1);
const lengthTree = 2 + 16 * 8 * 2 + 256;

/**
 * Expands LZMA2 chunks from `at` into `output`, which serves as the dictionary too.
 * Returns the bytes written and where the input went on. Source: Pavlov, LZMA specification (2015) and the
 * layout of LZMA2 chunks in the XZ format. Throws `RangeError` on data that cannot be.
 */
export function expandLzma2(
  input: Uint8Array,
  at: number,
  output: Uint8Array,
): { written: number; at: number } {
  const decoder = createLzma(input, output);
  let written = 0;
  while (written < output.length) {
    const control = input[at++];
    if (control === undefined) throw new RangeError('LZMA ends early');
    if (control === 0) break;
    const size = input[at]! * 256 + input[at + 1]! + 1;
    at += 2;
    if (control < 0x80) {
      if (control > 2) throw new RangeError(`LZMA2 control ${control}`);
      const count = Math.min(size, output.length - written);
      output.set(input.subarray(at, at + count), written);
      written += count;
      at += size;
      continue;
    }
    const unpacked = size + (control & 0x1f) * 65_536;
    const packed = input[at]! * 256 + input[at + 1]! + 1;
    at += 2;
    if (control >= 0xc0) decoder.setProperties(input[at++]!);
    if (control >= 0xa0) decoder.reset();
    written = decoder.decode(at, written, Math.min(output.length, written + unpacked));
    at += packed;
  }
  return { written, at };
}

function createLzma(input: Uint8Array, output: Uint8Array) {
  let [literalContext, literalPosition, positionMask] = [3, 0, 3];
  let state = 0;
  let distances: [number, number, number, number] = [0, 0, 0, 0];
  let literals = new Uint16Array(0);
  const fresh = (count: number) => new Uint16Array(count).fill(startProbability);
  let isMatch = fresh(0);
  let isRepeat = fresh(0);
  let isRepeatLong = fresh(0);
  let slots = fresh(0);
  let positions = fresh(0);
  let alignment = fresh(0);
  let matchLengths = fresh(0);
  let repeatLengths = fresh(0);
  let range = 0;
  let code = 0;
  let at = 0;

  function bit(probabilities: Uint16Array, index: number): number {
    const probability = probabilities[index]!;
    const bound = (range >>> probabilityBits) * probability;
    let value: number;
    if (code < bound) {
      range = bound;
      probabilities[index] = probability + (((1 << probabilityBits) - probability) >> 5);
      value = 0;
    } else {
      range -= bound;
      code -= bound;
      probabilities[index] = probability - (probability >> 5);
      value = 1;
    }
    normalise();
    return value;
  }

  function normalise(): void {
    if (range >= topValue) return;
    range *= 256;
    const byte = input[at++];
    if (byte === undefined) throw new RangeError('LZMA ends early');
    code = code * 256 + byte;
  }

  function tree(probabilities: Uint16Array, base: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = node * 2 + bit(probabilities, base + node);
    return node - (1 << bits);
  }

  function reverseTree(probabilities: Uint16Array, base: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const next = bit(probabilities, base + node);
      node = node * 2 + next;
      value += next << i;
    }
    return value;
  }

  function length(probabilities: Uint16Array, position: number): number {
    if (bit(probabilities, 0) === 0) return 2 + tree(probabilities, 2 + position * 8, 3);
    if (bit(probabilities, 1) === 0) return 10 + tree(probabilities, 2 + 128 + position * 8, 3);
    return 18 + tree(probabilities, 2 + 256, 8);
  }

  function distance(matchLength: number): number {
    const slot = tree(slots, Math.min(matchLength - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + reverseTree(positions, base - slot, bits);
    let direct = 0;
    for (let i = 4; i < bits; i++) {
      range = Math.floor(range / 2);
      const one = code >= range ? 1 : 0;
      if (one === 1) code -= range;
      direct = direct * 2 + one;
      normalise();
    }
    return base + direct * 16 + reverseTree(alignment, 0, 4);
  }

  function literal(written: number): number {
    const previous = written > 0 ? output[written - 1]! : 0;
    const low = written & ((1 << literalPosition) - 1);
    const base = 0x300 * ((low << literalContext) + (previous >> (8 - literalContext)));
    let node = 1;
    if (state >= 7) {
      let match = output[written - distances[0] - 1] ?? 0;
      while (node < 256) {
        const expected = (match >> 7) & 1;
        match <<= 1;
        const actual = bit(literals, base + ((1 + expected) << 8) + node);
        node = node * 2 + actual;
        if (actual !== expected) break;
      }
    }
    while (node < 256) node = node * 2 + bit(literals, base + node);
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    return node & 255;
  }

  /** The length of a match whose distance now stands first. */
  function match(position: number): number {
    if (bit(isRepeat, state) === 0) {
      const count = length(matchLengths, position);
      state = state < 7 ? 7 : 10;
      const [first, second, third] = distances;
      distances = [distance(count), first, second, third];
      return count;
    }
    if (bit(isRepeat, 12 + state) === 0) {
      if (bit(isRepeatLong, state * 16 + position) === 0) {
        state = state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      const which = bit(isRepeat, 24 + state) === 0 ? 1 : 2 + bit(isRepeat, 36 + state);
      const [chosen] = distances.splice(which, 1);
      distances.unshift(chosen!);
    }
    const count = length(repeatLengths, position);
    state = state < 7 ? 8 : 11;
    return count;
  }

  return {
    setProperties(packed: number) {
      if (packed >= 225) throw new RangeError(`LZMA properties ${packed}`);
      literalContext = packed % 9;
      literalPosition = Math.floor(packed / 9) % 5;
      if (literalContext + literalPosition > 4) throw new RangeError(`LZMA2 properties ${packed}`);
      positionMask = (1 << Math.floor(packed / 45)) - 1;
    },
    reset() {
      state = 0;
      distances = [0, 0, 0, 0];
      literals = fresh(0x300 << (literalContext + literalPosition));
      isMatch = fresh(12 * 16);
      isRepeat = fresh(4 * 12);
      isRepeatLong = fresh(12 * 16);
      slots = fresh(4 * 64);
      positions = fresh(128);
      alignment = fresh(16);
      matchLengths = fresh(lengthTree);
      repeatLengths = fresh(lengthTree);
    },
    /** Decodes one chunk beginning at `start` of the input up to `end` of the output. */
    decode(start: number, from: number, end: number): number {
      if (isMatch.length === 0) throw new RangeError('LZMA without a reset');
      at = start + 5;
      range = 0xffffffff;
      code = new DataView(input.buffer, input.byteOffset, input.byteLength).getUint32(start + 1);
      let written = from;
      while (written < end) {
        const position = written & positionMask;
        if (bit(isMatch, state * 16 + position) === 0) {
          output[written] = literal(written);
          written++;
          continue;
        }
        const count = match(position);
        const back = distances[0] + 1;
        if (back > written) throw new RangeError('LZMA refers to before its beginning');
        const stop = Math.min(end, written + count);
        for (; written < stop; written++) output[written] = output[written - back]!;
      }
      return written;
    },
  };
}
