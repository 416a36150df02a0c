import { defaultFeatureStyle } from '#viewport/scene.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import { corner } from '../../scenes/terrain.ts';
import { addGround, place } from '../../scenes/views.ts';

/** Share of the hidden part of a line that is left when it is dashed: 6 of 11 pixels. */
function checkDashes(plain: PixelImage, dashed: PixelImage): Check {
  let [gone, other] = [0, 0];
  for (let i = 0; i < plain.data.length; i += 4) {
    const away =
      Math.abs(plain.data[i]! - dashed.data[i]!) + Math.abs(plain.data[i + 2]! - dashed.data[i + 2]!);
    if (away <= 12) continue;
    // Gaps lack the line's own yellow, which has little blue.
    if (dashed.data[i + 2]! >= plain.data[i + 2]!) gone++;
    else other++;
  }
  return {
    what: 'hidden parts are dashed on request',
    isOk: gone > 40 && other === 0,
    detail: `${gone} px left out, ${other} drawn`,
  };
}

/**
 * Lines that run into the ground: the part behind it is paler, or hidden where lines are not visible through the scene.
 */
export const renderCase: RenderCase = {
  width: 640,
  height: 400,
  async run({ viewport, settle }) {
    addGround(viewport, 400);
    const line = (id: string, x: number, isSeenThrough: boolean) => ({
      id,
      kind: 'polyline' as const,
      positions: place([x, 120, 60], [x, 280, -20]),
      style: { ...defaultFeatureStyle, widthPx: 4, isSeenThrough },
    });
    const features = [line('seen', 180, true), line('hidden', 220, false)];
    viewport.addLayer({ id: 'lines', kind: 'vector', isVisible: true, isPickable: true, features });
    viewport.setCamera({
      mode: '3d',
      target: [corner[0] + 200, corner[1] + 200, corner[2] + 30],
      distance: 300,
      yawRad: 0.3,
      pitchRad: 0.5,
    });
    await settle();
    const picture = await viewport.capture();
    viewport.setDisplay({ hasDashedHidden: true });
    const dashed = await viewport.capture();
    return { picture, checks: [checkDashes(picture, dashed)] };
  },
};
