import type { ExtraDimension, ExtraType } from './extra-bytes.ts';
import { extraDescriptorBytes } from './extra-bytes.ts';
import { pointFormat } from './point-format.ts';
import type { VlrContent } from './vlr.ts';

/** A dimension to write: one number a point, value = stored × scale. */
export interface NewDimension {
  /** Up to 32 ASCII characters. */
  readonly name: string;
  readonly description: string;
  readonly type: Exclude<ExtraType, 'bytes' | 'u64' | 'i64'>;
  readonly scale?: number;
}

/** Codes of the types in the descriptor (LAS 1.4 R15, table 24) and their bytes. */
const types: Readonly<Record<NewDimension['type'], readonly [code: number, bytes: number]>> = {
  u8: [1, 1],
  i8: [2, 1],
  u16: [3, 2],
  i16: [4, 2],
  u32: [5, 4],
  i32: [6, 4],
  f32: [9, 4],
  f64: [10, 8],
};

const scaleBit = 8;
const place = { type: 2, options: 3, name: 4, scale: 112, description: 160 } as const;
const textBytes = 32;

/** Offsets of new dimensions in a record of a point format, one after the other. */
export function layExtraBytes(
  format: number,
  dimensions: readonly NewDimension[],
): { readonly recordLength: number; readonly placed: readonly ExtraDimension[] } {
  let offset = pointFormat(format).length;
  const placed = dimensions.map(({ name, description, type, scale }): ExtraDimension => {
    const [, length] = types[type];
    const dimension = { name, description, type, elements: 1, offset, length };
    offset += length;
    return scale === undefined ? dimension : { ...dimension, scale: [scale] };
  });
  return { recordLength: offset, placed };
}

/** The record that describes the extra bytes (LASF_Spec 4; LAS 1.4 R15, table 24). */
export function extraBytesRecord(dimensions: readonly NewDimension[]): VlrContent {
  const data = new Uint8Array(extraDescriptorBytes * dimensions.length);
  const view = new DataView(data.buffer);
  const encoder = new TextEncoder();
  dimensions.forEach(({ name, description, type, scale }, index) => {
    const at = index * extraDescriptorBytes;
    view.setUint8(at + place.type, types[type][0]);
    view.setUint8(at + place.options, scale === undefined ? 0 : scaleBit);
    data.set(encoder.encode(name).subarray(0, textBytes), at + place.name);
    if (scale !== undefined) view.setFloat64(at + place.scale, scale, true);
    data.set(encoder.encode(description).subarray(0, textBytes), at + place.description);
  });
  return { userId: 'LASF_Spec', recordId: 4, description: 'extra bytes', data };
}
