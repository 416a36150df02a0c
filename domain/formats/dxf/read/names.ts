const slots = 1024;

/** Gives equal short ASCII texts one string, so that the names that a file repeats a million times cost no memory. */
export class NameCache {
  readonly #names: (string | undefined)[] = Array(slots).fill(undefined);

  /** The ASCII text of bytes `[start, end)`; undefined where it holds other letters. */
  take(bytes: Uint8Array, start: number, end: number): string | undefined {
    let hash = end - start;
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (byte >= 0x80) return undefined;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    const slot = hash & (slots - 1);
    const held = this.#names[slot];
    if (held !== undefined && isSame(held, bytes, start, end)) return held;
    const name = new TextDecoder().decode(bytes.subarray(start, end));
    this.#names[slot] = name;
    return name;
  }
}

function isSame(name: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}
