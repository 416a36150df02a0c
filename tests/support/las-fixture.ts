import { memorySink } from '#domain/formats/byte-sink.ts';
import { createLasWriter, type LasWriterOptions } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import type { PointRecords } from '#domain/formats/las/points.ts';

/** Deterministic bytes for `count` records: every field differs from point to point. */
export function sampleRecords(format: number, count: number, extraBytes = 0): PointRecords {
  const layout = pointFormat(format);
  const recordLength = layout.length + extraBytes;
  const bytes = new Uint8Array(count * recordLength);
  const view = new DataView(bytes.buffer);
  for (let point = 0; point < count; point++) {
    const at = point * recordLength;
    view.setInt32(at, point * 7 - 1000, true);
    view.setInt32(at + 4, 5000 - point * 3, true);
    view.setInt32(at + 8, (point * point) % 977, true);
    view.setUint16(at + 12, (point * 13) % 65_536, true);
    const returns = 1 + (point % 3);
    const number = 1 + (point % returns);
    view.setUint8(at + 14, layout.extended ? number | (returns << 4) : number | (returns << 3) | 0x40);
    view.setUint8(at + layout.classification, layout.extended ? point % 20 : (point % 13) | 0x20);
    view.setUint8(at + layout.userData, point % 256);
    if (layout.extended) view.setInt16(at + layout.scanAngle, (point % 200) - 100, true);
    else view.setInt8(at + layout.scanAngle, (point % 60) - 30);
    view.setUint16(at + layout.pointSourceId, 40 + (point % 5), true);
    if (layout.gpsTime !== undefined) view.setFloat64(at + layout.gpsTime, 1e5 + point / 128, true);
    for (const [index, field] of [layout.rgb, layout.rgb, layout.rgb].entries()) {
      if (field !== undefined)
        view.setUint16(at + field + index * 2, (point * (index + 3) * 257) % 65_536, true);
    }
    if (layout.nir !== undefined) view.setUint16(at + layout.nir, point % 65_536, true);
    for (let extra = 0; extra < extraBytes; extra++) bytes[at + layout.length + extra] = point + extra;
  }
  return { format, recordLength, count, bytes };
}

/** An uncompressed LAS file of sample records, as bytes. */
export async function sampleLas(
  format: number,
  count: number,
  options: Partial<LasWriterOptions> & { extraBytes?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const records = sampleRecords(format, count, options.extraBytes);
  const sink = memorySink();
  const writer = await createLasWriter(sink, {
    format,
    recordLength: records.recordLength,
    quantisation: { scale: [0.01, 0.01, 0.001], offset: [500_000, 4_000_000, 100] },
    gpsTimeType: 'adjusted-standard',
    hasWktBit: false,
    vlrs: [],
    ...options,
  });
  await writer.write(records);
  await writer.finish();
  return sink.bytes();
}
