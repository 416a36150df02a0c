import type { RenderCase } from '../../page/render-case.ts';
import { addSurvey, lookFromSouth } from '../../scenes/views.ts';

/** Points coloured by classification, from the south-west. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    addSurvey(viewport);
    viewport.setDisplay({ colourMode: 'classification' });
    lookFromSouth(viewport);
    await settle();
    return { picture: await viewport.capture() };
  },
};
