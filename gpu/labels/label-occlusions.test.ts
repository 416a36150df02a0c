import { describe, expect, it, vi } from 'vitest';
import { initialCamera } from '#domain/view/camera.ts';
import { featureLabelStyle, type SceneLabel } from '#viewport/label.ts';
import { makeFrameView } from '../draw/frame-view.ts';
import { LabelOcclusions } from './label-occlusions.ts';
import { candidatesOf } from './place-labels.ts';

function viewOf(mode: '2d' | '3d') {
  const camera = { ...initialCamera, mode, target: [0, 0, 0], distance: 200, pitchRad: 0.5 } as const;
  return makeFrameView({ camera, exaggeration: 1, widthPx: 800, heightPx: 600, pixelRatio: 1, reach: 500 });
}

function labelsAt(...places: number[]) {
  const labels = places.map(
    (x): SceneLabel => ({
      id: `at ${x}`,
      text: 'label',
      anchor: [x, 0, 0],
      offsetPx: [0, 0],
      direction: null,
      priority: 0,
      style: featureLabelStyle,
      extent: 0,
      group: null,
    }),
  );
  return candidatesOf(labels, viewOf('3d'), () => 3, new Map());
}

describe('label occlusions', () => {
  it('know what the device found hidden, and ask for a frame when that changes', () => {
    const requestFrame = vi.fn();
    const occlusions = new LabelOcclusions(requestFrame);
    const candidates = labelsAt(-20, 0, 20);
    occlusions.query('first', candidates, viewOf('3d'))!.onResult(Uint32Array.of(0, 1, 0));
    expect([...occlusions.hiddenIn('first')]).toEqual(['at 0']);
    expect([...occlusions.hiddenIn('second')]).toEqual([]);
    expect(requestFrame).toHaveBeenCalledTimes(1);
    occlusions.query('first', candidates, viewOf('3d'))!.onResult(Uint32Array.of(0, 1, 0));
    expect(requestFrame).toHaveBeenCalledTimes(1);
    occlusions.query('first', candidates, viewOf('3d'))!.onResult(Uint32Array.of(0, 0, 0));
    expect([...occlusions.hiddenIn('first')]).toEqual([]);
    expect(requestFrame).toHaveBeenCalledTimes(2);
  });

  it('ask one thing at a time, and once more about what was drawn meanwhile', () => {
    const requestFrame = vi.fn();
    const occlusions = new LabelOcclusions(requestFrame);
    const query = occlusions.query('first', labelsAt(0), viewOf('3d'))!;
    expect(occlusions.query('first', labelsAt(10), viewOf('3d'))).toBeNull();
    expect(occlusions.isBusy).toBe(true);
    query.onResult(Uint32Array.of(0));
    expect(requestFrame).toHaveBeenCalledTimes(1);
    expect(occlusions.isBusy).toBe(false);
  });

  it('ask nothing in plans, and forget what was hidden in space', () => {
    const occlusions = new LabelOcclusions(() => undefined);
    occlusions.query('first', labelsAt(0), viewOf('3d'))!.onResult(Uint32Array.of(1));
    expect(occlusions.query('first', labelsAt(0), viewOf('2d'))).toBeNull();
    expect([...occlusions.hiddenIn('first')]).toEqual([]);
  });

  it('can be queried again after a device went away', () => {
    const occlusions = new LabelOcclusions(() => undefined);
    occlusions.query('first', labelsAt(0), viewOf('3d'))!.onResult(null);
    expect(occlusions.isBusy).toBe(false);
    expect(occlusions.query('first', labelsAt(0), viewOf('3d'))).not.toBeNull();
  });
});
