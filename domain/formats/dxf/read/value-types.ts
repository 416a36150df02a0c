/** How the value of a group is stored, by its code. */
export const valueTypes = { text: 0, real: 1, int16: 2, int32: 3, int64: 4, byte: 5, chunk: 6 } as const;
export type ValueType = (typeof valueTypes)[keyof typeof valueTypes];

/** The greatest group code of the format. */
export const maxCode = 1071;

const ranges: readonly (readonly [first: number, last: number, type: ValueType])[] = [
  [10, 59, valueTypes.real],
  [60, 79, valueTypes.int16],
  [90, 99, valueTypes.int32],
  [110, 149, valueTypes.real],
  [160, 169, valueTypes.int64],
  [170, 179, valueTypes.int16],
  [210, 239, valueTypes.real],
  [270, 289, valueTypes.int16],
  [290, 299, valueTypes.byte],
  [310, 319, valueTypes.chunk],
  [370, 389, valueTypes.int16],
  [400, 409, valueTypes.int16],
  [420, 429, valueTypes.int32],
  [440, 459, valueTypes.int32],
  [460, 469, valueTypes.real],
  [1004, 1004, valueTypes.chunk],
  [1010, 1059, valueTypes.real],
  [1060, 1070, valueTypes.int16],
  [1071, 1071, valueTypes.int32],
];

function makeTable(): Uint8Array {
  const table = new Uint8Array(maxCode + 1);
  for (const [first, last, type] of ranges) table.fill(type, first, last + 1);
  return table;
}

/**
 * The type of each group code, by code from 0 to `maxCode`. Source: Autodesk, DXF Reference, Group Code Value Types.
 */
export const typeOfCode = makeTable();
