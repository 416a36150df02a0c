import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PointSums } from '#domain/cloud/point-sums.ts';
import { memorySource } from '#domain/formats/byte-source.ts';
import { type CopcNode, copcEntryBytes, readHierarchy } from '#domain/formats/copc/hierarchy.ts';
import { copcHierarchyRecordId, parseCopcInfo } from '#domain/formats/copc/info.ts';
import { openLas } from '#domain/formats/las/las-file.ts';
import { findVlr, readVlrData } from '#domain/formats/las/vlr.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { layoutOf, recordsAt, smallLimits, spoolRecords } from '#tests/support/spooled-points.ts';
import { columnPath, type Spool } from '../cloud/spool.ts';
import { writeCopc } from '../cloud/write-copc.ts';
import { proveCopc } from './prove-copc.ts';

const pool = createLocalPool();
const places = Array.from(
  { length: 5000 },
  (_, k) => [((k * 7919) % 10_007) / 50, ((k * 104_729) % 10_009) / 50, (k % 97) / 10] as const,
);
let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-proof-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const header = { gpsTimeType: 'adjusted-standard' } as Parameters<typeof writeCopc>[2];

const createSpool = () =>
  spoolRecords(join(folder, `spool-${made++}`), recordsAt(places), layoutOf(places), {
    ...smallLimits,
    pointsPerColumn: 500,
  });

const options = { records: { vlrs: [], hasWktBit: false }, nodeLimit: 400, report() {} };

async function writeFrom(spool: Spool): Promise<{ path: string; sums: PointSums }> {
  const path = join(folder, `${made++}.copc.laz`);
  const { proof } = await writeCopc(spool, null, header, pool, { path, ...options });
  if (proof.kind !== 'points') throw new TypeError(proof.kind);
  return { path, sums: proof };
}

/** The nodes of a file that hold points, and the offsets of the hierarchy's entries. */
async function nodesOf(bytes: Uint8Array): Promise<{ nodes: CopcNode[]; entries: number[] }> {
  const source = memorySource('a', bytes);
  const { vlrs } = await openLas(source);
  const info = parseCopcInfo(await readVlrData(source, vlrs[0]!), bytes.length, 'a');
  const nodes = (await readHierarchy(source, info)).filter(({ pointCount }) => pointCount > 0);
  const { dataOffset, dataLength } = findVlr(vlrs, 'copc', copcHierarchyRecordId)!;
  const entries = Array.from(
    { length: dataLength / copcEntryBytes },
    (_, k) => dataOffset + k * copcEntryBytes,
  );
  return { nodes, entries };
}

