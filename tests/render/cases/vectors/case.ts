import { defaultFeatureStyle, solidLine } from '#viewport/scene.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { addDrawing, addGround, lookFromSouth, place } from '../../scenes/views.ts';

/** Edges around a light and a dark line and a symbol, as in high contrast. */
const edged = { ...defaultFeatureStyle, edgePx: 3, sizePx: 12, widthPx: 3 };

/** Every kind of feature over terrain, and some with an edge. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    addGround(viewport);
    addDrawing(viewport);
    viewport.addLayer({
      id: 'edged',
      kind: 'vector',
      isVisible: true,
      isPickable: false,
      features: [
        { id: 'light', kind: 'polyline', positions: place([20, 200], [60, 240], [120, 215]), style: edged },
        {
          id: 'dark',
          kind: 'polyline',
          positions: place([20, 220], [60, 260], [120, 235]),
          style: { ...edged, colour: [0.1, 0.12, 0.35, 1], line: { ...solidLine, dash: [16, 10] } },
        },
        { id: 'mark', kind: 'point', positions: place([150, 250]), style: edged },
      ],
    });
    lookFromSouth(viewport);
    await settle();
    return { picture: await viewport.capture() };
  },
};
