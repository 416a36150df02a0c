import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Copc, type Getter, type Hierarchy } from 'copc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLasWriter } from '#domain/formats/las/las-writer.ts';
import { pointFormat } from '#domain/formats/las/point-format.ts';
import { createOutputFile } from '#workers/io/output-file.ts';
import { loadLazPerf } from '../support/laz-records.ts';
import { runHere } from '../support/run-cli.ts';

/** Points of all tiles together; fewer by PLUMBLINE_LONG_POINTS. */
const total = Number(process.env['PLUMBLINE_LONG_POINTS'] ?? 45_000_000);
const batchPoints = 500_000;
const origin = [500_000, 5_000_000, 100] as const;
const layout = pointFormat(6);
const intensityAt = 12;

/** A third of the points in a corner of a thirtieth of the ground, a strip along one side, and the rest thin. */
const tiles = [
  { name: 'dense.las', share: 0.34, x: 0, y: 0, width: 200_000, height: 150_000 },
  { name: 'strip.las', share: 0.16, x: 0, y: 400_000, width: 1_500_000, height: 20_000 },
  { name: 'thin.las', share: 0.5, x: 200_000, y: 0, width: 1_300_000, height: 400_000 },
] as const;

/** Where each tile's points begin. */
const starts = tiles.map((_, index) =>
  tiles.slice(0, index).reduce((sum, { share }) => sum + Math.round(total * share), 0),
);

function hash(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The place of a point in millimetres from the origin: it follows from its number alone. */
function placeOf(index: number): [x: number, y: number, z: number] {
  const { x, y, width, height } = tiles[index < starts[1]! ? 0 : index < starts[2]! ? 1 : 2];
  const [px, py] = [x + (hash(index) % width), y + (hash(index + 0x9e3779b9) % height)];
  return [px, py, Math.round(3000 * Math.sin(px / 90_000) * Math.cos(py / 70_000)) + (hash(index ^ 7) % 40)];
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-many-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeTile(index: number): Promise<string> {
  const path = join(folder, tiles[index]!.name);
  const output = await createOutputFile(path);
  const writer = await createLasWriter(output, {
    format: 6,
    recordLength: layout.length,
    quantisation: { scale: [0.001, 0.001, 0.001], offset: origin },
    gpsTimeType: 'adjusted-standard',
    hasWktBit: false,
    vlrs: [],
  });
  const end = starts[index + 1] ?? total;
  for (let first = starts[index]!; first < end; first += batchPoints) {
    const count = Math.min(batchPoints, end - first);
    const bytes = new Uint8Array(count * layout.length);
    const view = new DataView(bytes.buffer);
    for (let k = 0; k < count; k++) {
      const at = k * layout.length;
      placeOf(first + k).forEach((value, axis) => {
        view.setInt32(at + 4 * axis, value, true);
      });
      view.setUint16(at + intensityAt, hash(first + k) & 0xffff, true);
      view.setUint8(at + 14, 0x11);
      view.setUint8(at + layout.classification, 1);
      view.setFloat64(at + layout.gpsTime!, (first + k) / 1024, true);
    }
    await writer.write({ format: 6, recordLength: layout.length, count, bytes });
  }
  await writer.finish();
  await output.commit(async () => {});
  return path;
}

/** Every node's records, by the copc package and laz-perf. */
async function* nodesOf(path: string): AsyncGenerator<{ copc: Copc; records: Uint8Array }> {
  const file = await open(path);
  try {
    const get: Getter = async (begin, end) => {
      const bytes = new Uint8Array(end - begin);
      await file.read(bytes, 0, bytes.length, begin);
      return bytes;
    };
    const copc = await Copc.create(get);
    const lazPerf = await loadLazPerf();
    const waiting: Hierarchy.Page[] = [copc.info.rootHierarchyPage];
    for (let page = waiting.pop(); page; page = waiting.pop()) {
      const { nodes, pages } = await Copc.loadHierarchyPage(get, page);
      for (const next of Object.values(pages)) if (next) waiting.push(next);
      for (const node of Object.values(nodes)) {
        if (!node || node.pointCount === 0) continue;
        yield { copc, records: await Copc.loadPointDataBuffer(get, copc.header, node, lazPerf) };
      }
    }
  } finally {
    await file.close();
  }
}

it(`keeps every one of ${total} points of three uneven tiles`, async () => {
  const paths = [await writeTile(0), await writeTile(1), await writeTile(2)];
  const out = join(folder, 'out');
  await mkdir(out);
  const { code, error } = await runHere('process', ...paths, '--out', out, '--crs', 'EPSG:32632');
  expect({ code, error }).toEqual({ code: 0, error: expect.any(String) });
  const seen = new Uint8Array(Math.ceil(total / 8));
  let [count, wrong, twice] = [0, 0, 0];
  for await (const { copc, records } of nodesOf(join(out, 'point-cloud.copc.laz'))) {
    const { pointDataRecordLength: length, scale, offset } = copc.header;
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    for (let at = 0; at < records.byteLength; at += length) {
      const index = Math.round(view.getFloat64(at + layout.gpsTime!, true) * 1024);
      const isRight =
        placeOf(index).every((value, axis) => {
          const world = view.getInt32(at + 4 * axis, true) * scale[axis]! + offset[axis]!;
          return Math.round((world - origin[axis]!) * 1000) === value;
        }) && view.getUint16(at + intensityAt, true) === (hash(index) & 0xffff);
      if (!isRight) wrong++;
      const bit = 1 << (index & 7);
      if (((seen[index >> 3] ?? 0) & bit) !== 0) twice++;
      seen[index >> 3] = (seen[index >> 3] ?? 0) | bit;
      count++;
    }
  }
  expect({ count, wrong, twice }).toEqual({ count: total, wrong: 0, twice: 0 });
}, 7_200_000);
