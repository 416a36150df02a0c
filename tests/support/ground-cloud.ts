import { writeFile } from 'node:fs/promises';
import { readCrs } from '#domain/crs/read-crs.ts';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { projectionUserId } from '#domain/formats/las/crs-declarations.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';

/** A point of a test's cloud; ground and not withheld by default. */
export interface CloudPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly classification?: number;
  readonly isWithheld?: boolean;
  /** In the file's type of GPS time. */
  readonly time?: number;
}

export interface CloudOptions {
  /** 1 (LAS 1.2) or 6 (LAS 1.4, the default). */
  readonly format?: 1 | 6;
  /** A system in the form of `--crs`; null for none. */
  readonly crs?: string | null;
  readonly scale?: number;
  readonly gpsTimeType?: 'week' | 'adjusted-standard';
}

/** Writes a LAS file of points in world coordinates. */
export async function writeGroundCloud(
  path: string,
  points: readonly CloudPoint[],
  {
    format = 6,
    crs = 'LOCAL_CS["site",UNIT["metre",1]]',
    scale = 0.001,
    gpsTimeType = 'adjusted-standard',
  }: CloudOptions = {},
): Promise<string> {
  const layout = pointFormat(format);
  const offset = [Math.floor(points[0]!.x), Math.floor(points[0]!.y), 0] as const;
  const bytes = new Uint8Array(points.length * layout.length);
  const view = new DataView(bytes.buffer);
  points.forEach(({ x, y, z, classification = 2, isWithheld = false, time = 0 }, index) => {
    const at = index * layout.length;
    [x, y, z].forEach((value, axis) => {
      view.setInt32(at + 4 * axis, Math.round((value - offset[axis]!) / scale), true);
    });
    view.setUint8(at + 14, layout.extended ? 0x11 : 0x09);
    view.setUint8(at + layout.classification, classification);
    view.setFloat64(at + layout.gpsTime!, time, true);
    const flag = layout.extended ? 1 << 2 : 1 << 7;
    if (isWithheld) bytes[at + 15] = bytes[at + 15]! | flag;
  });
  const wkt = crs === null ? null : (await readCrs([{ source: 'user', payload: crs }])).wkt;
  const data = new TextEncoder().encode(`${wkt}\0`);
  const sink = memorySink();
  const writer = await createLasWriter(sink, {
    format,
    recordLength: layout.length,
    quantisation: { scale: [scale, scale, scale], offset },
    gpsTimeType,
    hasWktBit: format === 6 && wkt !== null,
    versionMinor: format === 6 ? 4 : 2,
    vlrs: wkt === null ? [] : [{ userId: projectionUserId, recordId: 2112, description: 'WKT', data }],
  });
  await writer.write({ format, recordLength: layout.length, count: points.length, bytes });
  await writer.finish();
  await writeFile(path, sink.bytes());
  return path;
}

/** Points a unit apart over a rectangle of whole numbers, at the height that a function gives. */
export function gridOfPoints(
  width: number,
  height: number,
  z: (x: number, y: number) => number,
  origin: readonly [number, number] = [1000, 2000],
): CloudPoint[] {
  return Array.from({ length: (width + 1) * (height + 1) }, (_, i) => {
    const [x, y] = [i % (width + 1), Math.floor(i / (width + 1))];
    return { x: origin[0] + x, y: origin[1] + y, z: z(x, y) };
  });
}
