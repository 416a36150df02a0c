import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '#domain/errors/app-error.ts';
import { initialCamera } from '#domain/view/camera.ts';
import { makeFrameView } from '../draw/frame-view.ts';
import type { LayerHost } from './layer-host.ts';
import { LoadQueue } from './load-queue.ts';
import { MemoryBudget } from './memory-budget.ts';
import { nameOf, type TileKey, TileTree } from './tile-tree.ts';

/** The image from above, `metres` high, 256 pixels. */
function viewOf(metres: number) {
  const camera = { ...initialCamera, mode: '2d', target: [512, -512, 0], distance: metres } as const;
  return makeFrameView({
    camera,
    exaggeration: 1,
    widthPx: 256,
    heightPx: 256,
    pixelRatio: 1,
    reach: 1,
  });
}

/** A tree of three levels over 1024 m, whose tiles load at once unless they are in `broken`. */
function createBench(marksGaps = true) {
  const broken = new Set<string>();
  const loads: string[] = [];
  const dropped: string[] = [];
  const failures: AppError[] = [];
  let frames = 0;
  const host = {
    queue: new LoadQueue(64, () => undefined),
    memory: new MemoryBudget(100),
    requestFrame: () => frames++,
    reportFailure: (_layer: string, error: AppError) => failures.push(error),
  } as unknown as LayerHost;
  const edge = (level: number) => 256 * 2 ** level;
  const source = {
    levels: 3,
    count: (level: number) => [4 / 2 ** level, 4 / 2 ** level] as const,
    box: ({ level, column, row }: TileKey) => ({
      min: [column * edge(level), -(row + 1) * edge(level), 0] as const,
      max: [(column + 1) * edge(level), -row * edge(level), 0] as const,
    }),
    cellSize: (level: number) => 2 ** level,
    load: async (key: TileKey) => {
      loads.push(nameOf(key));
      if (broken.has(nameOf(key))) throw new Error('a server in trouble');
      return { tile: { ...key }, bytes: 10 };
    },
    added: () => undefined,
    dropped: (key: TileKey) => dropped.push(nameOf(key)),
  };
  const tree = new TileTree<TileKey>('ortho', host, source, { coarsestCellPx: 1.1, marksGaps });
  /** Draws frames until nothing is loading. */
  const settle = async (...views: ReturnType<typeof viewOf>[]) => {
    const seen = views.length > 0 ? views : [viewOf(300)];
    for (let i = 0; i < 6; i++) {
      tree.stream(seen);
      host.memory.trim();
      await vi.advanceTimersByTimeAsync(0);
    }
    tree.stream(seen);
  };
  const chosen = () => tree.chosen().map(nameOf).sort();
  return { tree, settle, chosen, broken, loads, dropped, failures, host, frames: () => frames };
}

describe('TileTree', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('draws the root from afar and finer tiles from near, each place once', async () => {
    const { settle, chosen, loads } = createBench();
    await settle(viewOf(3000));
    expect(chosen()).toEqual(['2/0/0']);
    expect(loads).toEqual(['2/0/0']);
    await settle(viewOf(300));
    expect(chosen()).toEqual(['0/1/1', '0/1/2', '0/2/1', '0/2/2']);
  });

  it('chooses for each view of its own, and loads each tile once', async () => {
    const { tree, settle, loads } = createBench();
    await settle(viewOf(3000), viewOf(300));
    expect(tree.chosen(0).map(nameOf)).toEqual(['2/0/0']);
    expect(tree.chosen(1).map(nameOf).sort()).toEqual(['0/1/1', '0/1/2', '0/2/1', '0/2/2']);
    expect(new Set(loads).size).toBe(loads.length);
  });

  it('lets the coarser tile stand in while one of the finer is missing', async () => {
    const { settle, chosen, broken } = createBench(false);
    broken.add('0/1/1');
    await settle();
    expect(chosen()).toEqual(['0/1/2', '0/2/1', '0/2/2', '1/0/0']);
  });

  it('tells of a gap and reports at the third failure, tries again later, and closes the gap', async () => {
    const { tree, settle, chosen, broken, loads, failures, frames } = createBench();
    const attempts = () => loads.filter((name) => name === '0/1/1').length;
    broken.add('0/1/1');
    await settle();
    expect(attempts()).toBe(1);
    expect(tree.gaps()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await settle();
    expect(attempts()).toBe(2);
    expect(failures).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(4000);
    await settle();
    expect(attempts()).toBe(3);
    expect(failures.map(({ code }) => code)).toEqual(['gpu.layer-failed']);
    expect(tree.gaps().map(nameOf)).toEqual(['0/1/1']);
    expect(chosen()).toEqual(['0/1/2', '0/2/1', '0/2/2']);
    broken.clear();
    const before = frames();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(frames()).toBeGreaterThan(before);
    await settle();
    expect(tree.gaps()).toEqual([]);
    expect(chosen()).toContain('0/1/1');
    expect(failures).toHaveLength(1);
  });

  it('drops tiles over the budget and gives all bytes back on release', async () => {
    const { tree, settle, dropped, host } = createBench();
    await settle(viewOf(300));
    expect(host.memory.bytes).toBeLessThanOrEqual(100);
    tree.release();
    expect(host.memory.bytes).toBe(0);
    expect(tree.chosen()).toEqual([]);
    expect(dropped).toContain('0/1/1');
  });
});
