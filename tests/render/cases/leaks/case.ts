import { deviceOwners } from '#viewport/viewport-types.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { addDrawing, addGround, addSurvey, drawing, lookFromSouth } from '../../scenes/views.ts';

/** Opening and closing layers leaves no device objects behind. */
export const renderCase: RenderCase = {
  width: 320,
  height: 200,
  async run({ viewport, settle }) {
    lookFromSouth(viewport);
    await settle();
    let empty = viewport.resources;
    let full = empty;
    let emptyBytes = viewport.figures().deviceBytes;
    let fullBytes = emptyBytes;
    for (let round = 0; round < 3; round++) {
      addGround(viewport, 700);
      addSurvey(viewport, 10_000);
      addDrawing(viewport);
      await settle();
      viewport.setFeatures('drawing', drawing().slice(0, 3));
      viewport.removeFeatures('drawing', ['wire']);
      await viewport.pick(160, 100);
      await viewport.capture();
      await settle();
      full = viewport.resources;
      fullBytes = viewport.figures().deviceBytes;
      for (const id of ['ground', 'survey', 'drawing']) viewport.removeLayer(id);
      await settle();
      // The first round creates what the renderers keep permanently.
      if (round === 0) {
        empty = viewport.resources;
        emptyBytes = viewport.figures().deviceBytes;
      }
    }
    const end = viewport.resources;
    const endBytes = viewport.figures().deviceBytes;
    const tell = (counts: typeof end) => `${counts.buffers} buffers, ${counts.textures} textures`;
    return {
      checks: [
        {
          what: 'layers take objects',
          isOk: full.buffers > empty.buffers && full.textures > empty.textures,
          detail: tell(full),
        },
        {
          what: 'none stay behind',
          isOk: end.buffers === empty.buffers && end.textures === empty.textures,
          detail: `${tell(end)}; at the start ${tell(empty)}`,
        },
        {
          what: 'bytes are told by owner',
          isOk: (['points', 'terrain', 'features'] as const).every((owner) => fullBytes[owner] > 0),
          detail: JSON.stringify(fullBytes),
        },
        {
          what: 'each owner returns to its start',
          isOk: deviceOwners.every((owner) => endBytes[owner] === emptyBytes[owner]),
          detail: `${JSON.stringify(endBytes)}; at the start ${JSON.stringify(emptyBytes)}`,
        },
      ],
    };
  },
};
