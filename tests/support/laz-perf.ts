import { createLazPerf } from 'laz-perf';

/** Records of a whole LAZ file as laz-perf decodes them: an independent reader. */
export async function readWithLazPerf(
  bytes: Uint8Array,
): Promise<{ format: number; recordLength: number; count: number; bytes: Buffer }> {
  const module = await createLazPerf();
  const file = module._malloc(bytes.byteLength);
  module.HEAPU8.set(bytes, file);
  const reader = new module.LASZip();
  try {
    reader.open(file, bytes.byteLength);
    const [format, recordLength, count] = [
      reader.getPointFormat(),
      reader.getPointLength(),
      reader.getCount(),
    ];
    const record = module._malloc(recordLength);
    const records = Buffer.alloc(count * recordLength);
    for (let point = 0; point < count; point++) {
      reader.getPoint(record);
      records.set(module.HEAPU8.subarray(record, record + recordLength), point * recordLength);
    }
    return { format, recordLength, count, bytes: records };
  } finally {
    reader.delete();
  }
}
