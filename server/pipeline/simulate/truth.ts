import { breaklinesOf, type Simulation } from '#domain/simulation/simulation.ts';
import type { Placement } from './placement.ts';

/** The truth of a simulated survey, in the units of its coordinate system unless stated otherwise. */
export function truthOf(
  simulation: Simulation,
  placement: Placement,
  request: { seed: number; sizeM: number; pulsesPerM2: number },
) {
  const { terrain, objects } = simulation;
  const { crs, originX, originY, horizontal, vertical } = placement;
  const cubicUnits = horizontal * horizontal * vertical;
  return {
    request: { seed: request.seed, sizeM: request.sizeM, pulsesPerM2: request.pulsesPerM2 },
    crs: {
      name: crs.name,
      epsg: crs.epsg,
      verticalEpsg: crs.verticalEpsg,
      horizontalUnit: crs.horizontalUnit?.name ?? null,
      verticalUnit: crs.verticalUnit?.name ?? null,
    },
    placement: {
      note: 'world = origin + site metres * units per metre; heights = site metres * vertical units per metre',
      originX,
      originY,
      unitsPerMetre: horizontal,
      verticalUnitsPerMetre: vertical,
    },
    terrainM: { parameters: terrain.parameters, road: terrain.road, pads: terrain.pads },
    volumes: terrain.shapes.map((shape) => {
      const [x, y] = placement.toWorld(shape.centreX, shape.centreY, 0);
      const pad = terrain.pads.find(
        ({ minX, maxX, minY, maxY }) =>
          shape.centreX > minX && shape.centreX < maxX && shape.centreY > minY && shape.centreY < maxY,
      );
      return {
        name: shape.name,
        kind: shape.kind,
        x,
        y,
        base: (pad?.level ?? 0) * vertical,
        volume: shape.volume * cubicUnits,
        volumeM3: shape.volume,
        parametersM: shape.parameters,
      };
    }),
    breaklines: breaklinesOf(simulation).map((line) => ({
      name: line.name,
      closed: line.closed,
      points: line.points.map(([x, y, z]) => placement.toWorld(x, y, z)),
    })),
    objectsM: objects,
  };
}
