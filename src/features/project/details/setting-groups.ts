import { densityOf } from '#contract/rules/density.ts';
import { denseFactsOf } from '#contract/schemas/flight.ts';
import type { Project } from '#contract/schemas/project.ts';
import { cameraName } from '#domain/photogrammetry/model/camera-name.ts';
import type { Text } from '#i18n/use-text.ts';
import type { Fact, FactGroup } from './fact.ts';

/** Processing settings of a project; unset ones are the product's defaults. */
export function settingGroups(project: Project, text: Text): FactGroup[] {
  const { t } = text;
  return [
    ...(project.is_lidar
      ? []
      : [
          { title: t('projectDetails.group.dense'), facts: denseFacts(project, text) },
          { title: t('projectDetails.group.ortho'), facts: orthoFacts(project, text) },
          ...cameraGroup(project, text),
        ]),
    { title: t('projectDetails.group.terrain'), facts: terrainFacts(project, text) },
  ];
}

const onOff = (value: boolean | undefined, { t }: Text): string =>
  t(value === true ? 'projectDetails.on' : 'projectDetails.off');

/** `×2`, or that nothing was set. */
const multiple = (value: number | undefined, { t, format }: Text): string =>
  value === undefined
    ? t('projectDetails.default')
    : `×${format.number(value, Number.isInteger(value) ? 0 : 2)}`;

function denseFacts({ settings, products }: Project, text: Text): Fact[] {
  const { t, format } = text;
  const views = denseFactsOf(products)?.advanced_fields.views_for_fusion ?? null;
  return [
    { name: t('projectDetails.engine'), value: t(`report.engine.${settings.engine ?? 'builtin'}`) },
    { name: t('projectDetails.density'), value: t(`projectDetails.density.${densityOf(settings.density)}`) },
    { name: t('projectDetails.unclustered'), value: onOff(settings.run_dense_unclustered, text) },
    { name: t('projectDetails.viewsForFusion'), value: views === null ? '–' : format.number(views) },
  ];
}

function orthoFacts({ settings }: Project, text: Text): Fact[] {
  const { t } = text;
  return [
    { name: t('projectDetails.orthoGsd'), value: multiple(settings.ortho_gsd_multiplier, text) },
    { name: t('projectDetails.unreconstructed'), value: onOff(settings.use_unreconstructed_cameras, text) },
  ];
}

/** Stated sensors and lenses; none where the photos' metadata is used. */
function cameraGroup({ settings: { cameras = [] } }: Project, text: Text): FactGroup[] {
  const { t, format } = text;
  if (cameras.length === 0) return [];
  const facts = cameras.map((camera): Fact => {
    const { make, model, pixel_width, pixel_height, sensor_width, focal_length, principal_point } = camera;
    const name = cameraName(make, model);
    const value = (millimetres: number) => ({ value: format.number(millimetres, 2) });
    const said = [
      ...(sensor_width === null ? [] : [t('projectDetails.camera.sensor', value(sensor_width))]),
      ...(focal_length === null ? [] : [t('projectDetails.camera.focal', value(focal_length))]),
      ...(principal_point === null
        ? []
        : [t('projectDetails.camera.principal', pointText(principal_point, text))]),
    ];
    return {
      name: `${name || t('projectDetails.unnamedCamera')} · ${pixel_width} × ${pixel_height}`,
      value: said.join(', '),
    };
  });
  return [{ title: t('projectDetails.group.cameras'), facts }];
}

const pointText = ({ x0, y0 }: { x0: number; y0: number }, { format }: Text) => ({
  x: format.number(x0, 2),
  y: format.number(y0, 2),
});

function terrainFacts({ settings, is_lidar }: Project, text: Text): Fact[] {
  const { t, format } = text;
  const length = (value: number | undefined) =>
    value === undefined ? t('projectDetails.default') : format.number(value, Number.isInteger(value) ? 0 : 2);
  return [
    ...(is_lidar
      ? []
      : [
          { name: t('projectDetails.surfaceScale'), value: multiple(settings.surface_model_scale, text) },
          { name: t('projectDetails.demGsd'), value: multiple(settings.dem_gsd_multiplier, text) },
        ]),
    { name: t('projectDetails.cell'), value: length(settings.resolution) },
    { name: t('projectDetails.contourInterval'), value: length(settings.contour_interval) },
    ...(is_lidar
      ? [{ name: t('projectDetails.reclassify'), value: onOff(settings.reclassify_ground, text) }]
      : []),
  ];
}
