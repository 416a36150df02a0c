import { describe, expect, it } from 'vitest';
import { emptyDrawing } from './document.ts';
import { recordOperations } from './operations.ts';
import { type DrawingOverlay, type OverlayPair, placeOverlay } from './overlay.ts';
import { parseDrawing } from './parse/parse-drawing.ts';
import { serialiseDrawing } from './serialise.ts';

function createPair(
  id: string,
  image: readonly [number, number],
  more: Partial<OverlayPair> = {},
): OverlayPair {
  const site = [1000 + image[0] / 10, 2000 - image[1] / 10] as const;
  return { id, colour: '#ff5a4f', isVisible: true, image, site, ...more };
}

const corners = [createPair('a', [0, 0]), createPair('b', [800, 0]), createPair('c', [800, 600])];

function createOverlay(more: Partial<DrawingOverlay> = {}): DrawingOverlay {
  return {
    id: 'o',
    name: 'Plan of 1968',
    image: { hash: '0f'.repeat(32), source: 'plan.png', width: 800, height: 600, isPlaced: false },
    fit: 'affine',
    pairs: corners,
    opacity: 0.75,
    isVisible: true,
    isDraped: true,
    elevation: 12.5,
    rank: 1,
    ...more,
  };
}

const through = (overlay: object) =>
  parseDrawing(
    JSON.parse(JSON.stringify({ ...serialiseDrawing(emptyDrawing('Layer')), overlays: [overlay] })),
  ).overlays['o'];

describe('an overlay of a drawing', () => {
  it('comes back exactly', () => {
    const overlay = createOverlay();
    const document = { ...emptyDrawing('Layer'), overlays: { o: overlay } };
    expect(parseDrawing(JSON.parse(JSON.stringify(serialiseDrawing(document))))).toEqual(document);
  });

  it('is absent from drawings of before there were any', () => {
    const { overlays: _, ...old } = serialiseDrawing(emptyDrawing('Layer'));
    expect(parseDrawing({ ...old, schemaVersion: 4 }).overlays).toEqual({});
  });

  it('is refused with what is wrong with it', () => {
    const wrong: readonly [Partial<Record<keyof DrawingOverlay, unknown>>, string][] = [
      [{ fit: 'rubber' }, 'value-is-not-known'],
      [{ fit: 'file' }, 'file-without-a-place'],
      [{ opacity: 1.5 }, 'field-is-out-of-range'],
      [{ pairs: {} }, 'not-a-list'],
      [{ pairs: [{ ...corners[0], site: [1, null] }] }, 'field-is-not-two-numbers'],
      [{ pairs: [{ ...corners[0], colour: 'red' }] }, 'colour-is-not-of-the-form-rrggbb'],
      [{ pairs: Array.from({ length: 1001 }, () => corners[0]) }, 'list-is-too-long'],
      [{ image: { ...createOverlay().image, hash: '../etc' } }, 'value-is-not-known'],
      [{ image: { ...createOverlay().image, width: 0 } }, 'field-is-out-of-range'],
    ];
    for (const [more, reason] of wrong) {
      expect(() => through({ ...createOverlay(), ...more })).toThrow(
        expect.objectContaining({ code: 'drawing.bad-record', params: expect.objectContaining({ reason }) }),
      );
    }
  });

  it('is saved by the fields that changed', () => {
    const before = createOverlay();
    expect(recordOperations('overlays', 'o', before, { ...before, opacity: 0.5 })).toEqual([
      { op: 'change', table: 'overlays', id: 'o', fields: { opacity: 0.5 }, dropped: [] },
    ]);
  });
});

describe('the placement of an overlay', () => {
  const image = createOverlay().image;

  it('is fitted to visible pairs and says how far off hidden ones are', () => {
    const astray = createPair('d', [0, 600], { isVisible: false, site: [1003, 1936] });
    const { map, residuals, rms } = placeOverlay('affine', [astray, ...corners], image);
    expect(map[0]).toBeCloseTo(0.1, 12);
    expect(residuals[0]![0]).toBeCloseTo(3, 9);
    expect(residuals[0]![1]).toBeCloseTo(-4, 9);
    expect(rms).toBeCloseTo(0, 9);
    expect(() => placeOverlay('projective', [astray, ...corners], image)).toThrow(
      expect.objectContaining({ code: 'overlay.too-few-pairs', params: { what: 'projective', count: 1 } }),
    );
  });

  it('names the outlier by its place among all pairs', () => {
    const more = [createPair('e', [400, 300]), createPair('f', [100, 500]), createPair('g', [700, 200])];
    const bad = createPair('x', [300, 100], { site: [1035, 1990] });
    // Not quite exact, as picked places are not.
    const picked = [...corners, ...more].map((pair, i) => ({
      ...pair,
      site: [pair.site[0] + 0.01 * Math.sin(i), pair.site[1] + 0.01 * Math.cos(3 * i)] as const,
    }));
    const hidden = createPair('h', [5, 5], { isVisible: false });
    expect(placeOverlay('affine', [hidden, bad, ...picked], image).outlier).toBe(1);
  });
});
