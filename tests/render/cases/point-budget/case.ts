import type { PointLayers } from '#domain/formats/las/points.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { copcFile } from '../../scenes/files.ts';
import { corner, pointOffset, pointScale } from '../../scenes/terrain.ts';

const blocks = [8, 5] as const;

/** Share of the pixels of each block of an image that points cover; the ground behind them is white. */
function coverOf({ data, width, height }: PixelImage): number[] {
  const [across, down] = [width / blocks[0], height / blocks[1]];
  return Array.from({ length: blocks[0] * blocks[1] }, (_, block) => {
    const [left, top] = [(block % blocks[0]) * across, Math.floor(block / blocks[0]) * down];
    let covered = 0;
    for (let y = top; y < top + down; y++) {
      for (let x = left; x < left + across; x++) {
        const at = (y * width + x) * 4;
        if (Math.min(data[at]!, data[at + 1]!, data[at + 2]!) < 250) covered++;
      }
    }
    return covered / (across * down);
  });
}

const side = 256;

/** Level ground of points 2 m apart; those of even columns and rows are 4 m apart. */
function makeGround(): PointLayers {
  const count = side * side;
  const xyz = new Int32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const place = [(i % side) * 2 + 1, Math.floor(i / side) * 2 + 1, 10] as const;
    for (const axis of [0, 1, 2] as const)
      xyz[i * 3 + axis] = Math.round((corner[axis] + place[axis] - pointOffset[axis]) / pointScale[axis]);
  }
  return {
    count,
    xyz,
    rgb: new Uint16Array(count * 3).fill(0x4000),
    intensity: new Uint16Array(count),
    classification: new Uint8Array(count).fill(2),
    returnNumber: new Uint8Array(count).fill(1),
    numberOfReturns: new Uint8Array(count).fill(1),
  };
}

const isCoarse = (index: number) => index % 2 === 0 && Math.floor(index / side) % 2 === 0;

/** Where the budget ends within a level, the coarser quarters are covered by larger points. */
export const renderCase: RenderCase = {
  width: 640,
  height: 400,
  async run({ viewport, settle, pool }) {
    const source = await copcFile(makeGround(), pool, [], (index) => (isCoarse(index) ? 0 : 1));
    viewport.addLayer({ id: 'cloud', kind: 'copc', isVisible: true, source });
    viewport.setDisplay({ colourMode: 'rgb', hasGrid: false, hasEdl: false, theme: 'light' });
    viewport.setDisplay({ hasHighContrast: true, pointSizePx: 2, pointSizeMode: 'adaptive' });
    viewport.setCamera({ mode: '2d', target: [corner[0] + 256, corner[1] + 256, corner[2]], distance: 360 });
    let drawn = 0;
    viewport.on('stats', ({ pointsDrawn }) => {
      drawn = pointsDrawn;
    });
    const checks = [];
    for (const quarters of [0, 2, 4]) {
      viewport.setDisplay({ pointBudget: (side / 2) ** 2 * (1 + 0.75 * quarters) });
      await settle();
      const cover = Math.min(...coverOf(await viewport.capture()));
      checks.push({
        what: `ground without gaps where ${quarters} quarters are fine`,
        isOk: cover > 0.95 && drawn === (side / 2) ** 2 * (1 + 0.75 * quarters),
        detail: `${cover.toFixed(3)} of a part's pixels at least, ${drawn} points`,
      });
    }
    return { checks };
  },
};
