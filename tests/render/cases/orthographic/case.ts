import type { GeoTransform } from '#domain/geometry/plane/affine.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { chequeredImage } from '../../scenes/images.ts';
import { corner } from '../../scenes/terrain.ts';
import { addDrawing, addGround, addSurvey, lookFromSouth } from '../../scenes/views.ts';

/** Orthographic 3D: an image and areas draped over terrain, lines in front of and behind it, points with their shading. */
export const renderCase: RenderCase = {
  width: 640,
  height: 400,
  async run({ viewport, settle }) {
    lookFromSouth(viewport);
    viewport.setCamera({ isParallel: true });
    addGround(viewport, 400);
    const place: GeoTransform = [corner[0] + 190, 0.35, 0, corner[1] + 180, 0, -0.35];
    const source = await chequeredImage(place);
    viewport.addLayer({ id: 'image', kind: 'image', isVisible: true, system: null, source, opacity: 1 });
    addDrawing(viewport);
    await settle();
    const [x, y] = [corner[0] + 90, corner[1] + 120];
    const seen = viewport.project([x, y, viewport.terrainElevation(x, y)]);
    const fill = await viewport.pick(seen.x, seen.y, { kinds: ['feature'] });
    const off = fill ? Math.hypot(fill.position[0] - x, fill.position[1] - y) : Number.NaN;
    const isFill = fill?.kind === 'feature' && fill.part === 'fill' && fill.featureId === 'boundary';
    addSurvey(viewport, 3000);
    await settle();
    return {
      picture: await viewport.capture(),
      checks: [
        {
          what: 'a laid area is found where it is seen',
          isOk: isFill && off < 1,
          detail: `${off.toFixed(2)} m off`,
        },
      ],
    };
  },
};
