import type { RenderCase } from '../../page/render-case.ts';
import { addSurvey, lookFromSouth } from '../../scenes/views.ts';

/** Points in their own colours, from the south-west. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    addSurvey(viewport, 180_000);
    viewport.setDisplay({ colourMode: 'rgb', pointSizePx: 3 });
    lookFromSouth(viewport);
    await settle();
    return { picture: await viewport.capture() };
  },
};
