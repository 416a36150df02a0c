import { sampleGrid } from '#domain/geometry/grid/grid.ts';
import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import {
  corner,
  groundGrid,
  pointOffset,
  pointScale,
  randomSource,
  surveyPoints,
} from '../../scenes/terrain.ts';
import { addDrawing, addGround, lookFromAbove, lookFromSouth } from '../../scenes/views.ts';

const size = { width: 640, height: 400 };

/** Picks at places of the view, in order. */
async function pickMany(viewport: GpuViewport, count: number, kinds?: readonly PickResult['kind'][]) {
  const random = randomSource(3);
  const hits: PickResult[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y] = [size.width * (0.3 + 0.4 * random()), size.height * (0.35 + 0.4 * random())];
    const hit = await viewport.pick(x, y, kinds ? { kinds } : {});
    if (hit) hits.push(hit);
  }
  return hits;
}

/** A picked point of the cloud has the file's stored values. */
function checkPoints(hits: readonly PickResult[], mode: string): Check {
  const { xyz, classification, intensity, count } = surveyPoints(20_000);
  const known = new Map<string, number>();
  for (let i = 0; i < count; i++) known.set(xyz!.subarray(i * 3, i * 3 + 3).join(), i);
  let exact = 0;
  for (const hit of hits) {
    if (hit.kind !== 'point') continue;
    const index = known.get(hit.integers.join());
    if (index === undefined) continue;
    const isScaled = hit.position.every(
      (value, axis) => value === hit.integers[axis as 0]! * pointScale[axis as 0]! + pointOffset[axis as 0]!,
    );
    if (isScaled && hit.classification === classification![index] && hit.intensity === intensity![index])
      exact++;
  }
  return {
    what: `points, ${mode}`,
    isOk: hits.length > 8 && exact === hits.length,
    detail: `${exact} of ${hits.length} exact`,
  };
}

/** A pick on terrain returns the raster's own elevation where the ray hits it. */
function checkTerrain(viewport: GpuViewport, hits: readonly PickResult[], mode: string): Check {
  const grid = groundGrid(800);
  let worst = 0;
  for (const { position } of hits) {
    worst = Math.max(worst, Math.abs(position[2] - sampleGrid(grid, position[0], position[1])));
  }
  const cells = hits.every((hit) => hit.kind === 'terrain' && hit.cellSize === 0.5);
  const isOk = hits.length > 8 && cells && worst < 1e-4 && viewport.size.width === size.width;
  return {
    what: `terrain, ${mode}`,
    isOk,
    detail: `${hits.length} picks, ${worst.toExponential(1)} m off at most`,
  };
}

async function checkFeatures(viewport: GpuViewport): Promise<Check[]> {
  const at = (x: number, y: number) =>
    viewport.project([corner[0] + x, corner[1] + y, viewport.terrainElevation(corner[0] + x, corner[1] + y)]);
  const vertex = at(180, 30);
  const edge = at(120, 35);
  const fill = at(90, 120);
  const hits = [];
  for (const { x, y } of [vertex, edge, fill]) hits.push(await viewport.pick(x, y, { kinds: ['feature'] }));
  return hits.map((hit, i): Check => {
    const wanted = (['vertex', 'edge', 'fill'] as const)[i];
    const isOk = hit?.kind === 'feature' && hit.featureId === 'boundary' && hit.part === wanted;
    const detail = hit?.kind === 'feature' ? `${hit.featureId} ${hit.part} ${hit.index}` : String(hit?.kind);
    return { what: `feature ${wanted}, ${viewport.camera.mode}`, isOk, detail };
  });
}

function lookWithoutPerspective(viewport: GpuViewport): void {
  lookFromSouth(viewport);
  viewport.setCamera({ isParallel: true });
}

/** Picks return the data's own numbers, in perspective and orthographic 3D, and in 2D. */
export const renderCase: RenderCase = {
  ...size,
  async run({ viewport, settle }) {
    const checks: Check[] = [];
    const survey = { id: 'survey', kind: 'points', isVisible: true, points: surveyPoints(20_000) } as const;
    for (const look of [lookFromSouth, lookWithoutPerspective, lookFromAbove]) {
      viewport.addLayer({ ...survey, scale: pointScale, offset: pointOffset });
      look(viewport);
      await settle();
      checks.push(checkPoints(await pickMany(viewport, 12), viewport.camera.mode));
      viewport.removeLayer('survey');
      addGround(viewport);
      addDrawing(viewport);
      await settle();
      checks.push(checkTerrain(viewport, await pickMany(viewport, 12, ['terrain']), viewport.camera.mode));
      checks.push(...(await checkFeatures(viewport)));
      viewport.removeLayer('ground');
      viewport.removeLayer('drawing');
    }
    const nothing = await viewport.pick(2, 2);
    checks.push({ what: 'empty background', isOk: nothing === null, detail: String(nothing?.kind) });
    return { checks };
  },
};
