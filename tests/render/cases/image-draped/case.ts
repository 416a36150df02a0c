import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { chequeredImage } from '../../scenes/images.ts';
import { corner } from '../../scenes/terrain.ts';
import { addGround, addSurvey, lookFromSouth } from '../../scenes/views.ts';

/** An image with holes over hidden terrain, a second one over it half transparent; a lost device restores the same image, and nothing leaks. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    lookFromSouth(viewport);
    await settle();
    const before = viewport.resources;
    addGround(viewport);
    viewport.patchLayer('ground', { isVisible: false });
    const under: GeoTransform = [corner[0] + 20, 0.35, 0, corner[1] + 380, 0, -0.35];
    const over: GeoTransform = [corner[0] + 150, 0.1, 0.06, corner[1] + 180, 0.06, -0.1];
    const image = { kind: 'image', isVisible: true, system: null } as const;
    viewport.addLayer({ ...image, id: 'under', source: await chequeredImage(under), opacity: 1 });
    viewport.addLayer({ ...image, id: 'over', source: await chequeredImage(over), opacity: 0.5 });
    addSurvey(viewport, 3000);
    lookFromSouth(viewport);
    await settle();
    const picture = await viewport.capture();
    const restored = new Promise((resolve) => viewport.on('deviceRestored', resolve));
    viewport.device!.destroy();
    await restored;
    await settle();
    const again = await viewport.capture();
    const differing = again.data.reduce((sum, value, i) => sum + (value === picture.data[i] ? 0 : 1), 0);
    for (const id of ['under', 'over', 'ground', 'survey']) viewport.removeLayer(id);
    await settle();
    const after = viewport.resources;
    return {
      picture,
      checks: [
        { what: 'same picture on a new device', isOk: differing === 0, detail: `${differing} bytes differ` },
        {
          what: 'no texture stays behind',
          isOk: after.textures <= before.textures,
          detail: `${after.textures}, at the start ${before.textures}`,
        },
      ],
    };
  },
};
