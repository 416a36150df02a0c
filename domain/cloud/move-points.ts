import { createTransform, type TransformEnd } from '../crs/transform.ts';
import type { PointRecords } from '../formats/las/points.ts';
import { type Quantisation, quantise } from '../formats/las/quantisation.ts';

/** How points are put into another coordinate system: plain data. */
export interface PointMove {
  /** The systems in plan; heights are only scaled. */
  readonly plan: readonly [from: TransformEnd, to: TransformEnd];
  readonly heightScale: number;
  /** Scale and offset of the moved points. */
  readonly quantisation: Quantisation;
  /** Named in errors. */
  readonly file: string;
}

/**
 * Rewrites the integers of raw records in place, from a scale and offset to those of the moved points. Errors:
 * `crs.transform-not-finite` for points that have no place in the new system, `las.overflow`.
 */
export function movePoints(records: PointRecords, from: Quantisation, move: PointMove): void {
  const { plan: ends, heightScale, quantisation, file } = move;
  const { bytes, count, recordLength } = records;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const plan = new Float64Array(count * 2);
  for (let point = 0; point < count; point++) {
    for (const axis of [0, 1] as const) {
      const integer = view.getInt32(point * recordLength + axis * 4, true);
      plan[point * 2 + axis] = integer * from.scale[axis] + from.offset[axis];
    }
  }
  createTransform(...ends).batch(plan, 2);
  for (let point = 0; point < count; point++) {
    const at = point * recordLength;
    const z = (view.getInt32(at + 8, true) * from.scale[2] + from.offset[2]) * heightScale;
    view.setInt32(at, quantise(plan[point * 2]!, 0, quantisation, file), true);
    view.setInt32(at + 4, quantise(plan[point * 2 + 1]!, 1, quantisation, file), true);
    view.setInt32(at + 8, quantise(z, 2, quantisation, file), true);
  }
}
