import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import type { PixelImage } from '#viewport/viewport-types.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { cogFile, copcFile } from '../../scenes/files.ts';
import { addPileTin, addRings } from '../../scenes/surfaces.ts';
import { corner, groundGrid, surveyPoints } from '../../scenes/terrain.ts';
import {
  addDrawing,
  addGround,
  addSurvey,
  drawing,
  lookFromAbove,
  lookFromSouth,
} from '../../scenes/views.ts';

const size = { width: 320, height: 200 };

/** Content shown alone, and its camera. */
interface Round {
  readonly what: string;
  readonly look: (viewport: GpuViewport) => void;
  add(viewport: GpuViewport, stage: Stage): void | Promise<void>;
}

const rounds: readonly Round[] = [
  { what: 'points', look: lookFromSouth, add: (viewport) => addSurvey(viewport, 20_000) },
  {
    what: 'streamed cloud',
    look: lookFromSouth,
    async add(viewport, { pool }) {
      const source = await copcFile(surveyPoints(30_000), pool);
      viewport.addLayer({ id: 'cloud', kind: 'copc', isVisible: true, source });
    },
  },
  {
    what: 'streamed terrain, compared with another, with contours and water',
    look: lookFromSouth,
    async add(viewport) {
      const source = await cogFile(700);
      const other = groundGrid(120);
      viewport.addLayer({ id: 'ground', kind: 'terrain', isVisible: true, source, opacity: 1 });
      viewport.addLayer({ id: 'other', kind: 'terrain', isVisible: false, source: other, opacity: 1 });
      viewport.setDisplay({ terrainColour: 'difference', comparedWith: 'other', differenceRange: 0.5 });
      viewport.setDisplay({ hasContours: true, waterLevel: corner[2] + 25 });
    },
  },
  {
    what: 'TIN with contours',
    look: lookFromSouth,
    add(viewport) {
      addPileTin(viewport, 4);
      addRings(viewport);
    },
  },
  { what: 'vectors in plan', look: lookFromAbove, add: (viewport) => addDrawing(viewport) },
  {
    what: 'vectors on terrain',
    look: lookFromSouth,
    add(viewport) {
      addGround(viewport, 200);
      addDrawing(viewport);
    },
  },
  {
    what: 'labels',
    look: lookFromSouth,
    add(viewport) {
      const features = drawing().map((feature) => ({ ...feature, label: { text: feature.id } }));
      viewport.addLayer({ id: 'drawing', kind: 'vector', isVisible: true, isPickable: true, features });
      addRings(viewport, (elevation) => (elevation - corner[2]).toFixed(1));
    },
  },
];

async function settle(viewport: GpuViewport): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    quiet = viewport.isBusy ? 0 : quiet + 1;
  }
}

function differing(a: PixelImage, b: PixelImage): number {
  return a.data.reduce((sum, value, i) => sum + (value === b.data[i] ? 0 : 1), 0);
}

/** Each renderer alone on a device that is lost: it draws something, and the identical image after the loss. */
export const renderCase: RenderCase = {
  ...size,
  async run(stage) {
    const checks: Check[] = [];
    const canvas = document.createElement('canvas');
    canvas.style.width = `${size.width}px`;
    canvas.style.height = `${size.height}px`;
    document.body.append(canvas);
    for (const round of rounds) checks.push(await loseAlone(round, stage, canvas));
    return { checks };
  },
};

async function loseAlone(round: Round, stage: Stage, canvas: HTMLCanvasElement): Promise<Check> {
  const viewport = stage.another();
  await viewport.attach(canvas);
  round.look(viewport);
  await settle(viewport);
  const empty = await viewport.capture();
  await round.add(viewport, stage);
  round.look(viewport);
  await settle(viewport);
  const before = await viewport.capture();
  const { buffers, textures, bytes } = viewport.resources;
  const restored = new Promise((resolve) => viewport.on('deviceRestored', resolve));
  viewport.device!.destroy();
  await restored;
  await settle(viewport);
  const after = await viewport.capture();
  const now = viewport.resources;
  viewport.dispose();
  const shown = differing(empty, before);
  const lost = differing(before, after);
  const isSameMemory = now.buffers === buffers && now.textures === textures && now.bytes === bytes;
  return {
    what: `${round.what}, back after a loss`,
    isOk: shown > 500 && lost === 0 && isSameMemory,
    detail: `${shown} bytes drawn, ${lost} differ after it; ${now.bytes} of ${bytes} bytes on the device`,
  };
}
