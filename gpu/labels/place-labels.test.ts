import { describe, expect, it } from 'vitest';
import { type CameraState, initialCamera } from '#domain/view/camera.ts';
import { featureLabelStyle, type SceneLabel } from '#viewport/label.ts';
import { type FrameView, makeFrameView } from '../draw/frame-view.ts';
import { candidatesOf, type LabelMemory, type PlacedLabel, placeLabels } from './place-labels.ts';

/** A plan of 800 × 600 pixels, half a unit a pixel, about the origin. */
function createView(camera: Partial<CameraState> = {}) {
  const distance = 150 / Math.tan((20 * Math.PI) / 180);
  return makeFrameView({
    camera: { ...initialCamera, mode: '2d', target: [0, 0, 0], distance, ...camera },
    exaggeration: 1,
    widthPx: 800,
    heightPx: 600,
    pixelRatio: 1,
    reach: 500,
  });
}

function createLabel(id: string, x: number, y: number, more: Partial<SceneLabel> = {}): SceneLabel {
  return {
    id,
    text: 'label',
    anchor: [x, y, 0],
    offsetPx: [0, 0],
    direction: null,
    priority: 0,
    style: featureLabelStyle,
    extent: 0,
    group: null,
    ...more,
  };
}

const widthOf = (text: string) => text.length * 0.6;
const place = (labels: readonly SceneLabel[], view: FrameView, width: typeof widthOf, memory: LabelMemory) =>
  placeLabels(candidatesOf(labels, view, width, memory), view, width, memory);
const idsOf = (placed: readonly PlacedLabel[]) => placed.map(({ label }) => label.id).sort();
const memoryOf = (placed: readonly PlacedLabel[]): LabelMemory =>
  new Map(placed.map((each) => [each.label.id, each]));
const none: LabelMemory = new Map();

describe('placeLabels', () => {
  it('puts a label where its anchor falls, with its offset', () => {
    const [placed] = place([createLabel('a', 50, 25, { offsetPx: [4, 10] })], createView(), widthOf, none);
    expect(placed!.x).toBeCloseTo(400 + 100 + 4);
    expect(placed!.y).toBeCloseTo(300 - 50 - 10);
  });

  it('keeps the more important of two that meet', () => {
    const labels = [createLabel('low', 0, 0), createLabel('high', 6, 1, { priority: 1 })];
    expect(idsOf(place(labels, createView(), widthOf, none))).toEqual(['high']);
  });

  it('places no two that overlap', () => {
    const labels = Array.from({ length: 900 }, (_, i) =>
      createLabel(String(i), (i % 30) * 9 - 130, Math.floor(i / 30) * 7 - 100),
    );
    const placed = place(labels, createView(), widthOf, none);
    const [width, height] = [3 * 12.5, 1.25 * 12.5];
    for (const a of placed) {
      for (const b of placed) {
        if (a === b) continue;
        expect(Math.abs(a.x - b.x) >= width || Math.abs(a.y - b.y) >= height).toBe(true);
      }
    }
    expect(placed.length).toBeGreaterThan(60);
  });

  it('keeps what stood before while two are equal, and lets it come nearer than a new one', () => {
    // Apart by 39 pixels: 37.5 wide, so less than the margin of a new label.
    const labels = [createLabel('a', 0, 0), createLabel('b', 20, 0)];
    expect(idsOf(place(labels, createView(), widthOf, none))).toEqual(['a']);
    const b = place([labels[1]!], createView(), widthOf, none);
    expect(idsOf(place(labels, createView(), widthOf, memoryOf(b)))).toEqual(['b']);
    const both = [...place([labels[0]!], createView(), widthOf, none), ...b];
    expect(idsOf(place(labels, createView(), widthOf, memoryOf(both)))).toEqual(['a', 'b']);
  });

  it('runs along a direction so that it can be read', () => {
    const along = (direction: [number, number, number], memory = none) =>
      place([createLabel('a', 0, 0, { direction })], createView(), widthOf, memory)[0]!;
    expect(along([1, 1, 0]).along[0]).toBeCloseTo(Math.SQRT1_2);
    expect(along([1, 1, 0]).along[1]).toBeCloseTo(-Math.SQRT1_2);
    expect(along([-1, -1, 0]).along[0]).toBeCloseTo(Math.SQRT1_2);
    // Slightly past the vertical, it keeps its orientation.
    const before = along([0.05, 1, 0]);
    expect(along([-0.05, 1, 0], memoryOf([before])).along[1]).toBeLessThan(0);
    expect(along([-0.05, 1, 0]).along[1]).toBeGreaterThan(0);
  });

  it('leaves out labels longer than what they name', () => {
    const labels = [createLabel('short', -60, 0, { extent: 10 }), createLabel('long', 60, 0, { extent: 30 })];
    expect(idsOf(place(labels, createView(), widthOf, none))).toEqual(['long']);
  });

  it('keeps labels of a group well apart', () => {
    const labels = [-150, -75, 0, 75, 150].map((x) => createLabel(`g${x}`, x, 0, { group: 'g' }));
    const placed = place(labels, createView(), widthOf, none);
    expect(placed.length).toBe(3);
  });

  it('leaves out what lies behind the eye', () => {
    const view = createView({ mode: '3d', yawRad: 0, pitchRad: 0.2, distance: 100 });
    const labels = [createLabel('before', 0, 10), createLabel('behind', 0, -500)];
    expect(idsOf(place(labels, view, widthOf, none))).toEqual(['before']);
  });
});
