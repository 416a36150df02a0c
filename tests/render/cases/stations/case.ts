import { createCameraStations } from '#core/stations/camera-stations.ts';
import { stationLayerIds } from '#core/stations/station-layers.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { blockOrigin, madeUpBlock } from '../../scenes/block.ts';

/** A small image, north-west red, north-east green, south-east blue, south-west white. */
async function imageAddress(): Promise<string> {
  const canvas = new OffscreenCanvas(400, 300);
  const context = canvas.getContext('2d')!;
  for (const [colour, x, y] of [
    ['#e02020', 0, 0],
    ['#20c020', 200, 0],
    ['#2020e0', 200, 150],
    ['#ffffff', 0, 150],
  ] as const) {
    context.fillStyle = colour;
    context.fillRect(x, y, 200, 150);
  }
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }));
}

/** The colour of `imageAddress` visible at a place. */
function colourAt({ width, data }: PixelImage, x: number, y: number): string {
  const at = (Math.round(y) * width + Math.round(x)) * 4;
  const [red, green, blue] = [data[at]! > 150, data[at + 1]! > 150, data[at + 2]! > 150];
  return red && green && blue ? 'white' : red ? 'red' : green ? 'green' : blue ? 'blue' : 'none';
}

/** Frusta with their images, tie points in their colours and control with its residuals; a clicked photo is selected. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  // Letters depend on the machine's fonts.
  tolerance: 0.01,
  async run({ viewport, settle }) {
    const stations = createCameraStations(viewport);
    stations.setShown(true);
    const thumbnail = await imageAddress();
    const photos = madeUpBlock.photos.map((photo) => ({ ...photo, files: { photo: thumbnail, thumbnail } }));
    stations.show({ block: { ...madeUpBlock, photos }, system: null, origin: blockOrigin });
    stations.setPart('ties', true);
    viewport.setDisplay({ colourMode: 'rgb', pointSizePx: 3 });
    const [x, y, z] = blockOrigin;
    viewport.setCamera({ mode: '3d', target: [x, y, z + 25], distance: 210, yawRad: 0.45, pitchRad: 0.5 });
    await settle();
    const [px, py, pz] = madeUpBlock.photos[5]!.position;
    // The image is 15 m wide and 15 m below the camera; these are the middles of its quarters.
    const quarter = (east: number, north: number) => viewport.project([px + east, py + north, pz - 15]);
    const seen = async () => {
      const picture = await viewport.capture();
      return [quarter(-4, 3), quarter(4, 3), quarter(4, -3), quarter(-4, -3)]
        .map(({ x, y }) => colourAt(picture, x, y))
        .join(' ');
    };
    const quarters = await seen();
    const { x: pressX, y: pressY } = quarter(-4, 3);
    await stations.pick(pressX, pressY);
    const isPressed = stations.state.chosen?.kind === 'photo' && stations.state.chosen.index === 5;
    stations.choose(null);
    const bytes = viewport.figures().deviceBytes.images;
    const centre = viewport.project(madeUpBlock.photos[5]!.position);
    await stations.pick(centre.x, centre.y);
    await settle();
    const picture = await viewport.capture();
    const restored = new Promise((resolve) => viewport.on('deviceRestored', resolve));
    viewport.device!.destroy();
    await restored;
    await settle();
    const again = await viewport.capture();
    const differing = again.data.reduce((sum, value, i) => sum + (value === picture.data[i] ? 0 : 1), 0);
    const { chosen } = stations.state;
    await stations.pick(5, 5);
    const isLetGo = stations.state.chosen === null;
    stations.setPart('ties', false);
    stations.setPart('control', false);
    stations.setPart('thumbnails', false);
    await settle();
    const bare = await seen();
    const low = viewport.sceneBounds()?.min[2] ?? 0;
    viewport.removeLayer(stationLayerIds.thumbnails);
    await settle();
    const left = viewport.figures().deviceBytes.images;
    return {
      picture,
      checks: [
        { what: 'same picture on a new device', isOk: differing === 0, detail: `${differing} bytes differ` },
        { what: 'no picture stays behind', isOk: left === 0, detail: `${left} bytes` },
        {
          what: 'pictures lie the right way round, and go with their part',
          isOk: quarters === 'red green blue white' && !/red|white/.test(bare),
          detail: `${quarters}; then ${bare}`,
        },
        { what: 'a picture pressed on chooses its photo', isOk: isPressed, detail: String(isPressed) },
        {
          what: 'pictures are in the accounts',
          isOk: bytes === 12 * 384 * 288 * 4,
          detail: `${bytes} bytes`,
        },
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
