import { fieldOffsets, pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';
import { type Quantisation, quantise } from '#domain/formats/las/quantisation.ts';
import type { LidarBatch } from '#domain/simulation/lidar.ts';
import type { Placement } from './placement.ts';

/** Point format of the simulated survey: time, colour, fifteen returns. */
export const siteFormat = 7;

const layout = pointFormat(siteFormat);
const scanAngleStepDeg = 0.006;

/** A batch of simulated returns as raw records of format 7. */
export function toRecords(batch: LidarBatch, placement: Placement, quantisation: Quantisation): PointRecords {
  const bytes = new Uint8Array(batch.count * layout.length);
  const view = new DataView(bytes.buffer);
  for (let point = 0; point < batch.count; point++) {
    const at = point * layout.length;
    const world = placement.toWorld(
      batch.xyz[point * 3]!,
      batch.xyz[point * 3 + 1]!,
      batch.xyz[point * 3 + 2]!,
    );
    for (const axis of [0, 1, 2] as const) {
      view.setInt32(at + axis * 4, quantise(world[axis], axis, quantisation), true);
    }
    view.setUint16(at + fieldOffsets.intensity, batch.intensity[point]!, true);
    view.setUint8(
      at + fieldOffsets.returns,
      batch.returnNumber[point]! | (batch.numberOfReturns[point]! << 4),
    );
    view.setUint8(at + layout.classification, batch.classification[point]!);
    view.setInt16(at + layout.scanAngle, Math.round(batch.scanAngleDeg[point]! / scanAngleStepDeg), true);
    view.setUint16(at + layout.pointSourceId, batch.strip[point]!, true);
    view.setFloat64(at + layout.gpsTime!, batch.gpsTime[point]!, true);
    for (let channel = 0; channel < 3; channel++) {
      view.setUint16(at + layout.rgb! + channel * 2, batch.rgb[point * 3 + channel]!, true);
    }
  }
  return { format: siteFormat, recordLength: layout.length, count: batch.count, bytes };
}
