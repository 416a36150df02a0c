import { Copc } from 'copc';
import { describe, expect, it } from 'vitest';
import { loadKernel } from '#tests/support/kernels.ts';
import { readWithLazPerf } from '#tests/support/laz-perf.ts';
import { loadLazPerf, mixedRecords } from '#tests/support/laz-records.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { memorySink } from '../byte-sink.ts';
import { memorySource } from '../byte-source.ts';
import { openLas } from '../las/las-file.ts';
import type { PointRecords } from '../las/points.ts';
import { addRecords, createSummary } from '../las/summary.ts';
import { findVlr, readVlrData, type VlrContent } from '../las/vlr.ts';
import { readChunkTable } from '../laz/chunk-table.ts';
import { createLazVlr, variableChunkSize } from '../laz/laz-vlr.ts';
import { type CopcWriterOptions, createCopcWriter } from './copc-writer.ts';
import { nodeId, readHierarchy } from './hierarchy.ts';
import { copcInfoRecordId, copcUserId, parseCopcInfo } from './info.ts';
import type { NodeKey } from './octree.ts';

const codec = createLazCodec(loadKernel('laz'));

interface TestNode {
  key: NodeKey;
  records: PointRecords;
}

/** Children before parents, as a builder finishes them; one node holds no points. */
function createNodes(format: number, extraBytes: number): TestNode[] {
  const records = (count: number, seed: number) => mixedRecords(format, extraBytes, count, seed);
  return [
    { key: { level: 2, x: 3, y: 0, z: 1 }, records: records(900, 1) },
    { key: { level: 2, x: 2, y: 1, z: 0 }, records: records(1, 2) },
    {
      key: { level: 1, x: 1, y: 0, z: 0 },
      records: { ...records(1, 3), count: 0, bytes: new Uint8Array(0) },
    },
    { key: { level: 1, x: 0, y: 1, z: 1 }, records: records(2_000, 4) },
    { key: { level: 0, x: 0, y: 0, z: 0 }, records: records(5_000, 5) },
  ];
}

const wkt = 'LOCAL_CS["site",UNIT["metre",1]]';

function optionsOf(format: number, recordLength: number, vlrs: VlrContent[] = []): CopcWriterOptions {
  return {
    format,
    recordLength,
    quantisation: { scale: [0.001, 0.001, 0.001], offset: [500_000, 4_000_000, 0] },
    gpsTimeType: 'adjusted-standard',
    cube: { minX: 400_000, minY: 3_900_000, minZ: -100, size: 200_000 },
    spacing: 1562.5,
    vlrs: [
      {
        userId: 'LASF_Projection',
        recordId: 2112,
        description: 'WKT',
        data: new TextEncoder().encode(`${wkt}\0`),
      },
      ...vlrs,
    ],
    hasWktBit: true,
    file: 'test.copc.laz',
  };
}

async function write(nodes: readonly TestNode[], vlrs: VlrContent[] = []): Promise<Uint8Array<ArrayBuffer>> {
  const { format, recordLength } = nodes[0]!.records;
  const sink = memorySink();
  const writer = await createCopcWriter(sink, optionsOf(format, recordLength, vlrs));
  const summary = createSummary();
  for (const { key, records } of nodes) {
    addRecords(summary, records);
    const chunk = records.count > 0 ? codec.encodeChunk(records) : new Uint8Array(0);
    await writer.writeNode({ key, count: records.count, chunk });
  }
  await writer.finish(summary);
  return sink.bytes();
}

const shapes = [
  [6, 0],
  [7, 3],
  [8, 6],
] as const;

