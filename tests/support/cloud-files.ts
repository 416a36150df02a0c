import { writeFile } from 'node:fs/promises';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';

const scale = 0.001;
const origin = [500_000, 4_000_000, 100] as const;

/** An uncompressed LAS 1.4 file (format 6) of points at places in metres from a fixed origin, without a CRS. */
export async function writeCloud(
  path: string,
  places: readonly (readonly [x: number, y: number, z: number])[],
  classification = 1,
): Promise<string> {
  const layout = pointFormat(6);
  const bytes = new Uint8Array(places.length * layout.length);
  const view = new DataView(bytes.buffer);
  places.forEach((place, point) => {
    const at = point * layout.length;
    for (const axis of [0, 1, 2] as const) {
      view.setInt32(at + 4 * axis, Math.round(place[axis] / scale), true);
    }
    view.setUint8(at + 14, 0x11);
    view.setUint8(at + layout.classification, classification);
    view.setFloat64(at + layout.gpsTime!, point / 1000, true);
  });
  const sink = memorySink();
  const writer = await createLasWriter(sink, {
    format: 6,
    recordLength: layout.length,
    quantisation: { scale: [scale, scale, scale], offset: origin },
    gpsTimeType: 'adjusted-standard',
    hasWktBit: false,
    vlrs: [],
  });
  await writer.write({ format: 6, recordLength: layout.length, count: places.length, bytes });
  await writer.finish();
  await writeFile(path, sink.bytes());
  return path;
}

/** Rolling ground with a block on it, `side` × `side` points half a metre apart. */
export function rollingPlaces(side: number): [x: number, y: number, z: number][] {
  return Array.from({ length: side * side }, (_, k) => {
    const [x, y] = [(k % side) / 2, Math.floor(k / side) / 2];
    const isOnBlock = Math.abs(x - side / 4) < side / 40 && Math.abs(y - side / 4) < side / 40;
    return [x, y, 2 * Math.sin(x / 20) * Math.cos(y / 25) + (isOnBlock ? 6 : 0)];
  });
}
