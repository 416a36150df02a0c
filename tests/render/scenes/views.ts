import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import { corner, extent, pointOffset, pointScale, surveyPoints } from './terrain.ts';

/** Adds the survey's points. */
export function addSurvey(viewport: GpuViewport, count: number): void {
  viewport.addLayer({
    id: 'survey',
    kind: 'points',
    isVisible: true,
    points: surveyPoints(count),
    scale: pointScale,
    offset: pointOffset,
  });
}

/** The camera of most pictures: the whole scene from the south-west, at a slant. */
export function lookFromSouth(viewport: GpuViewport): void {
  viewport.setCamera({
    mode: '3d',
    target: [corner[0] + extent / 2, corner[1] + extent / 2 - 12, corner[2] + 30],
    distance: 520,
    yawRad: 0.45,
    pitchRad: 0.62,
  });
}