describe('COPC writer', () => {
  it.each(shapes)('format %i with %i extra bytes is read back by the copc package', async (format, extra) => {
    const nodes = createNodes(format, extra);
    const extraField = { userId: 'LASF_Spec', recordId: 4, description: 'extra', data: new Uint8Array(192) };
    const file = await write(nodes, [extraField]);
    const get = async (begin: number, end: number) => file.slice(begin, end);
    const copc = await Copc.create(get);
    expect(copc.wkt).toBe(wkt);
    expect(copc.header).toMatchObject({ pointDataRecordFormat: format, pointCount: 7_901, minorVersion: 4 });
    expect(copc.info).toMatchObject({ cube: [400_000, 3_900_000, -100, 600_000, 4_100_000, 199_900] });
    expect(copc.info.spacing).toBe(1562.5);
    expect(copc.vlrs.map((vlr) => `${vlr.userId} ${vlr.recordId}`)).toEqual([
      'copc 1',
      'laszip encoded 22204',
      'LASF_Projection 2112',
      'LASF_Spec 4',
      'copc 1000',
    ]);
    const { nodes: listed } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
    expect(Object.keys(listed).sort()).toEqual(nodes.map(({ key }) => nodeId(key)).sort());
    const lazPerf = await loadLazPerf();
    for (const { key, records } of nodes.filter((node) => node.records.count > 0)) {
      const data = await Copc.loadPointDataBuffer(get, copc.header, listed[nodeId(key)]!, lazPerf);
      expect(Buffer.compare(data, records.bytes)).toBe(0);
    }
  });

  it('is a LAZ file like any other, chunks in the order of writing', async () => {
    const nodes = createNodes(7, 0);
    const file = await write(nodes);
    const truth = Buffer.concat(nodes.map((node) => node.records.bytes));
    expect(truth.equals((await readWithLazPerf(file)).bytes)).toBe(true);
    const source = memorySource('a', file);
    const { header } = await openLas(source);
    const chunks = await readChunkTable(source, header, createLazVlr(7, 0, variableChunkSize));
    expect(chunks.map((chunk) => chunk.pointCount)).toEqual([900, 1, 2_000, 5_000]);
  });

  it('is read back by our own reader', async () => {
    const nodes = createNodes(6, 2);
    const file = await write(nodes);
    const source = memorySource('a', file);
    const las = await openLas(source);
    expect(las.isCopc).toBe(true);
    const record = findVlr(las.vlrs, copcUserId, copcInfoRecordId)!;
    const info = parseCopcInfo(await readVlrData(source, record), file.byteLength, 'a');
    expect(info).toMatchObject({ center: [500_000, 4_000_000, 99_900], halfSize: 100_000, spacing: 1562.5 });
    const listed = await readHierarchy(source, info);
    expect(listed.map((node) => [nodeId(node.key), node.pointCount]).sort()).toEqual(
      nodes.map((node) => [nodeId(node.key), node.records.count]).sort(),
    );
  });

  it('keeps records longer than 65,535 bytes behind the points', async () => {
    const data = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
    const file = await write(createNodes(6, 0), [
      { userId: 'survey', recordId: 7, description: 'long', data },
    ]);
    const source = memorySource('a', file);
    const las = await openLas(source);
    const record = las.vlrs.find((vlr) => vlr.userId === 'survey');
    expect(record?.isExtended).toBe(true);
    expect(Buffer.compare(await readVlrData(source, record!), data)).toBe(0);
  });

  it('refuses a node twice, a node without its parent and a wrong sum', async () => {
    const root = createNodes(6, 0)[4]!;
    await expect(write([root, root])).rejects.toMatchObject({ code: 'copc.node-twice' });
    await expect(write([{ ...root, key: { level: 1, x: 0, y: 0, z: 0 } }])).rejects.toThrow(RangeError);
    const orphan = { ...root, key: { level: 2, x: 0, y: 0, z: 0 } };
    await expect(write([root, orphan])).rejects.toThrow(RangeError);
    const writer = await createCopcWriter(memorySink(), optionsOf(6, 30));
    await writer.writeNode({ key: root.key, count: 5_000, chunk: codec.encodeChunk(root.records) });
    await expect(writer.finish(createSummary())).rejects.toThrow(RangeError);
  });

  it('writes a cloud without points', async () => {
    const root = createNodes(6, 0)[2]!;
    const file = await write([{ ...root, key: { level: 0, x: 0, y: 0, z: 0 } }]);
    const copc = await Copc.create(async (begin: number, end: number) => file.slice(begin, end));
    expect(copc.header.pointCount).toBe(0);
  });
});