describe.each([0, 3, 64])('a cloud of which laz-perf reads %i nodes', (peerNodes) => {
  let path: string;
  let sums: PointSums;
  let whole: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    ({ path, sums } = await writeFrom(await createSpool()));
    whole = new Uint8Array(await readFile(path));
  });

  const prove = async (bytes: Uint8Array, expected = sums) => {
    const copy = join(folder, `${made++}.copc.laz`);
    await writeFile(copy, bytes);
    return proveCopc(copy, 'cloud.copc.laz', expected, { pool, peerNodes });
  };
  const changed = (change: (bytes: Uint8Array<ArrayBuffer>, view: DataView) => void) => {
    const bytes = new Uint8Array(whole);
    change(bytes, new DataView(bytes.buffer));
    return prove(bytes);
  };

  test('is what was written', async () => {
    await expect(prove(whole)).resolves.toBeUndefined();
  });

  test('with other sums is refused', async () => {
    const more = { ...sums, count: sums.count + 1 };
    await expect(prove(whole, more)).rejects.toMatchObject({
      code: 'product.points-differ',
      params: { file: 'cloud.copc.laz', what: 'number', expected: 5001, found: 5000 },
    });
    const moved = { ...sums, places: [1, 2] } as const;
    await expect(prove(whole, moved)).rejects.toMatchObject({ params: { what: 'coordinates' } });
    const recoloured = { ...sums, records: [1, 2] } as const;
    await expect(prove(whole, recoloured)).rejects.toMatchObject({ params: { what: 'attributes' } });
  });

  test('is refused with a byte of any node flipped', async () => {
    const { nodes } = await nodesOf(whole);
    expect(nodes.length).toBeGreaterThan(3);
    for (const { offset, byteLength } of nodes) {
      const flipped = changed((bytes) => {
        bytes[offset + Math.floor(byteLength / 2)]! ^= 0x10;
      });
      await expect(flipped).rejects.toMatchObject({
        code: expect.stringMatching(/^product\.(points-differ|unreadable)$/),
      });
    }
  });

  test('is refused with the bytes of two nodes exchanged', async () => {
    const { nodes } = await nodesOf(whole);
    const [a, b] = [nodes[1]!, nodes[2]!];
    const length = Math.min(a.byteLength, b.byteLength);
    const exchanged = changed((bytes) => {
      bytes.set(whole.subarray(b.offset, b.offset + length), a.offset);
      bytes.set(whole.subarray(a.offset, a.offset + length), b.offset);
    });
    await expect(exchanged).rejects.toMatchObject({
      code: expect.stringMatching(/^product\.(points-differ|unreadable)$/),
    });
  });

  test('is refused with an entry of the hierarchy emptied, doubled or pointing elsewhere', async () => {
    const { entries } = await nodesOf(whole);
    const entry = entries.at(-1)!;
    const emptied = changed((bytes) => bytes.fill(0, entry + 16, entry + 32));
    await expect(emptied).rejects.toMatchObject({ code: 'product.nodes-unsound' });
    const doubled = changed((bytes) => bytes.copyWithin(entry + 16, entries[0]! + 16, entries[0]! + 32));
    await expect(doubled).rejects.toMatchObject({ code: 'product.nodes-unsound' });
    const outside = changed((_, view) => view.setInt32(entry + 24, 2 ** 30, true));
    await expect(outside).rejects.toMatchObject({ code: 'product.nodes-unsound' });
    const short = changed((_, view) => view.setInt32(entry + 28, 3, true));
    await expect(short).rejects.toMatchObject({ code: 'product.nodes-unsound' });
  });

  test('is refused with its end cut off, wherever', async () => {
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      const cut = prove(whole.subarray(0, Math.floor(whole.length * share)));
      await expect(cut).rejects.toMatchObject({ code: expect.stringMatching(/^product\./) });
    }
  });
});

test('a cloud without points is proved as well', async () => {
  const empty = { format: 6, recordLength: 30, count: 0, bytes: new Uint8Array() };
  const spool = await spoolRecords(join(folder, 'none'), empty, layoutOf([[0, 0, 0]]), smallLimits);
  expect((await writeFrom(spool)).sums.count).toBe(0);
});

test.each([0, 16])('nothing is written of a spool of which byte %i changed on disk', async (at) => {
  const spool = await createSpool();
  const column = columnPath(spool.folder, spool.columns[1]!);
  const bytes = await readFile(column);
  bytes[at]! ^= 1;
  await writeFile(column, bytes);
  await expect(writeFrom(spool)).rejects.toMatchObject({
    code: 'product.spool-differs',
    params: { what: at === 0 ? 'coordinates' : 'attributes' },
  });
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
});

test('nothing is written where a node reaches the file with other points', async () => {
  const faulty = {
    ...pool,
    run: async (...call: Parameters<typeof pool.run>) => {
      const answer = (await pool.run(...call)) as { nodes?: { chunk: Uint8Array }[] };
      const chunk = answer.nodes?.find((node) => node.chunk.length > 100)?.chunk;
      if (chunk) chunk[Math.floor(chunk.length / 2)]! ^= 0x10;
      return answer;
    },
  } as typeof pool;
  const path = join(folder, 'faulty.copc.laz');
  const written = writeCopc(await createSpool(), null, header, faulty, { path, ...options });
  await expect(written).rejects.toMatchObject({
    code: expect.stringMatching(/^product\.(points-differ|unreadable)$/),
  });
  expect((await readdir(folder)).filter((name) => name.includes('faulty'))).toEqual([]);
});
