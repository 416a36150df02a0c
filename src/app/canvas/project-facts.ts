import type { Project } from '#contract/schemas/project.ts';
import type { ProjectFacts } from '#core/state/project-facts.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import { unitFromMeasure } from '#domain/units/units.ts';

/**
 * Coordinate system of the canvas: that of the point cloud or elevation model, else the project's own.
 * A demo is read-only.
 */
export async function readProjectFacts(
  project: Project,
  firstLayerName: string,
  isDemo: boolean,
): Promise<ProjectFacts> {
  const product = project.products.find(({ wkt, epsg }) => wkt !== null || epsg !== null);
  const wkt = product?.wkt ?? project.base_coordinate_system_wkt;
  const epsg = product?.epsg ?? project.base_coordinate_system;
  const payload = wkt ?? (epsg === null ? null : `EPSG:${epsg}`);
  const crs = payload === null ? null : await readCrs([{ source: 'user', payload }]);
  const declared = project.default_unit_of_measure ?? product?.unit_of_measure ?? null;
  const fallback = declared === null ? null : unitFromMeasure(declared);
  const coordinateUnit = crs?.horizontalUnit ?? fallback;
  const horizontalUnit = coordinateUnit?.kind === 'linear' ? coordinateUnit : null;
  return {
    name: project.name,
    coordinateUnit,
    horizontalUnit,
    verticalUnit: crs?.verticalUnit ?? horizontalUnit ?? fallback,
    isVerticalUnitAssumed: (crs?.verticalUnit ?? null) === null,
    epsg: crs?.epsg ?? epsg,
    wkt: crs?.wkt ?? wkt,
    crsName: crs?.name ?? null,
    system: crs?.definition ?? null,
    canEdit: project.can_edit && !isDemo,
    firstLayerName,
  };
}
