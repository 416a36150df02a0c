import { createCameraStations } from '#core/stations/camera-stations.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { blockOrigin, madeUpBlock } from '../../scenes/block.ts';

/** Frusta, tie points in their colours and control with its residuals; a photo that is clicked on is chosen. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run({ viewport, settle }) {
    const stations = createCameraStations(viewport);
    stations.setShown(true);
    stations.show({ block: madeUpBlock, system: null, origin: blockOrigin });
    stations.setPart('ties', true);
    viewport.setDisplay({ colourMode: 'rgb', pointSizePx: 3 });
    const [x, y, z] = blockOrigin;
    viewport.setCamera({ mode: '3d', target: [x, y, z + 25], distance: 210, yawRad: 0.45, pitchRad: 0.5 });
    await settle();
    const centre = viewport.project(madeUpBlock.photos[5]!.position);
    await stations.pick(centre.x, centre.y);
    await settle();
    const picture = await viewport.capture();
    const { chosen } = stations.state;
    await stations.pick(5, 5);
    const isLetGo = stations.state.chosen === null;
    stations.setPart('ties', false);
    stations.setPart('control', false);
    const low = viewport.sceneBounds()?.min[2] ?? 0;
    return {
      picture,
      checks: [
        {
          what: 'the photo clicked on is chosen',
          isOk: chosen?.kind === 'photo' && chosen.index === 5,
          detail: `${chosen?.kind} ${chosen?.index}`,
        },
        { what: 'a click beside lets it go', isOk: isLetGo, detail: String(isLetGo) },
        {
          what: 'without ties and control only the photos are left',
          isOk: low > z + 30,
          detail: `lowest ${low}`,
        },
      ],
    };
  },
};
