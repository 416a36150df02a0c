import type { PixelImage } from '#viewport/viewport-types.ts';
import type { RenderCase } from '../../page/render-case.ts';
import { corner } from '../../scenes/terrain.ts';
import { addDrawing, addGround, addSurvey, lookFromSouth } from '../../scenes/views.ts';

/** Two images of equal height, the first on the left. */
function beside(left: PixelImage, right: PixelImage): PixelImage {
  const width = left.width + right.width;
  const data = new Uint8ClampedArray(width * left.height * 4);
  for (let row = 0; row < left.height; row++) {
    const at = row * width * 4;
    data.set(left.data.subarray(row * left.width * 4, (row + 1) * left.width * 4), at);
    data.set(right.data.subarray(row * right.width * 4, (row + 1) * right.width * 4), at + left.width * 4);
  }
  return { width, height: left.height, data };
}

function differing(a: PixelImage, b: PixelImage): number {
  return a.data.reduce((sum, value, i) => sum + (value === b.data[i] ? 0 : 1), 0);
}

/** A plan beside a 3D view, of one scene on one device: cameras are linked, layers are hidden in one pane, a lost device is restored in both, and a closed pane leaks nothing. */
export const renderCase: RenderCase = {
  width: 320,
  height: 240,
  async run({ viewport, canvas, settle }) {
    addGround(viewport, 400);
    addSurvey(viewport, 2000);
    addDrawing(viewport);
    lookFromSouth(viewport);
    viewport.setCamera({ mode: '2d' });
    await settle();
    await viewport.pick(160, 120);
    const alone = viewport.resources;
    const second = canvas.cloneNode() as HTMLCanvasElement;
    document.body.append(second);
    viewport.setCamera({ ...viewport.camera, mode: '3d' }, 'second');
    await viewport.attach(second, 'second');
    viewport.setPaneLook('second', { hidden: ['survey'], isMap: false });
    viewport.setLocked(true);
    const [x, y] = [corner[0] + 150, corner[1] + 150];
    viewport.setCamera({ target: [x, y, corner[2] + 20], distance: 330 }, 'first');
    await settle();
    const followed = viewport.cameraOf('second');
    const isFollowing = followed.target[0] === x && followed.distance === 330 && followed.mode === '3d';
    const both = async () => beside(await viewport.capture('first'), await viewport.capture('second'));
    const picture = await both();

    const view = { pane: 'second', camera: followed } as const;
    const place = viewport.project([x, y, viewport.terrainElevation(x, y)], view);
    const hit = await viewport.pick(place.x, place.y, { kinds: ['point', 'terrain'], view });
    const off = hit ? Math.hypot(hit.position[0] - x, hit.position[1] - y) : Number.NaN;

    const restored = new Promise((resolve) => viewport.on('deviceRestored', resolve));
    viewport.device!.destroy();
    await restored;
    await settle();
    const changed = differing(await both(), picture);

    viewport.detach('second');
    second.remove();
    await settle();
    await viewport.pick(160, 120);
    const end = viewport.resources;
    return {
      picture,
      checks: [
        { what: 'the view in space follows the plan', isOk: isFollowing, detail: JSON.stringify(followed) },
        {
          what: 'what one pane leaves out is not picked in it',
          isOk: hit?.kind === 'terrain' && off < 1,
          detail: `${hit?.kind}, ${off.toFixed(2)} m off`,
        },
        {
          what: 'the same pictures on a new device',
          isOk: changed === 0,
          detail: `${changed} bytes differ`,
        },
        {
          what: 'a pane that closes leaves nothing behind',
          isOk: end.bytes <= alone.bytes && end.textures <= alone.textures && end.buffers <= alone.buffers,
          detail: `${JSON.stringify(end)}; alone ${JSON.stringify(alone)}`,
        },
      ],
    };
  },
};
