import { createLazPerf } from 'laz-perf';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import type { LayerName, PointRecords } from '#domain/formats/las/points.ts';
import { encodeChunkTable, readChunkTable } from '#domain/formats/laz/chunk-table.ts';
import {
  createLazVlr,
  defaultChunkSize,
  encodeLazVlr,
  lazVlrRecordId,
  lazVlrUserId,
  writtenScheme,
} from '#domain/formats/laz/laz-vlr.ts';
import { createLazCodec, type LazCodec } from '#wasm/bindings/laz.ts';
import type { BenchCase } from '../case.ts';
import { makeLidar } from '../data/lidar.ts';

const wanted: LayerName[] = ['xyz', 'classification', 'intensity', 'rgb'];

async function makeFile(codec: LazCodec, records: PointRecords): Promise<Uint8Array> {
  const { format, recordLength } = records;
  const sink = memorySink();
  const writer = await createLasWriter(sink, {
    format,
    recordLength,
    quantisation: { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] },
    gpsTimeType: 'adjusted-standard',
    versionMinor: 2,
    hasWktBit: false,
    vlrs: [],
    compression: {
      vlr: {
        userId: lazVlrUserId,
        recordId: lazVlrRecordId,
        description: '',
        data: encodeLazVlr(createLazVlr(format, 0, defaultChunkSize)),
      },
      chunkPoints: defaultChunkSize,
      parallel: 1,
      encode: async (chunk) => codec.encodeChunk(chunk),
      encodeTable: (chunks) =>
        encodeChunkTable(
          chunks.map(({ bytes, points }) => ({ byteLength: bytes, pointCount: points })),
          false,
        ),
    },
  });
  await writer.write(records);
  await writer.finish();
  return sink.bytes();
}

/** LAZ of format 3 to arrays against laz-perf, which returns records one by one. */
export const lazCases: readonly BenchCase[] = [
  {
    name: 'laz',
    workload:
      'LAZ format 3 with 8-bit colours, 1 M points in chunks of 50,000, to xyz, class, intensity and RGB arrays; ' +
      'the peer decodes and copies out each record',
    goal: 2,
    async prepare({ quick, kernel }) {
      const codec = createLazCodec(kernel('laz'));
      const count = quick ? 200_000 : 1_000_000;
      const file = await makeFile(codec, makeLidar(3, count));
      const source = memorySource('bench', file);
      const { header } = await openLas(source);
      const scheme = writtenScheme(3, header.recordLength);
      const vlr = createLazVlr(3, 0, defaultChunkSize);
      const chunks = await readChunkTable(source, header, vlr);
      const peer = await createLazPerf();
      return {
        ours: () =>
          chunks.map(({ offset, byteLength, pointCount }) => {
            const compressed = file.subarray(offset, offset + byteLength);
            return codec.decodeLayers({ scheme, compressed, pointCount, file: 'bench', offset }, wanted);
          }),
        peer: {
          name: 'laz-perf',
          run: () => {
            const data = peer._malloc(file.byteLength);
            const record = peer._malloc(header.recordLength);
            peer.HEAPU8.set(file, data);
            const reader = new peer.LASZip();
            reader.open(data, file.byteLength);
            const out = new Uint8Array(count * header.recordLength);
            for (let i = 0; i < count; i++) {
              reader.getPoint(record);
              out.set(peer.HEAPU8.subarray(record, record + header.recordLength), i * header.recordLength);
            }
            reader.delete();
            peer._free(data);
            peer._free(record);
            return out;
          },
        },
      };
    },
  },
];
