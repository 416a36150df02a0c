import { beforeAll, describe, expect, it } from 'vitest';
import { code as featureCode } from '#shaders/common/features.wgsl';
import { defaultFeatureStyle, type FeatureStyle, type VectorFeature } from '#viewport/scene.ts';
import { wgslConstant, wgslConstants } from '../layouts/wgsl-layout.ts';

type Build = typeof import('./feature-batch.ts');

const noSegment = wgslConstant(wgslConstants(featureCode), 'TAG_NO_SEGMENT');
const flat = () => 10;

function createFeature(
  kind: VectorFeature['kind'],
  positions: number[],
  style: Partial<FeatureStyle> = {},
  holes?: number[][],
): VectorFeature {
  const rings = holes ? { holes: holes.map((hole) => Float64Array.from(hole)) } : {};
  return {
    id: 'a',
    kind,
    positions: Float64Array.from(positions),
    style: { ...defaultFeatureStyle, ...style },
    ...rings,
  };
}

describe('buildFeatureBatches', () => {
  let read: Build;

  beforeAll(async () => {
    const { globals } = (await import('webgpu')) as { globals: object };
    Object.assign(globalThis, globals);
    read = await import('./feature-batch.ts');
  });

  const batchesOf = (features: VectorFeature[], step = 1, ground: (x: number, y: number) => number = flat) =>
    read.buildFeatureBatches('test', features, [0, 0, 0], step, ground);

  it('makes n − 1 segments of an open line', () => {
    const [lines] = batchesOf([createFeature('polyline', [0, 0, 1, 5, 0, 2, 5, 5, 3])]);
    expect(lines).toMatchObject({ kind: 'lines', vertexCount: 3 });
    expect([0, 1, 2].map((i) => read.vertexOf(lines!.parts[0]!, i).place)).toEqual([
      [0, 0, 1],
      [5, 0, 2],
      [5, 5, 3],
    ]);
  });

  it('closes rings: n segments, with the vertices that the joins at the seam need', () => {
    const batches = batchesOf([createFeature('polygon', [0, 0, 0, 4, 0, 0, 4, 4, 0])]);
    const lines = batches.find(({ kind }) => kind === 'lines')!;
    expect(lines.vertexCount).toBe(3 + 3);
    expect([0, 1, 2, 3, 4, 5].map((i) => read.vertexOf(lines.parts[0]!, i).source)).toEqual([
      2, 0, 1, 2, 0, 1,
    ]);
  });

  it('fills a polygon without its holes', () => {
    const square = [0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0];
    const hole = [2, 2, 0, 2, 8, 0, 8, 8, 0, 8, 2, 0];
    const fills = batchesOf([createFeature('polygon', square, {}, [hole])]).find(
      ({ kind }) => kind === 'fills',
    )!;
    expect(fills.vertexCount % 3).toBe(0);
    expect(fills.vertexCount / 3).toBe(8);
  });

  it('lays draped lines on the ground', () => {
    const line = createFeature('polyline', [0, 0, 99, 10, 0, 99], { isDraped: true });
    const [lines] = batchesOf([line], 2, (x) => Math.abs(x - 4));
    expect([...lines!.parts[0]!.drawn.positions]).toEqual([0, 0, 4, 4, 0, 0, 10, 0, 6]);
  });

  it('keeps the last elevation where the terrain has none', () => {
    const line = createFeature('polyline', [0, 0, Number.NaN, 4, 0, Number.NaN], { isDraped: true });
    const [lines] = batchesOf([line], 1, (x) => (x < 2.5 ? 7 : Number.NaN));
    expect(new Set(lines!.parts[0]!.drawn.positions.filter((_, i) => i % 3 === 2))).toEqual(new Set([7]));
  });

  it('draws nothing of what has no extent', () => {
    expect(batchesOf([createFeature('polyline', [1, 2, 3])])).toEqual([]);
    expect(batchesOf([createFeature('polygon', [1, 2, 3, 4, 5, 6], { widthPx: 0 })])).toEqual([]);
    expect(noSegment).toBe(0x80000000);
  });

  it('fills a polygon that is only hatched', () => {
    const hatch = { spacing: 8, width: 1, unit: 'screen', angleRad: 0 } as const;
    const style = { fill: [0, 0, 0, 0], hatch, widthPx: 0 } as const;
    const [fills] = batchesOf([createFeature('polygon', [0, 0, 0, 4, 0, 0, 4, 4, 0], style)]);
    expect(fills).toMatchObject({ kind: 'fills', vertexCount: 3 });
  });

  it('finds the feature that a vertex belongs to', () => {
    const features = Array.from({ length: 50 }, (_, i) => ({
      ...createFeature('polyline', [i, 0, 0, i, 5, 0, i, 9, 0]),
      id: String(i),
    }));
    const [lines] = batchesOf(features);
    for (const vertex of [0, 2, 3, 74, 149]) {
      expect(read.partOf(lines!, vertex)?.feature.id).toBe(String(Math.floor(vertex / 3)));
    }
  });

  it('gives features of one style one place for it', () => {
    const style = { ...defaultFeatureStyle };
    const features = [0, 1, 2].map((i) => ({ ...createFeature('polyline', [i, 0, 0, i, 5, 0]), style }));
    const [one] = batchesOf(features);
    const [each] = batchesOf(features.map((feature) => ({ ...feature, style: { ...style } })));
    expect(each!.styles.byteLength).toBe(3 * one!.styles.byteLength);
  });
});

describe('dashEnds', () => {
  it('adds up the pieces, an odd number of them twice', async () => {
    const { dashEnds } = await import('./feature-style.ts');
    expect(dashEnds([6, 2])).toEqual([6, 8]);
    expect(dashEnds([3])).toEqual([3, 6]);
    expect(dashEnds([])).toEqual([]);
    expect(dashEnds([0, 0])).toEqual([]);
  });
});
