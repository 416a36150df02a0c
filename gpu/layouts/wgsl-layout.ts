/** Scalar type of a field. */
export type WgslScalar = 'f32' | 'i32' | 'u32';

/** Position of a field in its struct, bytes. */
export interface WgslField {
  readonly offset: number;
  readonly size: number;
  readonly scalar: WgslScalar;
  /** Scalars a row: 1 for a scalar, n for a vector, the rows of a matrix. */
  readonly rows: number;
  /** Columns of a matrix, else 1. */
  readonly columns: number;
  /** Bytes from one column of a matrix to the next, else `size`. */
  readonly columnStride: number;
}

/** Host-shareable layout of a WGSL struct (WGSL, "Alignment and Size"). */
export interface WgslStruct {
  readonly name: string;
  readonly size: number;
  readonly align: number;
  readonly fields: Readonly<Record<string, WgslField>>;
}

const scalarOfSuffix: Readonly<Record<string, WgslScalar>> = { f: 'f32', i: 'i32', u: 'u32' };

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

function scalarOf(text: string): WgslScalar {
  if (text === 'f32' || text === 'i32' || text === 'u32') return text;
  throw new Error(`WGSL layout: no host layout for scalar ${text}`);
}

type FieldShape = Omit<WgslField, 'offset'> & { align: number };

function vectorShape(rows: number, scalar: WgslScalar): FieldShape {
  const size = rows * 4;
  return { size, align: rows === 3 ? 16 : size, scalar, rows, columns: 1, columnStride: size };
}

/** Size and alignment of a scalar, vector or matrix type. */
function shapeOf(type: string): FieldShape {
  const vector = /^vec([234])(?:<(\w+)>|([fiu]))$/.exec(type);
  if (vector)
    return vectorShape(Number(vector[1]), scalarOf(vector[2] ?? scalarOfSuffix[vector[3] ?? ''] ?? ''));
  const matrix = /^mat([234])x([234])(?:<f32>|f)$/.exec(type);
  if (matrix) {
    const columns = Number(matrix[1]);
    const column = vectorShape(Number(matrix[2]), 'f32');
    const columnStride = roundUp(column.size, column.align);
    return { ...column, size: columns * columnStride, columns, columnStride };
  }
  return { size: 4, align: 4, scalar: scalarOf(type), rows: 1, columns: 1, columnStride: 4 };
}

function withoutComments(code: string): string {
  return code.replace(/\/\/[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '');
}

/**
 * Offsets, size and alignment of a struct, read from the shader that declares it: the WGSL text is authoritative.
 * Supports scalars, vectors and matrices of 32-bit numbers; throws on anything else or an unknown struct.
 */
export function structLayout(code: string, name: string): WgslStruct {
  const body = new RegExp(`\\bstruct\\s+${name}\\s*\\{([^}]*)\\}`).exec(withoutComments(code))?.[1];
  if (body === undefined) throw new Error(`WGSL layout: no struct ${name}`);
  const fields: Record<string, WgslField> = {};
  let offset = 0;
  let align = 4;
  for (const member of body.split(/,(?![^<]*>)/)) {
    const text = member.trim();
    if (text === '') continue;
    const parts = /^(\w+)\s*:\s*([\w<>]+)$/.exec(text);
    if (!parts) throw new Error(`WGSL layout: cannot read member "${text}" of ${name}`);
    const { align: fieldAlign, ...shape } = shapeOf(parts[2] ?? '');
    offset = roundUp(offset, fieldAlign);
    fields[parts[1] ?? ''] = { ...shape, offset };
    offset += shape.size;
    align = Math.max(align, fieldAlign);
  }
  return { name, size: roundUp(offset, align), align, fields };
}

/** The `const NAME: u32 = 4u;` lines of a shader: flags and enums are defined once for both sides. */
export function wgslConstants(code: string): Readonly<Record<string, number>> {
  const constants: Record<string, number> = {};
  for (const match of withoutComments(code).matchAll(
    /\bconst\s+(\w+)\s*:\s*u32\s*=\s*(0x[\da-f]+|\d+)u?\s*;/gi,
  )) {
    constants[match[1] ?? ''] = Number(match[2]);
  }
  return constants;
}

/** One constant of a shader; throws where the shader does not declare it. */
export function wgslConstant(constants: Readonly<Record<string, number>>, name: string): number {
  const value = constants[name];
  if (value === undefined) throw new Error(`WGSL layout: no constant ${name}`);
  return value;
}
