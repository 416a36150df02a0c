import { AppError } from '../../errors/app-error.ts';

/** Arrays that a file can hold; little-endian, as typed arrays are on every machine we run on. */
export type StoredArray =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

const kinds = {
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
  f4: Float32Array,
  f8: Float64Array,
} as const;

type Kind = keyof typeof kinds;

/** Location of an array: bytes from the start of the arrays' part, and its number of elements. */
export interface ArrayPlace {
  readonly name: string;
  /** `u` unsigned integer, `f` float; the digit is the bytes of an element. */
  readonly type: Kind;
  readonly offset: number;
  readonly length: number;
}

function kindOf(array: StoredArray): Kind {
  const found = (Object.keys(kinds) as Kind[]).find((kind) => array instanceof kinds[kind]);
  return found ?? 'u1';
}

const alignment = 8;
const aligned = (offset: number) => Math.ceil(offset / alignment) * alignment;

/** Lays arrays one after the other, each at a multiple of 8 bytes. Copies. */
export function arrangeArrays(arrays: Readonly<Record<string, StoredArray>>): {
  readonly places: readonly ArrayPlace[];
  readonly bytes: Uint8Array<ArrayBuffer>;
} {
  const places: ArrayPlace[] = [];
  let size = 0;
  for (const [name, array] of Object.entries(arrays)) {
    places.push({ name, type: kindOf(array), offset: size, length: array.length });
    size = aligned(size + array.byteLength);
  }
  const bytes = new Uint8Array(size);
  for (const { name, offset } of places) {
    const array = arrays[name]!;
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
  }
  return { places, bytes };
}

const magic = 'PLA1';
const headLength = 16;

/** One file of plain JSON facts and arrays: `PLA1`, length of the JSON, the JSON, the arrays. Copies. */
export function packArrays(
  facts: unknown,
  arrays: Readonly<Record<string, StoredArray>>,
): Uint8Array<ArrayBuffer> {
  const { places, bytes } = arrangeArrays(arrays);
  const head = new TextEncoder().encode(JSON.stringify({ facts, places }));
  const start = aligned(headLength + head.length);
  const file = new Uint8Array(start + bytes.length);
  file.set(new TextEncoder().encode(magic));
  const view = new DataView(file.buffer);
  view.setUint32(4, head.length, true);
  view.setUint32(8, bytes.length, true);
  file.set(head, headLength);
  file.set(bytes, start);
  return file;
}

/**
 * Reads what `packArrays` wrote; the arrays are copies. Error: `photo.bad-store` for anything else.
 * @param name of the file, for the error
 */
export function unpackArrays<F>(
  file: Uint8Array,
  name: string,
): { readonly facts: F; readonly arrays: Readonly<Record<string, StoredArray>> } {
  try {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const headBytes = view.getUint32(4, true);
    const start = aligned(headLength + headBytes);
    const isWhole =
      new TextDecoder().decode(file.subarray(0, 4)) === magic &&
      file.byteLength === start + view.getUint32(8, true);
    if (!isWhole) throw new RangeError('not whole');
    const text = new TextDecoder().decode(file.subarray(headLength, headLength + headBytes));
    const { facts, places } = JSON.parse(text) as { facts: F; places: ArrayPlace[] };
    const arrays = places.map((place) => {
      const array = new kinds[place.type](place.length);
      const from = start + place.offset;
      new Uint8Array(array.buffer).set(file.subarray(from, from + array.byteLength));
      return [place.name, array as StoredArray] as const;
    });
    return { facts, arrays: Object.fromEntries(arrays) };
  } catch (cause) {
    throw new AppError('photo.bad-store', { file: name }, { cause });
  }
}
