import type { WgslStruct } from './wgsl-layout.ts';

/** Values of a struct's fields by name: a number for a scalar, column-major numbers for the rest. */
export type StructValues = Readonly<Record<string, number | ArrayLike<number>>>;

/**
 * Writes a struct's values at `byteOffset` of a buffer. Every field must be given, with as many numbers as it has
 * scalars; throws otherwise, so that a field added to the shader cannot be forgotten here.
 */
export function writeStruct(
  view: DataView,
  byteOffset: number,
  layout: WgslStruct,
  values: StructValues,
): void {
  for (const name in layout.fields) {
    const field = layout.fields[name]!;
    const value = values[name];
    if (value === undefined) throw new Error(`${layout.name}.${name} is not written`);
    const numbers = typeof value === 'number' ? [value] : value;
    if (numbers.length !== field.rows * field.columns) {
      throw new Error(
        `${layout.name}.${name} takes ${field.rows * field.columns} numbers, not ${numbers.length}`,
      );
    }
    for (let i = 0; i < numbers.length; i++) {
      const column = Math.floor(i / field.rows);
      const at = byteOffset + field.offset + column * field.columnStride + (i % field.rows) * 4;
      const number = numbers[i]!;
      if (field.scalar === 'f32') view.setFloat32(at, number, true);
      else if (field.scalar === 'u32') view.setUint32(at, number, true);
      else view.setInt32(at, number, true);
    }
  }
}
