import { isGroundPoint, isSurfacePoint } from '#domain/cloud/point-use.ts';
import { convertRecords, modernFormatOf } from '#domain/formats/las/convert-records.ts';
import type { LasFile } from '#domain/formats/las/las-file.ts';
import { addRecords, createSummary, summaryBounds } from '#domain/formats/las/summary.ts';
import type { Rect } from '#domain/geometry/grid/grid.ts';
import {
  createOccupancy,
  gapSpacings,
  type Occupancy,
  outlineOf,
  type SurveyOutline,
} from '#domain/geometry/outline/survey-outline.ts';
import { createSpacingMeter } from '#domain/geometry/plane/point-spacing.ts';
import type { TaskPool } from '#workers/contract/pool.ts';
import { decodeOn, readCloud } from '#workers/io/read-cloud.ts';
import { createPointList } from '../../pipeline/cloud/point-list.ts';

/** The ground of a cloud, and the area with any measurement. */
export interface GroundPoints {
  /** xyz per point; owned by the caller. */
  readonly points: Float64Array<ArrayBuffer>;
  readonly occupancy: Occupancy;
  readonly withheld: number;
}

/**
 * Reads the ground points of a file, heights multiplied; of a truncated file those that are there. Reads again where
 * the header's bounds are wrong. Errors: las.*, laz.*
 */
export async function readGroundPoints(
  file: LasFile,
  heightFactor: number,
  pool: TaskPool,
  signal: AbortSignal,
): Promise<GroundPoints> {
  const { scale, offset } = file.header;
  const format = modernFormatOf(file.header.pointFormat);
  const slack = Math.max(Math.abs(scale[0]), Math.abs(scale[1]));
  let rect = planRect(file.bounds, slack);
  for (;;) {
    const occupancy = createOccupancy(rect);
    const ground = createPointList(65_536);
    const summary = createSummary();
    for await (const raw of readCloud(file, decodeOn(pool), { signal, acceptTruncated: true })) {
      const records = convertRecords(raw, format, { drop: ['waveform'], file: file.source.name });
      addRecords(summary, records);
      const { bytes, count, recordLength } = records;
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let i = 0, at = 0; i < count; i++, at += recordLength) {
        if (!isSurfacePoint(bytes, at)) continue;
        const x = view.getInt32(at, true) * scale[0] + offset[0];
        const y = view.getInt32(at + 4, true) * scale[1] + offset[1];
        occupancy.see(x, y);
        if (isGroundPoint(bytes, at)) {
          ground.add(x, y, (view.getInt32(at + 8, true) * scale[2] + offset[2]) * heightFactor);
        }
      }
    }
    const found = planRect(summaryBounds(summary, file.header), 0);
    if (isWithin(found, rect)) return { points: ground.finish(), occupancy, withheld: summary.withheld };
    rect = found;
  }
}

/** The outline of a survey by the spacing of its ground points, or by a given gap. */
export function outlineFor(
  points: Float64Array,
  occupancy: Occupancy,
  maxGap: number | undefined,
): SurveyOutline {
  if (maxGap !== undefined) return outlineOf(occupancy, maxGap);
  const meter = createSpacingMeter(occupancy.rect, points.length / 3);
  for (let i = 0; i < points.length; i += 3) meter.see(points[i]!, points[i + 1]!);
  return outlineOf(occupancy, gapSpacings * meter.spacing());
}

type Bounds = { readonly min: readonly number[]; readonly max: readonly number[] } | null | undefined;

function planRect(bounds: Bounds, slack: number): Rect {
  const [minX = 0, minY = 0] = bounds?.min ?? [];
  const [maxX = 0, maxY = 0] = bounds?.max ?? [];
  return { minX: minX - slack, minY: minY - slack, maxX: maxX + slack, maxY: maxY + slack };
}

function isWithin(inner: Rect, outer: Rect): boolean {
  return (
    inner.minX >= outer.minX &&
    inner.minY >= outer.minY &&
    inner.maxX <= outer.maxX &&
    inner.maxY <= outer.maxY
  );
}
