import type { RenderCase } from '../../page/render-case.ts';
import { addGround, lookFromSouth } from '../../scenes/views.ts';

/** Lit terrain with a hole and a ragged edge. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    addGround(viewport);
    lookFromSouth(viewport);
    await settle();
    return { picture: await viewport.capture() };
  },
};
