import type { RenderCase } from '../../page/render-case.ts';
import { addDrawing, addGround, lookFromAbove } from '../../scenes/views.ts';

/** Terrain and drawing from above, on the light ground. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    addGround(viewport);
    addDrawing(viewport);
    viewport.setDisplay({ theme: 'light' });
    lookFromAbove(viewport);
    await settle();
    return { picture: await viewport.capture() };
  },
};
