import { beforeAll, describe, expect, it } from 'vitest';
import { defaultFeatureStyle, type FeatureStyle, type VectorFeature } from '#domain/view/scene.ts';
import { code as featureCode } from '#shaders/common/features.wgsl';
import { wgslConstant, wgslConstants } from '../layouts/wgsl-layout.ts';

type Build = typeof import('./feature-batch.ts').buildFeatureBatches;

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
  let build: Build;

  beforeAll(async () => {
    const { globals } = (await import('webgpu')) as { globals: object };
    Object.assign(globalThis, globals);
    ({ buildFeatureBatches: build } = await import('./feature-batch.ts'));
  });

  const batchesOf = (features: VectorFeature[], step = 1, ground: (x: number, y: number) => number = flat) =>
    build('test', features, [0, 0, 0], step, ground);

  it('makes n − 1 segments of an open line', () => {
    const [lines] = batchesOf([createFeature('polyline', [0, 0, 1, 5, 0, 2, 5, 5, 3])]);
    expect(lines).toMatchObject({ kind: 'lines', vertexCount: 3 });
    expect([...lines!.parts[0]!.positions]).toEqual([0, 0, 1, 5, 0, 2, 5, 5, 3]);
  });

  it('closes rings: n segments, with the vertices that the joins at the seam need', () => {
    const batches = batchesOf([createFeature('polygon', [0, 0, 0, 4, 0, 0, 4, 4, 0])]);
    const lines = batches.find(({ kind }) => kind === 'lines')!;
    expect(lines.vertexCount).toBe(3 + 3);
    expect([...lines.parts[0]!.source]).toEqual([2, 0, 1, 2, 0, 1]);
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

  it('lays draped lines on the ground, with vertices between at most a step apart', () => {
    const line = createFeature('polyline', [0, 0, 99, 10, 0, 99], { isDraped: true });
    const [lines] = batchesOf([line], 2, (x) => x / 2);
    const { positions, source } = lines!.parts[0]!;
    expect(source.length).toBe(6);
    for (let i = 0; i < source.length; i++)
      expect(positions[i * 3 + 2]).toBeCloseTo(positions[i * 3]! / 2, 12);
  });

  it('keeps the last elevation where the terrain has none', () => {
    const line = createFeature('polyline', [0, 0, Number.NaN, 4, 0, Number.NaN], { isDraped: true });
    const [lines] = batchesOf([line], 1, (x) => (x < 2.5 ? 7 : Number.NaN));
    expect([...lines!.parts[0]!.positions].filter((_, i) => i % 3 === 2)).toEqual([7, 7, 7, 7, 7]);
  });

  it('draws nothing of what has no extent', () => {
    expect(batchesOf([createFeature('polyline', [1, 2, 3])])).toEqual([]);
    expect(batchesOf([createFeature('polygon', [1, 2, 3, 4, 5, 6], { widthPx: 0 })])).toEqual([]);
    expect(noSegment).toBe(0x80000000);
  });
});
