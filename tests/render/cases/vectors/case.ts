import type { RenderCase } from '../../page/render-case.ts';
import { addDrawing, addGround, lookFromSouth } from '../../scenes/views.ts';

/** Every kind of feature over terrain. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    addGround(viewport);
    addDrawing(viewport);
    lookFromSouth(viewport);
    await settle();
    return { picture: await viewport.capture() };
  },
};
