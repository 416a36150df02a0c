import { createLazPerf } from 'laz-perf';
import type { LayerName } from '#domain/formats/las/points.ts';
import { writtenScheme } from '#domain/formats/laz/laz-vlr.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import type { BenchCase, BenchContext, PreparedCase } from '../case.ts';
import { cutIntoNodes, makeLidar } from '../data/lidar.ts';

const allLayers: LayerName[] = [
  'xyz',
  'intensity',
  'classification',
  'returnNumber',
  'numberOfReturns',
  'gpsTime',
  'pointSourceId',
];

async function prepareNodes({ quick, kernel }: BenchContext, wanted: LayerName[]): Promise<PreparedCase> {
  const codec = createLazCodec(kernel('laz'));
  const records = makeLidar(6, quick ? 100_000 : 500_000);
  const { recordLength } = records;
  const scheme = writtenScheme(6, recordLength);
  const nodes = cutIntoNodes(records, 3).map((node) => ({
    pointCount: node.count,
    compressed: codec.encodeChunk(node),
  }));
  const peer = await createLazPerf();
  const record = peer._malloc(recordLength);
  return {
    ours: () =>
      nodes.map((node) => codec.decodeLayers({ scheme, ...node, file: 'bench', offset: 0 }, wanted)),
    peer: {
      name: 'laz-perf',
      run: () =>
        nodes.map(({ compressed, pointCount }) => {
          const data = peer._malloc(compressed.byteLength);
          peer.HEAPU8.set(compressed, data);
          const decoder = new peer.ChunkDecoder();
          decoder.open(6, recordLength, data);
          const out = new Uint8Array(pointCount * recordLength);
          for (let i = 0; i < pointCount; i++) {
            decoder.getPoint(record);
            out.set(peer.HEAPU8.subarray(record, record + recordLength), i * recordLength);
          }
          decoder.delete();
          peer._free(data);
          return out;
        }),
    },
  };
}

const nodesInWords = 'COPC nodes of format 6, 500 k points';
const peerInWords = 'the peer decodes and copies out each record';

/** COPC nodes to arrays against laz-perf, which returns records one by one and always decodes all layers. */
export const copcCases: readonly BenchCase[] = [
  {
    name: 'copc',
    workload: `${nodesInWords}, to arrays of all fields; ${peerInWords}`,
    goal: 2,
    prepare: (context) => prepareNodes(context, allLayers),
  },
  {
    name: 'copc-xyz',
    group: 'copc',
    workload: `${nodesInWords}, to xyz and class arrays only; ${peerInWords}`,
    goal: 3,
    prepare: (context) => prepareNodes(context, ['xyz', 'classification']),
  },
];
