import type { RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { addDrawing, addGround, addSurvey, lookFromSouth } from '../../scenes/views.ts';

/** Loses a device while the browser has no adapter at first; returns the number of the request that was granted. */
async function loseWithoutAdapter(another: Stage['another']): Promise<number> {
  let requests = 0;
  const gpu = {
    getPreferredCanvasFormat: () => navigator.gpu.getPreferredCanvasFormat(),
    requestAdapter: async () => (++requests === 2 ? null : await navigator.gpu.requestAdapter()),
  } as unknown as GPU;
  const viewport = another({ gpu });
  await viewport.attach(document.createElement('canvas'));
  const restored = new Promise((resolve) => viewport.on('deviceRestored', resolve));
  viewport.device!.destroy();
  await restored;
  return requests;
}

/** The device is lost and the same image is restored automatically. */
export const renderCase: RenderCase = {
  width: 640,
  height: 400,
  async run({ viewport, settle, another }) {
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
    const stubborn = await loseWithoutAdapter(another);
    const differing = after.data.reduce((sum, value, i) => sum + (value === before.data[i] ? 0 : 1), 0);
    const now = viewport.resources;
    return {
      picture: after,
      checks: [
        { what: 'loss is told once', isOk: lost === 1, detail: `${lost} times` },
        { what: 'waits for an adapter', isOk: stubborn === 3, detail: `restored at request ${stubborn}` },
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
