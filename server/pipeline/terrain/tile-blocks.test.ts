import { describe, expect, test } from 'vitest';
import { createGrid, growWindow } from '#domain/geometry/grid/grid.ts';
import { windowFrame } from './terrain-frame.ts';
import { gridInBlocks, planBlocks } from './tile-blocks.ts';

const frame = { width: 1000, height: 800, originX: 500, originY: 900, cellSize: 2 };

describe('gridding in blocks', () => {
  test.each([64, 100, 512])('a tile in blocks of %i cells is the tile in one piece', async (side) => {
    const seen: number[] = [];
    const tile = { x: 300, y: 100, width: 230, height: 190 };
    const gridBlock = async (block: typeof tile, margin: number) => {
      seen.push(block.width * block.height);
      const grid = createGrid(windowFrame(frame, growWindow(block, margin)));
      grid.values.forEach((_, k) => {
        const x = grid.originX + (k % grid.width) * grid.cellSize;
        const y = grid.originY - Math.floor(k / grid.width) * grid.cellSize;
        const isMargin =
          k % grid.width < margin ||
          k % grid.width >= grid.width - margin ||
          k < margin * grid.width ||
          k >= grid.values.length - margin * grid.width;
        grid.values[k] = isMargin ? -1 : x + 10_000 * y;
      });
      return { grid, near: new Uint8Array(grid.values.length).fill(1) };
    };
    const whole = await gridInBlocks(frame, tile, 1, 1000, gridBlock);
    seen.length = 0;
    const pieces = await gridInBlocks(frame, tile, 1, side, gridBlock);
    expect(pieces.grid).toEqual(whole.grid);
    expect(pieces.near?.every((mark) => mark === 1)).toBe(true);
    expect(seen.reduce((sum, cells) => sum + cells, 0)).toBe(tile.width * tile.height);
    expect(Math.max(...seen)).toBeLessThanOrEqual(side * side);
  });

  test.each([400_000, 50_000, 20_000])('a block holds at most %i points', (most) => {
    const { side, reach } = planBlocks(1, 2, 8, most);
    expect((side + 2 * reach) ** 2 * 4).toBeLessThanOrEqual(Math.max(most, (16 + 2 * reach) ** 2 * 4));
    expect(side).toBeLessThan(planBlocks(1, 2, 8).side);
  });

  test('blocks shrink and fewer are in work where points are dense', () => {
    const sparse = planBlocks(1, 2, 8);
    expect(sparse).toMatchObject({ side: 512, reach: 8 });
    const dense = planBlocks(0.1, 2, 8);
    expect(dense.side).toBeLessThan(sparse.side);
    for (const [spacing, cell] of [
      [1, 2],
      [0.3, 1],
      [0.05, 1],
      [0.1, 5],
    ] as const) {
      const { side, reach, parallel } = planBlocks(spacing, cell, 64);
      const points = (side + 2 * reach) ** 2 * (cell / spacing) ** 2;
      expect(points * parallel).toBeLessThanOrEqual(6_000_000);
    }
  });
});
