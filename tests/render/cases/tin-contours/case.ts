import type { DisplaySettings } from '#viewport/display.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { addPileTin, addRings } from '../../scenes/surfaces.ts';
import { corner } from '../../scenes/terrain.ts';
import { addGround } from '../../scenes/views.ts';

const looks: readonly (Partial<DisplaySettings> & { readonly name: string })[] = [
  { name: 'wireframe', tinLook: 'wireframe' },
  { name: 'shaded', tinLook: 'shaded' },
  { name: 'shaded by elevation', tinLook: 'shaded', tinColour: 'elevation' },
  { name: 'wireframe by elevation', tinLook: 'wireframe', tinColour: 'elevation' },
];

/** Pixels that the surface covers, and shares of them that are blue, dark like an edge, and warm. */
function sharesOf(bare: PixelImage, { data }: PixelImage) {
  const counts = { covered: 0, blue: 0, dark: 0, warm: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const away = [red, green, blue].map((value, i) => Math.abs(value - bare.data[at + i]!));
    if (Math.max(...away) <= 12) continue;
    counts.covered++;
    if (blue > red + 25) counts.blue++;
    if (red + green + blue < 230) counts.dark++;
    if (red > blue + 60) counts.warm++;
  }
  const { covered, blue, dark, warm } = counts;
  return { covered, blue: blue / covered, dark: dark / covered, warm: warm / covered };
}

/** The styles of a surface shown alone: edges only, fill only, and the colours of the ramp. */
async function checkLooks({ viewport, settle }: Stage): Promise<Check[]> {
  viewport.removeLayer('ground');
  viewport.removeLayer('contours');
  viewport.setDisplay({ hasGrid: false, theme: 'light', ramp: 'spectrum' });
  viewport.patchLayer('tin', { isVisible: false });
  await settle();
  const bare = await viewport.capture();
  viewport.patchLayer('tin', { isVisible: true });
  const found: ReturnType<typeof sharesOf>[] = [];
  for (const { name: _name, ...look } of looks) {
    viewport.setDisplay({ tinColour: 'plain', ...look });
    await settle();
    found.push(sharesOf(bare, await viewport.capture()));
  }
  const [wire, shaded, coloured, lines] = found as [Shares, Shares, Shares, Shares];
  const isOk = [
    wire.covered < shaded.covered * 0.5 && wire.blue < 0.05,
    shaded.blue > 0.95 && shaded.dark < 0.03,
    coloured.covered === shaded.covered && coloured.blue > 0.1 && coloured.warm > 0.1,
    lines.covered < shaded.covered * 0.5 && lines.blue > 0.1 && lines.warm > 0.1,
  ];
  return looks.map(({ name }, i) => ({ what: name, isOk: isOk[i]!, detail: JSON.stringify(found[i]) }));
}

type Shares = ReturnType<typeof sharesOf>;

/** A triangulated surface and contour lines over terrain. */
export const renderCase: RenderCase = {
  width: 960,
  height: 600,
  async run(stage) {
    const { viewport, settle } = stage;
    addGround(viewport);
    addPileTin(viewport, 8);
    addRings(viewport);
    viewport.setCamera({
      mode: '3d',
      target: [corner[0] + 215, corner[1] + 300, corner[2] + 35],
      distance: 300,
      yawRad: 0.2,
      pitchRad: 0.75,
    });
    await settle();
    return { picture: await viewport.capture(), checks: await checkLooks(stage) };
  },
};
