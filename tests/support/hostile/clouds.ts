import { readCrsWith } from '#domain/crs/read-crs.ts';
import type { CrsTable } from '#domain/crs/table.ts';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { createCopcWriter } from '#domain/formats/copc/copc-writer.ts';
import { readHierarchy } from '#domain/formats/copc/hierarchy.ts';
import { copcInfoRecordId, copcUserId, parseCopcInfo } from '#domain/formats/copc/info.ts';
import { readExtraValues } from '#domain/formats/las/extra-bytes.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { readUncompressedRecords } from '#domain/formats/las/read-records.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import { findVlr, readVlrData } from '#domain/formats/las/vlr.ts';
import { findCloudChunks } from '#domain/formats/laz/cloud-chunks.ts';
import { countPoints } from '#domain/formats/laz/missing-points.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { guardedSource } from '../guarded-source.ts';
import { loadKernel } from '../kernels.ts';
import { sampleLas } from '../las-fixture.ts';
import { mixedRecords } from '../laz-records.ts';
import type { HostileParser } from './parser.ts';
import { systemRecords } from './systems.ts';

function lasParser(table: CrsTable, inputs: readonly Uint8Array[]): HostileParser {
  return {
    name: 'LAS',
    inputs,
    async parse(bytes) {
      const file = await openLas(guardedSource('a.las', bytes));
      const report = readCrsWith(table, file.crsDeclarations, { wktBit: file.header.hasWktBit });
      await countPoints(file);
      const sums = createSummary();
      for await (const records of readUncompressedRecords(file, { acceptTruncated: true })) {
        addRecords(sums, records);
        for (const dimension of file.extraDimensions) readExtraValues(records, dimension);
      }
      return { report, sums };
    },
  };
}

/** Memory limit of a chunk: the codec's own limit permits some 30 KB to allocate 1 GiB. */
const maxChunkBytes = 64 * 2 ** 20;

async function copcFile(format: number, extraBytes: number): Promise<Uint8Array> {
  const codec = createLazCodec(loadKernel('laz'));
  const sink = memorySink();
  const nodes = [
    { key: { level: 1, x: 0, y: 1, z: 1 }, records: mixedRecords(format, extraBytes, 40, 2) },
    { key: { level: 0, x: 0, y: 0, z: 0 }, records: mixedRecords(format, extraBytes, 60, 3) },
  ];
  const writer = await createCopcWriter(sink, {
    format,
    recordLength: nodes[0]!.records.recordLength,
    quantisation: { scale: [0.001, 0.001, 0.001], offset: [500_000, 4_000_000, 0] },
    gpsTimeType: 'adjusted-standard',
    cube: { minX: 400_000, minY: 3_900_000, minZ: -100, size: 200_000 },
    spacing: 1562.5,
    vlrs: systemRecords().slice(0, 1),
    hasWktBit: true,
    file: 'a.copc.laz',
  });
  const summary = createSummary();
  for (const { key, records } of nodes) {
    addRecords(summary, records);
    await writer.writeNode({ key, count: records.count, chunk: codec.encodeChunk(records) });
  }
  await writer.finish(summary);
  return sink.bytes();
}

function lazParser(inputs: readonly Uint8Array[]): HostileParser {
  const codec = createLazCodec(loadKernel('laz'), maxChunkBytes);
  return {
    name: 'LAZ',
    inputs,
    async parse(bytes) {
      const source = guardedSource('a.laz', bytes);
      const file = await openLas(source);
      const { chunks, scheme } = await findCloudChunks(file);
      const sums = [];
      for (const { offset, byteLength, pointCount } of chunks) {
        const compressed = await source.read(offset, byteLength);
        sums.push(codec.sumChunk({ scheme, compressed, pointCount, file: 'a.laz', offset }));
      }
      return sums;
    },
  };
}

/** Chunks as stored in a file: the bytes of one are the attack, its number of points and format are correct. */
function chunkParser(): HostileParser {
  const codec = createLazCodec(loadKernel('laz'));
  const formats = [1, 3, 6, 7, 8];
  const inputs = formats.map((format) => {
    const records = mixedRecords(format, 3, 50, format);
    const chunk = codec.encodeChunk(records);
    const bytes = new Uint8Array(1 + chunk.length);
    bytes[0] = format;
    bytes.set(chunk, 1);
    return bytes;
  });
  const lengths = new Map(formats.map((format) => [format, mixedRecords(format, 3, 1).recordLength]));
  return {
    name: 'LAZ chunk',
    inputs,
    parse(bytes) {
      const format = formats.includes(bytes[0]!) ? bytes[0]! : 6;
      const itemVersion = format < 6 ? 2 : 3;
      const scheme = { format, recordLength: lengths.get(format)!, extraBytes: 3, itemVersion } as const;
      const compressed = bytes.subarray(1);
      return codec.decodeChunk({ scheme, compressed, pointCount: 50, file: 'a.laz', offset: 0 });
    },
  };
}

function copcParser(inputs: readonly Uint8Array[]): HostileParser {
  return {
    name: 'COPC',
    inputs,
    async parse(bytes) {
      const source = guardedSource('a.copc.laz', bytes);
      const file = await openLas(source);
      const record = findVlr(file.vlrs, copcUserId, copcInfoRecordId);
      if (!record) return null;
      const info = parseCopcInfo(await readVlrData(source, record), source.size, source.name);
      return await readHierarchy(source, info);
    },
  };
}

/** Parsers of clouds: uncompressed, compressed, COPC, and single chunks. */
export async function cloudParsers(table: CrsTable): Promise<HostileParser[]> {
  const las = [
    await sampleLas(3, 20, { extraBytes: 2, vlrs: systemRecords() }),
    await sampleLas(7, 20, { vlrs: systemRecords(), hasWktBit: true }),
  ];
  const copc = [await copcFile(7, 0), await copcFile(6, 2)];
  return [lasParser(table, las), lazParser(copc), chunkParser(), copcParser(copc)];
}
