type Growable = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;

/**
 * Room for `length` values: the array itself where it is long enough, else a copy at least twice as long. Writing
 * past the end of a typed array does nothing, so a growing list must call this before every write. Error: a
 * `RangeError` where the length is no whole number.
 */
export function withRoom<T extends Growable>(values: T, length: number): T {
  if (!Number.isSafeInteger(length)) throw new RangeError(`no array has a length of ${length}`);
  if (length <= values.length) return values;
  const kind = values.constructor as new (length: number) => T;
  const larger = new kind(Math.max(2 * values.length, length));
  larger.set(values);
  return larger;
}
