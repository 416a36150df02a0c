import { defaultFeatureStyle } from '#domain/view/scene.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { corner } from '../../scenes/terrain.ts';
import { addGround, place } from '../../scenes/views.ts';

/** Lines that run into the ground: the part behind it shows paler, or not at all where it is not to be seen through. */
export const renderCase: RenderCase = {
  width: 640,
  height: 400,
  async run({ viewport, settle }) {
    addGround(viewport, 400);
    const line = (id: string, x: number, isSeenThrough: boolean) => ({
      id,
      kind: 'polyline' as const,
      positions: place([x, 120, 60], [x, 280, -20]),
      style: { ...defaultFeatureStyle, widthPx: 4, isSeenThrough },
    });
    const features = [line('seen', 180, true), line('hidden', 220, false)];
    viewport.addLayer({ id: 'lines', kind: 'vector', isVisible: true, isPickable: true, features });
    viewport.setCamera({
      mode: '3d',
      target: [corner[0] + 200, corner[1] + 200, corner[2] + 30],
      distance: 300,
      yawRad: 0.3,
      pitchRad: 0.5,
    });
    await settle();
    return { picture: await viewport.capture() };
  },
};
