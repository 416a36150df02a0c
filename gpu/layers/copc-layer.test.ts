import { afterEach, describe, expect, it, vi } from 'vitest';
import { memorySink } from '#domain/formats/byte-sink.ts';
import { type ByteSource, memorySource } from '#domain/formats/byte-source.ts';
import { createCopcWriter } from '#domain/formats/copc/copc-writer.ts';
import { nodeId, readHierarchy } from '#domain/formats/copc/hierarchy.ts';
import type { NodeKey } from '#domain/formats/copc/octree.ts';
import { addRecords, createSummary } from '#domain/formats/las/summary.ts';
import { loadKernel } from '#tests/support/kernels.ts';
import { mixedRecords } from '#tests/support/laz-records.ts';
import { createLocalPool } from '#tests/support/local-pool.ts';
import { defaultDisplay } from '#viewport/display.ts';
import { createLazCodec } from '#wasm/bindings/laz.ts';
import { makeFrameView } from '../draw/frame-view.ts';
import { CopcSource } from '../streaming/copc-source.ts';
import { LoadQueue } from '../streaming/load-queue.ts';
import { MemoryBudget } from '../streaming/memory-budget.ts';
import { showAll } from '../views/showing.ts';
import { streamClouds } from '../views/stream-clouds.ts';
import { CopcLayerView } from './copc-layer.ts';

const cube = { minX: -500, minY: -500, minZ: -500, size: 1000 };
const rootKey: NodeKey = { level: 0, x: 0, y: 0, z: 0 };
const keys: readonly NodeKey[] = [{ level: 1, x: 0, y: 0, z: 0 }, { level: 1, x: 1, y: 1, z: 1 }, rootKey];

/** A cloud of a root and two nodes below it. */
async function createCloud(): Promise<ByteSource> {
  const codec = createLazCodec(loadKernel('laz'));
  const sink = memorySink();
  const summary = createSummary();
  const writer = await createCopcWriter(sink, {
    format: 7,
    recordLength: 36,
    quantisation: { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] },
    gpsTimeType: 'adjusted-standard',
    cube,
    spacing: cube.size / 128,
    vlrs: [],
    hasWktBit: false,
    file: 'cloud.copc.laz',
  });
  for (const [seed, key] of keys.entries()) {
    const records = mixedRecords(7, 0, 500, seed + 1);
    addRecords(summary, records);
    await writer.writeNode({ key, count: records.count, chunk: codec.encodeChunk(records) });
  }
  await writer.finish(summary);
  return memorySource('cloud.copc.laz', sink.bytes());
}

/** The layer of a cloud, of which a frame is drawn while the root is fetched, and the nodes fetched, in order. */
async function createBench() {
  // Flags that only exist in a page; this test uses no device.
  vi.stubGlobal('GPUBufferUsage', { STORAGE: 128, COPY_DST: 8 });
  const file = await createCloud();
  const fetched: string[] = [];
  const { info } = await CopcSource.open(file, new AbortController().signal);
  const nodes = await readHierarchy(file, info);
  const root = nodes.find(({ key }) => key.level === 0);
  const source: ByteSource = {
    ...file,
    read(offset, length, signal) {
      const node = nodes.find((one) => one.offset === offset && one.byteLength === length);
      if (node) fetched.push(nodeId(node.key));
      if (node?.key === root?.key) drawFrame();
      return file.read(offset, length, signal);
    },
  };
  const queue = new LoadQueue(2, () => {});
  const memory = new MemoryBudget(2 ** 30);
  const layer = new CopcLayerView(
    { id: 'cloud', kind: 'copc', isVisible: true, source },
    {
      pool: createLocalPool(),
      queue,
      memory,
      openSource: () => Promise.reject(new Error('the source is given')),
      numberText: String,
      requestFrame() {},
      reportReady() {},
      reportFailure(_, error) {
        throw error;
      },
      terrainChanged() {},
    },
  );
  const view = makeFrameView({
    camera: { mode: '3d', target: [0, 0, 0], distance: 600, yawRad: 0, pitchRad: 0.7 },
    exaggeration: 1,
    widthPx: 800,
    heightPx: 600,
    pixelRatio: 1,
    reach: 2000,
  });
  const drawFrame = () =>
    streamClouds([layer], [{ view, ahead: null, showing: showAll }], defaultDisplay, 1e6);
  return { fetched, memory, queue, drawFrame };
}

describe('CopcLayerView', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('fetches its root before any frame, and nothing else until a frame can draw it', async () => {
    const { fetched, memory, queue, drawFrame } = await createBench();
    await expect.poll(() => memory.bytes).toBeGreaterThan(0);
    await expect.poll(() => queue.pending).toBe(0);
    expect(fetched).toEqual(['0-0-0-0']);
    drawFrame();
    await expect.poll(() => queue.pending).toBe(0);
    expect([...fetched].sort()).toEqual(['0-0-0-0', '1-0-0-0', '1-1-1-1']);
  });
});
