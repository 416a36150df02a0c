/** How one sample (or, for complex types, one component) is held in memory. */
export type SampleType =
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'uint32'
  | 'int32'
  | 'uint64'
  | 'int64'
  | 'float32'
  | 'float64'
  | 'complex-int16'
  | 'complex-int32'
  | 'complex-float32'
  | 'complex-float64';

/** Sample types that can be read into and written from arrays of one number a sample. */
export type RealSampleType = Exclude<SampleType, `complex-${string}`>;

/** Arrays of samples, by type; 64-bit integers are BigInt arrays so that nothing is lost. */
export type SampleArray =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | BigUint64Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

const constructors = {
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  uint64: BigUint64Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

/** Bytes a sample of a real type takes in memory. */
export function sampleBytes(type: RealSampleType): number {
  return constructors[type].BYTES_PER_ELEMENT;
}

/** A zeroed array of `length` samples. */
export function createSamples(type: RealSampleType, length: number): SampleArray {
  return new constructors[type](length);
}

/** A view of native-order bytes as samples; the buffer is shared and must be aligned. */
export function viewSamples(type: RealSampleType, bytes: Uint8Array<ArrayBuffer>): SampleArray {
  const count = Math.floor(bytes.byteLength / sampleBytes(type));
  return new constructors[type](bytes.buffer, bytes.byteOffset, count);
}

/** The sample type that holds an array's elements. */
export function sampleTypeOf(samples: SampleArray): RealSampleType {
  const names = Object.keys(constructors) as RealSampleType[];
  return names.find((name) => samples instanceof constructors[name])!;
}

/** Whether a type is stored as floating point. */
export function isFloatType(type: SampleType): boolean {
  return type === 'float32' || type === 'float64' || type === 'complex-float32' || type === 'complex-float64';
}

const sampleFormat = {
  unsigned: 1,
  signed: 2,
  float: 3,
  undefined: 4,
  complexInt: 5,
  complexFloat: 6,
} as const;

/**
 * The type in memory of samples of `bits` bits in a TIFF sample format (tag 339), widened to the next
 * array type as GDAL does (which takes signed numbers of odd widths as unsigned); undefined when no reader
 * takes them.
 */
export function sampleTypeFor(bits: number, format: number): SampleType | undefined {
  switch (format) {
    case sampleFormat.unsigned:
    case sampleFormat.undefined:
      return unsignedType(bits);
    case sampleFormat.signed:
      return ({ 8: 'int8', 16: 'int16', 32: 'int32', 64: 'int64' } as const)[bits] ?? unsignedType(bits);
    case sampleFormat.float:
      return ({ 16: 'float32', 24: 'float32', 32: 'float32', 64: 'float64' } as const)[bits];
    case sampleFormat.complexInt:
      return ({ 32: 'complex-int16', 64: 'complex-int32' } as const)[bits];
    case sampleFormat.complexFloat:
      return ({ 64: 'complex-float32', 128: 'complex-float64' } as const)[bits];
    default:
      return undefined;
  }
}

function unsignedType(bits: number): SampleType | undefined {
  if (bits >= 1 && bits <= 8) return 'uint8';
  if (bits <= 16) return 'uint16';
  if (bits <= 32) return 'uint32';
  return bits === 64 ? 'uint64' : undefined;
}
