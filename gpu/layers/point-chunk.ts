import { isPointSeen, type PointFilter } from '#domain/cloud/point-filter.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { type PackedPoints, unpackPoint } from '#domain/view/pack-points.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { PointsDraw } from '../draw/draws.ts';
import type { PickHit } from '../picking/draw-ids.ts';
import { DeviceBuffer } from '../resources/device-data.ts';

/** Packed points on CPU and device, with their position. */
export interface PointChunk {
  readonly packed: PackedPoints;
  readonly buffer: DeviceBuffer;
  /** Point sources and times; null where they were not requested. */
  readonly flight: DeviceBuffer | null;
  /** Coordinate of a file integer: integer × scale + offset. */
  readonly scale: WorldPoint;
  readonly offset: WorldPoint;
  /** World position of the packed origin. */
  readonly origin: WorldPoint;
  readonly min: WorldPoint;
  readonly max: WorldPoint;
}

function toWorld(
  integers: readonly [number, number, number],
  scale: WorldPoint,
  offset: WorldPoint,
): WorldPoint {
  return [
    integers[0] * scale[0] + offset[0],
    integers[1] * scale[1] + offset[1],
    integers[2] * scale[2] + offset[2],
  ];
}

/** Wraps packed points for drawing. The device buffers are owned by the chunk's holder. */
export function makeChunk(
  label: string,
  packed: PackedPoints,
  scale: WorldPoint,
  offset: WorldPoint,
): PointChunk {
  const { words, flight } = packed;
  return {
    packed,
    buffer: new DeviceBuffer(label, GPUBufferUsage.STORAGE, words),
    flight: flight && new DeviceBuffer(`${label} flight`, GPUBufferUsage.STORAGE, flight),
    scale,
    offset,
    origin: toWorld(packed.origin, scale, offset),
    min: toWorld(packed.min, scale, offset),
    max: toWorld(packed.max, scale, offset),
  };
}

/** Frees the device memory of a chunk. */
export function releaseChunk({ buffer, flight }: PointChunk): void {
  buffer.release();
  flight?.release();
}

/** The draw of a chunk. */
export function chunkDraw(
  chunk: PointChunk,
  drawId: number,
  { spacings, middle }: Pick<PointsDraw, 'spacings' | 'middle'>,
): PointsDraw {
  const { packed, scale } = chunk;
  return {
    drawId,
    buffer: chunk.buffer,
    flight: chunk.flight,
    count: packed.count,
    origin: chunk.origin,
    scale: [scale[0] * packed.step, scale[1] * packed.step, scale[2] * packed.step],
    hasRgb: packed.hasRgb,
    hasClassification: packed.hasClassification,
    hasReturns: packed.hasReturns,
    hasTime: packed.gpsTime !== null,
    timeBase: packed.timeBase,
    spacings,
    middle,
  };
}

/**
 * The pick result of a point of a chunk: the file's own integers, scaled exactly. Null where the filter hides the exact
 * point; the rendered position is rounded.
 */
export function pointPick(
  layerId: string,
  chunk: PointChunk,
  hit: PickHit,
  filter: PointFilter,
): PickResult | null {
  const { packed, scale, offset } = chunk;
  const point = unpackPoint(packed, hit.element);
  const result = {
    kind: 'point',
    layerId,
    position: toWorld(point.integers, scale, offset),
    distancePx: hit.distancePx,
    integers: point.integers,
    scale,
    offset,
    classification: packed.hasClassification ? point.classification : null,
    intensity: packed.hasIntensity ? point.intensity : null,
    returnNumber: packed.hasReturns ? point.returnNumber : null,
    numberOfReturns: packed.hasReturns ? point.numberOfReturns : null,
    pointSourceId: point.pointSourceId,
    gpsTime: point.gpsTime,
    rgb: packed.hasRgb ? point.rgb : null,
  } as const;
  return isPointSeen(filter, result) ? result : null;
}
