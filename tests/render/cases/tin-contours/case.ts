import type { RenderCase } from '../../page/render-case.ts';
import { addPileTin, addRings } from '../../scenes/surfaces.ts';
import { corner } from '../../scenes/terrain.ts';
import { addGround } from '../../scenes/views.ts';

/** A triangulated surface and contour lines over terrain. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    addGround(viewport);
    addPileTin(viewport, 8);
    addRings(viewport);
    viewport.setCamera({
      mode: '3d',
      target: [corner[0] + 215, corner[1] + 300, corner[2] + 35],
      distance: 300,
      yawRad: 0.2,
      pitchRad: 0.75,
    });
    await settle();
    return { picture: await viewport.capture() };
  },
};
