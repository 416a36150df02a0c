import type { LandXmlUnitName } from '#domain/formats/landxml/linear-units.ts';
import { writeLandXml } from '#domain/formats/landxml/write-surface.ts';
import { createDelaunay } from '#wasm/bindings/delaunay.ts';
import { loadKernel } from './kernels.ts';
import type { SimulatedSurvey } from './simulated-survey.ts';

const gridM = 0.25;
const ringPoints = 720;
const marginM = 4;

/** Places of a shape's surface, site metres: a grid, its centre, and rings along the breaklines of the surface. */
function placesOf(survey: SimulatedSurvey, name: string): [number, number][] {
  const { terrain } = survey.simulation;
  const shape = terrain.shapes.find((one) => one.name === name)!;
  const { centreX, centreY, parameters } = shape;
  const places: [number, number][] = [[centreX, centreY]];
  const reach = Math.ceil((shape.reach + marginM) / gridM) * gridM;
  for (let dx = -reach; dx <= reach; dx += gridM) {
    for (let dy = -reach; dy <= reach; dy += gridM) {
      if (dx !== 0 || dy !== 0) places.push([centreX + dx, centreY + dy]);
    }
  }
  const inner = parameters['innerRadius'];
  for (let k = 0; k < ringPoints; k++) {
    const angle = (k / ringPoints) * 2 * Math.PI;
    const radii = [shape.toe(angle), ...(typeof inner === 'number' ? [inner] : [])];
    for (const radius of radii)
      places.push([centreX + radius * Math.cos(angle), centreY + radius * Math.sin(angle)]);
  }
  return places;
}

/** The analytic surface around a shape of the site as LandXML text: a triangulation whose toe and crest are dense. */
export function analyticLandXml(survey: SimulatedSurvey, name: string, unit: LandXmlUnitName): string {
  const { originX, originY, unitsPerMetre, verticalUnitsPerMetre } = survey.truth.placement;
  const places = placesOf(survey, name);
  const points = Float64Array.from(
    places.flatMap(([x, y]) => [
      originX + x * unitsPerMetre,
      originY + y * unitsPerMetre,
      survey.simulation.terrain.heightAt(x, y) * verticalUnitsPerMetre,
    ]),
  );
  const { order, triangles } = createDelaunay(loadKernel('delaunay')).triangulate(points, 3);
  const ordered = new Float64Array(3 * order.length);
  for (const [to, from] of order.entries()) ordered.set(points.subarray(3 * from, 3 * from + 3), 3 * to);
  const tin = { points: ordered, triangles };
  return [...writeLandXml(tin, { name, unit, date: new Date(0) })].join('');
}
