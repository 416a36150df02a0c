import { type Building, roofAt, type SimulationObjects, type Tree } from './objects.ts';
import type { Terrain } from './terrain.ts';

/** A pulse from (x, y, altitude) that moves `slopeY` metres north per metre downwards. */
export interface Pulse {
  readonly x: number;
  readonly y: number;
  readonly altitude: number;
  readonly slopeY: number;
}

export type HitKind = 'ground' | 'roof' | 'wall' | 'crown';

export interface Hit {
  readonly kind: HitKind;
  readonly y: number;
  readonly z: number;
  /** Fraction of the pulse's energy transmitted. */
  readonly transparency: number;
}

export interface RayCaster {
  /** Hits of the pulse, top to bottom; the last is solid. */
  cast(pulse: Pulse): Hit[];
}

const cellM = 12;
/** Maximum horizontal distance of an oblique pulse between an object's top and the ground. */
const driftM = 9;
const groundTolerance = 1e-4;
const groundIterations = 12;

function indexByCell<T>(
  items: readonly T[],
  boxOf: (item: T) => readonly [number, number, number, number],
): Map<number, T[]> {
  const cells = new Map<number, T[]>();
  for (const item of items) {
    const [minX, minY, maxX, maxY] = boxOf(item).map((edge) => Math.floor(edge / cellM)) as [
      number,
      number,
      number,
      number,
    ];
    for (let row = minY; row <= maxY; row++) {
      for (let column = minX; column <= maxX; column++) {
        const id = row * 65_536 + column;
        const list = cells.get(id);
        if (list) list.push(item);
        else cells.set(id, [item]);
      }
    }
  }
  return cells;
}

/** Hit of a pulse on a house, or null: the roof from above, else the wall it enters through. */
function hitBuilding(pulse: Pulse, house: Building, groundZ: number): Hit | null {
  if (pulse.x < house.minX || pulse.x > house.maxX) return null;
  const yAt = (z: number) => pulse.y + pulse.slopeY * (pulse.altitude - z);
  const isInside = (y: number) => y >= house.minY && y <= house.maxY;
  const top = yAt(house.ridge);
  if (isInside(top) || isInside(yAt(house.eaves))) {
    let z = house.ridge;
    for (let pass = 0; pass < groundIterations; pass++) z = roofAt(house, yAt(z));
    if (isInside(yAt(z))) return { kind: 'roof', y: yAt(z), z, transparency: 0 };
  }
  const wallY = top < house.minY ? house.minY : house.maxY;
  if (pulse.slopeY === 0) return null;
  const wallZ = pulse.altitude - (wallY - pulse.y) / pulse.slopeY;
  if (wallZ < groundZ || wallZ > house.eaves) return null;
  return { kind: 'wall', y: wallY, z: wallZ, transparency: 0 };
}

/** Entry of a pulse into a crown, from the quadratic of line and ellipsoid, or null where it misses. */
function hitTree(pulse: Pulse, tree: Tree): Hit | null {
  const k = (tree.crownRadius / tree.crownHalfHeight) ** 2;
  const dx = pulse.x - tree.x;
  const y0 = pulse.y + pulse.slopeY * (pulse.altitude - tree.crownZ) - tree.y;
  const a = pulse.slopeY * pulse.slopeY + k;
  const b = -y0 * pulse.slopeY;
  const c = dx * dx + y0 * y0 - tree.crownRadius * tree.crownRadius;
  const discriminant = b * b - a * c;
  if (discriminant < 0) return null;
  const rise = (-b + Math.sqrt(discriminant)) / a;
  return {
    kind: 'crown',
    y: y0 - pulse.slopeY * rise + tree.y,
    z: tree.crownZ + rise,
    transparency: tree.transparency,
  };
}

/** Casts pulses against ground, houses and trees. Built once per scene; keeps no state between pulses. */
export function createRayCaster(terrain: Terrain, objects: SimulationObjects): RayCaster {
  const houses = indexByCell(objects.buildings, (house) => [
    house.minX,
    house.minY - driftM,
    house.maxX,
    house.maxY + driftM,
  ]);
  const trees = indexByCell(objects.trees, (tree) => [
    tree.x - tree.crownRadius,
    tree.y - tree.crownRadius - driftM,
    tree.x + tree.crownRadius,
    tree.y + tree.crownRadius + driftM,
  ]);

  function groundHit(pulse: Pulse): Hit {
    let z = terrain.parameters['level'] ?? 0;
    let y = pulse.y;
    for (let pass = 0; pass < groundIterations; pass++) {
      y = pulse.y + pulse.slopeY * (pulse.altitude - z);
      const next = terrain.heightAt(pulse.x, y);
      const step = Math.abs(next - z);
      z = next;
      if (step < groundTolerance) break;
    }
    return { kind: 'ground', y, z, transparency: 0 };
  }

  function cast(pulse: Pulse): Hit[] {
    const ground = groundHit(pulse);
    const cell = Math.floor(ground.y / cellM) * 65_536 + Math.floor(pulse.x / cellM);
    const hits: Hit[] = [];
    for (const tree of trees.get(cell) ?? []) {
      const hit = hitTree(pulse, tree);
      if (hit && hit.z > ground.z) hits.push(hit);
    }
    let solid = ground;
    for (const house of houses.get(cell) ?? []) {
      const hit = hitBuilding(pulse, house, ground.z);
      if (hit && hit.z > solid.z) solid = hit;
    }
    return [...hits.filter((hit) => hit.z > solid.z).sort((a, b) => b.z - a.z), solid];
  }

  return { cast };
}
