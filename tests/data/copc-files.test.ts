import { readdirSync, readFileSync } from 'node:fs';
import { Copc, type Hierarchy } from 'copc';
import { expect, test } from 'vitest';
import { memorySource } from '#domain/formats/byte-source.ts';
import { nodeId, readHierarchy } from '#domain/formats/copc/hierarchy.ts';
import { copcInfoRecordId, copcUserId, parseCopcInfo } from '#domain/formats/copc/info.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { findVlr, readVlrData } from '#domain/formats/las/vlr.ts';
import { lazScheme, lazVlrRecordId, lazVlrUserId, parseLazVlr } from '#domain/formats/laz/laz-vlr.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { loadKernel } from '../support/kernels.ts';
import { loadLazPerf } from '../support/laz-records.ts';
import { describeWithShared, hasSharedData, sharedData } from '../support/shared-data.ts';

const codec = createLazCodec(loadKernel('laz'));

function listCopc(): string[] {
  if (!hasSharedData) return [];
  return readdirSync(sharedData('las'), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.copc.laz'))
    .sort();
}

type Get = (begin: number, end: number) => Promise<Uint8Array>;

/** All nodes as the copc package lists them, pages followed. */
async function listByPeer(get: Get, root: Hierarchy.Page): Promise<Map<string, Hierarchy.Node>> {
  const nodes = new Map<string, Hierarchy.Node>();
  const waiting = [root];
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    const subtree = await Copc.loadHierarchyPage(get, page);
    for (const [key, node] of Object.entries(subtree.nodes)) if (node) nodes.set(key, node);
    waiting.push(...Object.values(subtree.pages).filter((one) => one !== undefined));
  }
  return nodes;
}

describeWithShared('COPC files of the public data', () => {
  test.each(listCopc())('%s: info, nodes and layers are those of the copc package', async (path) => {
    const file = new Uint8Array(readFileSync(sharedData(`las/${path}`)));
    const get: Get = async (begin, end) => file.slice(begin, end);
    const peer = await Copc.create(get);
    const source = memorySource(path, file);
    const { vlrs, header } = await openLas(source);
    const record = async (userId: string, id: number) =>
      await readVlrData(source, findVlr(vlrs, userId, id)!);
    const info = parseCopcInfo(await record(copcUserId, copcInfoRecordId), file.byteLength, path);
    expect(info.spacing).toBe(peer.info.spacing);
    expect(info.gpsTime).toEqual(peer.info.gpsTimeRange);
    expect(info.center.map((value) => value - info.halfSize)).toEqual(peer.info.cube.slice(0, 3));

    const vlr = parseLazVlr(await record(lazVlrUserId, lazVlrRecordId), path);
    const scheme = lazScheme(vlr, header.pointFormat, header.recordLength, path);
    const expected = await listByPeer(get, peer.info.rootHierarchyPage);
    const nodes = await readHierarchy(source, info);
    expect(nodes.map((node) => nodeId(node.key)).sort()).toEqual([...expected.keys()].sort());
    const lazPerf = await loadLazPerf();
    for (const node of nodes.filter((one) => one.pointCount > 0)) {
      const { offset, byteLength, pointCount } = node;
      const data = await Copc.loadPointDataBuffer(get, peer.header, expected.get(nodeId(node.key))!, lazPerf);
      const compressed = await source.read(offset, byteLength);
      const { xyz, classification } = codec.decodeLayers(
        { scheme, compressed, pointCount, file: path, offset },
        ['xyz', 'classification'],
      );
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      const at = (point: number) => point * header.recordLength;
      let differing = 0;
      for (let point = 0; point < pointCount; point++) {
        for (let axis = 0; axis < 3; axis++) {
          if (xyz![point * 3 + axis] !== view.getInt32(at(point) + axis * 4, true)) differing++;
        }
        if (classification![point] !== view.getUint8(at(point) + 16)) differing++;
      }
      expect(differing).toBe(0);
    }
  });
});
