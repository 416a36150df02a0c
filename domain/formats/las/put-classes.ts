import { pointFormat } from './point-format.ts';
import type { PointRecords } from './points.ts';

/** Writes a class each into raw records of formats 6 to 10, whose byte holds nothing else, in place. */
export function putClasses({ format, recordLength, count, bytes }: PointRecords, classes: Uint8Array): void {
  const { classification } = pointFormat(format);
  for (let point = 0; point < count; point++) {
    bytes[point * recordLength + classification] = classes[point]!;
  }
}
