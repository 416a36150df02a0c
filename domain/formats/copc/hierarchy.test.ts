import { describe, expect, it } from 'vitest';
import { memorySource } from '../byte-source.ts';
import { type CopcNode, copcEntryBytes, nodeId, readHierarchy, readHierarchyPage } from './hierarchy.ts';
import { encodeHierarchy } from './hierarchy-write.ts';
import { type CopcInfo, copcInfoBytes, encodeCopcInfo, parseCopcInfo } from './info.ts';

/** A tree of five levels whose nodes have four children each. */
function createTree(): CopcNode[] {
  const nodes: CopcNode[] = [];
  for (let level = 0; level < 6; level++) {
    for (let x = 0; x < 2 ** level; x++) {
      for (let y = 0; y < 2 ** level; y++) {
        nodes.push({ key: { level, x, y, z: 0 }, offset: 10, byteLength: 20, pointCount: nodes.length + 1 });
      }
    }
  }
  return nodes.reverse();
}

const infoOf = (offset: number, byteLength: number): CopcInfo => ({
  center: [1, 2, 3],
  halfSize: 4,
  spacing: 0.5,
  rootPage: { offset, byteLength },
  gpsTime: [5, 6],
});

const summarise = (nodes: readonly CopcNode[]) =>
  nodes.map((node) => `${nodeId(node.key)} ${node.pointCount}`).sort();

describe('hierarchy', () => {
  it.each([1, 10, 100, 5_000])('comes back from pages of at most %i entries', async (maxEntries) => {
    const nodes = createTree();
    const start = 64;
    const { data, rootByteLength } = encodeHierarchy(nodes, start, maxEntries);
    const file = new Uint8Array(start + data.byteLength);
    file.set(data, start);
    const source = memorySource('a', file);
    const info = infoOf(start, rootByteLength);
    expect(summarise(await readHierarchy(source, info))).toEqual(summarise(nodes));
    const root = await readHierarchyPage(source, info.rootPage);
    expect(root.nodes[0]?.key).toEqual({ level: 0, x: 0, y: 0, z: 0 });
    expect(root.pages.length > 0).toBe(maxEntries < 1_000);
  });

  it('refuses pages that lie over each other', async () => {
    const entries = 20;
    const file = new Uint8Array(entries * copcEntryBytes);
    const view = new DataView(file.buffer);
    for (let entry = 0; entry < entries; entry++) {
      const at = entry * copcEntryBytes;
      const next = at + copcEntryBytes;
      view.setBigUint64(at + 16, BigInt(next), true);
      view.setInt32(at + 24, file.byteLength - next, true);
      view.setInt32(at + 28, next < file.byteLength ? -1 : 0, true);
    }
    await expect(readHierarchy(memorySource('a', file), infoOf(0, file.byteLength))).rejects.toMatchObject({
      code: 'copc.hierarchy',
    });
  });

  it('refuses pages that lead in a circle or out of the file', async () => {
    const page = new Uint8Array(2 * copcEntryBytes);
    const view = new DataView(page.buffer);
    view.setInt32(28, 0, true);
    view.setInt32(copcEntryBytes, 1, true);
    view.setBigUint64(copcEntryBytes + 16, 0n, true);
    view.setInt32(copcEntryBytes + 24, page.byteLength, true);
    view.setInt32(copcEntryBytes + 28, -1, true);
    const circle = readHierarchy(memorySource('a', page), infoOf(0, page.byteLength));
    await expect(circle).rejects.toMatchObject({ code: 'copc.hierarchy' });
    view.setInt32(copcEntryBytes + 24, 1_000, true);
    const outside = readHierarchy(memorySource('a', page), infoOf(0, page.byteLength));
    await expect(outside).rejects.toMatchObject({ code: 'copc.hierarchy' });
  });

  it.each([
    ['a key outside its level', 4, 1],
    ['a negative level', 0, -1],
    ['a negative count', 28, -2],
    ['points without bytes', 28, 7],
    ['a negative length', 24, -5],
  ])('refuses an entry with %s', async (_, at, value) => {
    const page = new Uint8Array(copcEntryBytes);
    new DataView(page.buffer).setInt32(at, value, true);
    const read = readHierarchyPage(memorySource('a', page), { offset: 0, byteLength: copcEntryBytes });
    await expect(read).rejects.toMatchObject({ code: 'copc.hierarchy' });
  });

  it('refuses a page that is no whole number of entries or is cut', async () => {
    const source = memorySource('a', new Uint8Array(40));
    for (const byteLength of [33, 64]) {
      const read = readHierarchyPage(source, { offset: 0, byteLength });
      await expect(read).rejects.toMatchObject({ code: 'copc.hierarchy' });
    }
  });
});

describe('info record', () => {
  it('comes back', () => {
    const info = infoOf(700, 96);
    const data = encodeCopcInfo(info);
    expect(data).toHaveLength(copcInfoBytes);
    expect(parseCopcInfo(data, 1_000, 'a')).toEqual(info);
  });

  it('is refused when cut, without a cube or with its root page outside the file', () => {
    const refused = expect.objectContaining({ code: 'copc.info' });
    const data = encodeCopcInfo(infoOf(700, 96));
    expect(() => parseCopcInfo(data.subarray(0, 100), 1_000, 'a')).toThrow(refused);
    expect(() => parseCopcInfo(data, 700, 'a')).toThrow(refused);
    for (const halfSize of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const bad = encodeCopcInfo({ ...infoOf(700, 96), halfSize });
      expect(() => parseCopcInfo(bad, 1_000, 'a')).toThrow(refused);
    }
  });
});
