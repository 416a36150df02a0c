import { type Simulation, type SurveyPoint, surveyPointsOf } from '#domain/simulation/simulation.ts';
import type { Placement } from './placement.ts';

function decimals(value: number): string {
  return value.toFixed(4);
}

function worldOf(point: SurveyPoint, placement: Placement): string[] {
  return placement.toWorld(point.x, point.y, point.z).map(decimals);
}

/** Surveyed points of one type with their standard deviations, in the units of the coordinate system. */
export function controlCsv(simulation: Simulation, placement: Placement, type: SurveyPoint['type']): string {
  const rows = surveyPointsOf(simulation)
    .filter((point) => point.type === type)
    .map((point) =>
      [
        point.label,
        point.type,
        ...worldOf(point, placement),
        decimals(point.sigmaXY * placement.horizontal),
        decimals(point.sigmaXY * placement.horizontal),
        decimals(point.sigmaZ * placement.vertical),
      ].join(','),
    );
  return ['label,type,x,y,z,sigma_x,sigma_y,sigma_z', ...rows, ''].join('\n');
}

/** Control points in the form of a gcp_list.txt without images: header, then label, x, y, z. */
export function gcpList(simulation: Simulation, placement: Placement): string {
  const { epsg, proj4 } = placement.crs;
  const header = epsg === null ? (proj4 ?? '') : `EPSG:${epsg}`;
  const rows = surveyPointsOf(simulation)
    .filter((point) => point.type === 'gcp')
    .map((point) => [point.label, ...worldOf(point, placement)].join('\t'));
  return [header, ...rows, ''].join('\n');
}
