import type { DisplaySettings } from '#viewport/display.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { addGround, addSurvey, lookFromAbove, lookFromSouth } from '../../scenes/views.ts';

const paths = ['compute', 'triangles'] as const;

/** Share of pixels that may differ by more than 12 of 255: the software adapter rounds corners to 1/16 of a pixel. */
const maxDiffering = 0.025;

function differingShare(one: PixelImage, other: PixelImage): number {
  let differing = 0;
  for (let i = 0; i < one.data.length; i += 4) {
    const isFar = [0, 1, 2].some(
      (channel) => Math.abs(one.data[i + channel]! - other.data[i + channel]!) > 12,
    );
    if (isFar) differing++;
  }
  return differing / (one.width * one.height);
}

async function capture({ viewport, settle }: Stage, patch: Partial<DisplaySettings>): Promise<PixelImage> {
  viewport.setDisplay(patch);
  await settle();
  return await viewport.capture();
}

async function compareImages(stage: Stage, what: string, look: Partial<DisplaySettings>): Promise<Check> {
  const [compute, triangles] = [
    await capture(stage, { ...look, pointDrawing: 'compute' }),
    await capture(stage, { ...look, pointDrawing: 'triangles' }),
  ];
  const share = differingShare(compute, triangles);
  return { what, isOk: share < maxDiffering, detail: `${(share * 100).toFixed(2)} % of pixels differ` };
}

/** Both paths pick the same points, except at their edges. */
async function comparePicks({ viewport }: Stage): Promise<Check> {
  const places = Array.from(
    { length: 12 },
    (_, i) => [90 + ((i * 37) % 220), 100 + ((i * 53) % 120)] as const,
  );
  const found: Record<string, string[]> = {};
  for (const pointDrawing of paths) {
    viewport.setDisplay({ pointDrawing });
    found[pointDrawing] = [];
    for (const [x, y] of places) {
      const hit = await viewport.pick(x, y, { radiusPx: 3, kinds: ['point'] });
      found[pointDrawing].push(hit?.kind === 'point' ? hit.integers.join() : 'nothing');
    }
  }
  const hits = found.compute!.filter((hit) => hit !== 'nothing').length;
  const equal = found.compute!.filter((hit, i) => hit === found.triangles![i]).length;
  return {
    what: 'picks',
    isOk: hits === places.length && equal >= places.length * 0.75,
    detail: `${hits} hits, ${equal} of ${places.length} equal`,
  };
}

/** Mean difference of a pixel's brightness from its right neighbour's, of those on points. */
function roughness({ data, width, height }: PixelImage): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < width * height - 1; i++) {
    const [own, next] = [data[i * 4 + 1]!, data[i * 4 + 5]!];
    if (own < 40 || next < 40) continue;
    sum += Math.abs(own - next);
    count++;
  }
  return sum / count;
}

/** Far away, where many points share a pixel, their blend is smoother than the nearest of each. */
async function compareBlend(stage: Stage): Promise<Check> {
  stage.viewport.setCamera({ distance: 2400 });
  const look = { pointDrawing: 'compute', hasEdl: false, colourMode: 'intensity' } as const;
  const nearest = roughness(await capture(stage, { ...look, hasPointBlending: false }));
  const blended = roughness(await capture(stage, { ...look, hasPointBlending: true }));
  return {
    what: 'blending',
    isOk: blended < nearest * 0.8,
    detail: `neighbours differ by ${nearest.toFixed(2)} without and ${blended.toFixed(2)} with it`,
  };
}

/**
 * Points drawn by compute match those drawn by triangles in position and colour, behind and in front of the terrain.
 */
export const renderCase: RenderCase = {
  width: 400,
  height: 300,
  async run(stage) {
    const { viewport } = stage;
    addSurvey(viewport, 40_000);
    addGround(viewport, 100);
    lookFromSouth(viewport);
    const fixed = { pointSizeMode: 'fixed', hasRoundPoints: false, pointSizePx: 2 } as const;
    const checks = [
      await compareImages(stage, 'adaptive discs', { colourMode: 'rgb' }),
      await compareImages(stage, 'squares', { ...fixed, colourMode: 'classification' }),
      await comparePicks(stage),
    ];
    lookFromAbove(viewport);
    checks.push(await compareImages(stage, 'from above', { colourMode: 'elevation', hasEdl: false }));
    checks.push(await compareBlend(stage));
    return { checks };
  },
};
