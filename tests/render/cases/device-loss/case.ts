import type { RenderCase } from '../../page/render-case.ts';
import { addDrawing, addGround, addSurvey, lookFromSouth } from '../../scenes/views.ts';

/** The device is lost and the same picture comes back by itself. */
export const renderCase: RenderCase = {
  width: 640,
  height: 400,
  async run({ viewport, settle }) {
    addGround(viewport, 400);
    addSurvey(viewport, 30_000);
    addDrawing(viewport);
    lookFromSouth(viewport);
    await settle();
    const before = await viewport.capture();
    const resources = viewport.resources;
    let lost = 0;
    viewport.on('deviceLost', () => lost++);
    const restored = new Promise((resolve) => viewport.on('deviceRestored', resolve));
    viewport.device!.destroy();
    await restored;
    await settle();
    const after = await viewport.capture();
    const differing = after.data.reduce((sum, value, i) => sum + (value === before.data[i] ? 0 : 1), 0);
    const now = viewport.resources;
    return {
      picture: after,
      checks: [
        { what: 'loss is told once', isOk: lost === 1, detail: `${lost} times` },
        { what: 'same picture', isOk: differing === 0, detail: `${differing} bytes differ` },
        {
          what: 'same device objects',
          isOk: now.buffers === resources.buffers && now.textures === resources.textures,
          detail: `${now.buffers} buffers, ${now.textures} textures; before ${resources.buffers}, ${resources.textures}`,
        },
      ],
    };
  },
};
