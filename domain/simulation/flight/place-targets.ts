import { createRandom } from '../../math/random.ts';
import type { Simulation } from '../simulation.ts';
import { flownArea } from './flight-plan.ts';
import type { SurveyTarget } from './scene.ts';

const openKinds: readonly string[] = ['asphalt', 'gravel', 'grass', 'crop'];
const clear = { house: 7, tree: 3, pole: 1.5, target: 5 } as const;
/** Maximum curvature of the ground under a plate, metres over its reach, and maximum slope. */
const levelM = 0.02;
const steepest = 0.12;
const searchStepM = 1.5;
const searchSteps = 400;

/** Whether a plate can be flat and visible at a position. */
function isOpen({ terrain, objects }: Simulation, x: number, y: number, reach: number): boolean {
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
    const angle = (k * Math.PI) / 4;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const;
  });
  const kind = terrain.kindAt(x, y);
  if (!openKinds.includes(kind)) return false;
  if (around.some(([px, py]) => terrain.kindAt(px, py) !== kind)) return false;
  const z = terrain.heightAt(x, y);
  const heights = around.map(([px, py]) => terrain.heightAt(px, py));
  for (let k = 0; k < 4; k++) {
    const [a, b] = [heights[k]!, heights[k + 4]!];
    if (Math.abs((a + b) / 2 - z) > levelM || Math.abs(a - b) > 2 * reach * steepest) return false;
  }
  const { buildings, trees, poles = [] } = objects;
  const isOff = (minX: number, minY: number, maxX: number, maxY: number, gap: number) =>
    x < minX - gap || x > maxX + gap || y < minY - gap || y > maxY + gap;
  return (
    buildings.every(({ minX, minY, maxX, maxY }) => isOff(minX, minY, maxX, maxY, clear.house)) &&
    trees.every((tree) => Math.hypot(tree.x - x, tree.y - y) > tree.crownRadius + clear.tree) &&
    poles.every((pole) => Math.hypot(pole.x - x, pole.y - y) > clear.pole)
  );
}

/** Positions of control: the corners and centre, then points between them. Fractions of the flown area. */
const controlPlaces = [
  [0.06, 0.06],
  [0.94, 0.94],
  [0.06, 0.94],
  [0.94, 0.06],
  [0.5, 0.5],
  [0.5, 0.06],
  [0.5, 0.94],
  [0.06, 0.5],
  [0.94, 0.5],
] as const;

/** Candidate checkpoint positions: one at random in each square of a grid over the flown area. */
function checkPlaces(count: number, seed: number): [number, number][] {
  const random = createRandom(seed, 7);
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => [
    ((index % columns) + random.between(0.15, 0.85)) / columns,
    (Math.floor(index / columns) + random.between(0.15, 0.85)) / rows,
  ]);
}

/**
 * Places targets on open ground of the flown area: control at its corners and centre, checkpoints evenly between. Fewer
 * are placed where a scene has no room.
 * @param control at most 9
 * @param edgeM edge of a plate
 */
export function placeTargets(
  simulation: Simulation,
  control: number,
  check: number,
  edgeM: number,
): SurveyTarget[] {
  const area = flownArea(simulation.terrain.sizeM);
  const random = createRandom(simulation.seed, 8);
  const targets: SurveyTarget[] = [];
  const lay = (type: SurveyTarget['type'], label: string, shareX: number, shareY: number) => {
    const x0 = area.minX + shareX * (area.maxX - area.minX);
    const y0 = area.minY + shareY * (area.maxY - area.minY);
    for (let k = 0; k < searchSteps; k++) {
      const away = searchStepM * Math.sqrt(k);
      const x = x0 + away * Math.cos(2.4 * k);
      const y = y0 + away * Math.sin(2.4 * k);
      if (x < area.minX || x > area.maxX || y < area.minY || y > area.maxY) continue;
      if (targets.some((other) => Math.hypot(other.x - x, other.y - y) < clear.target)) continue;
      if (!isOpen(simulation, x, y, edgeM)) continue;
      const z = simulation.terrain.heightAt(x, y);
      targets.push({ label, type, x, y, z, angleRad: random.between(0, Math.PI) });
      return;
    }
  };
  for (const [index, [shareX, shareY]] of controlPlaces.slice(0, control).entries()) {
    lay('gcp', `GCP${index + 1}`, shareX, shareY);
  }
  for (const [index, [shareX, shareY]] of checkPlaces(check, simulation.seed).entries()) {
    lay('checkpoint', `CP${index + 1}`, shareX, shareY);
  }
  return targets;
}
