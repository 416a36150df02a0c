import { hasFeature } from '#contract/editions.ts';
import { timeInProcessing } from '#contract/rules/states.ts';
import { flightOf } from '#contract/schemas/flight.ts';
import type { Project } from '#contract/schemas/project.ts';
import { cameraName } from '#domain/photogrammetry/model/camera-name.ts';
import type { Text } from '#i18n/use-text.ts';
import { Quantity } from '#ui/Quantity.tsx';
import { systemLabel } from '../products/coordinate-system.ts';
import type { Viewer } from '../viewer.ts';
import type { Fact, FactGroup } from './fact.ts';
import { settingGroups } from './setting-groups.ts';

/** Facts of a project, in groups (spec part 2, section 2); a dash for unknown values. */
export function factGroups(project: Project, viewer: Viewer, text: Text): FactGroup[] {
  const { t } = text;
  return [
    { title: t('projectDetails.group.project'), facts: projectFacts(project, viewer, text) },
    ...(project.is_lidar
      ? []
      : [{ title: t('projectDetails.group.flight'), facts: flightFacts(project, text) }]),
    { title: t('projectDetails.group.storage'), facts: storageFacts(project, viewer, text) },
    ...settingGroups(project, text),
  ];
}

function projectFacts(project: Project, viewer: Viewer, { t, format }: Text): Fact[] {
  const system = systemLabel({
    epsg: project.base_coordinate_system,
    wkt: project.base_coordinate_system_wkt,
    unit: project.default_unit_of_measure,
  });
  const unit = project.default_unit_of_measure;
  const hasId = viewer.isStaff;
  return [
    { name: t('projectDetails.owner'), value: project.owned ? t('projectDetails.you') : project.owner },
    { name: t('projectDetails.created'), value: format.dateTime(Date.parse(project.when_created)) },
    {
      name: t('projectDetails.processingTime'),
      value: format.duration(timeInProcessing(project.state_history, Date.now()) / 1000),
    },
    { name: t('projectDetails.unit'), value: unit === null ? '–' : t(`unit.${unit}`) },
    { name: t('projectDetails.coordinateSystem'), value: system ?? t('coordinateSystem.unknown') },
    ...(hasId ? [{ name: t('projectDetails.id'), value: project.id }] : []),
  ];
}

/** Facts of the photos; those from the bundle adjustment are a dash before it. */
function flightFacts(project: Project, { t, format }: Text): Fact[] {
  const { image_count, sensors, pixel_width, pixel_height, focal_length, gcps, checkpoints } = project;
  const flight = flightOf(project.products);
  const count = (value: number | undefined) =>
    value === undefined ? '–' : <Quantity value={value} text={format.number(value)} />;
  const cameras = sensors.map(({ make, model }) => cameraName(make, model)).filter((name) => name !== '');
  const size =
    pixel_width === null || pixel_height === null ? (
      '–'
    ) : (
      <Quantity
        value={pixel_width * pixel_height}
        text={`${format.number(pixel_width)} × ${format.number(pixel_height)}`}
        unit="px"
      />
    );
  const focal =
    focal_length === null ? (
      '–'
    ) : (
      <Quantity value={focal_length} text={format.number(focal_length, 2)} unit="mm" />
    );
  return [
    { name: t('projectDetails.images'), value: count(image_count) },
    { name: t('projectDetails.totalPixels'), value: count(flight?.total_pixels) },
    { name: t('projectDetails.camera'), value: cameras.join(', ') || '–' },
    { name: t('projectDetails.dimensions'), value: size },
    { name: t('projectDetails.focal'), value: focal },
    { name: t('projectDetails.gcps'), value: count(flight ? gcps.length : undefined) },
    { name: t('projectDetails.checkpoints'), value: count(flight ? checkpoints.length : undefined) },
    { name: t('projectDetails.tiepoints'), value: count(flight?.points) },
  ];
}

/** Disk usage with the part that can be cleaned; on a desktop also the peak during processing. */
function storageFacts(project: Project, viewer: Viewer, { t, format }: Text): Fact[] {
  const { size } = project;
  const bytes = (value: number) => <Quantity value={value} text={format.bytes(value)} />;
  const cleanable = size.cleanable.intermediate + size.cleanable.exportable + size.cleanable.canvas;
  const isDesktop = hasFeature(viewer.edition, 'peakUsageFigures');
  const ofGib = (gibibytes: number | null) => (gibibytes === null ? '–' : bytes(gibibytes * 1024 ** 3));
  return [
    {
      name: t(isDesktop ? 'projectDetails.inputSize' : 'projectDetails.dataCharged'),
      value: isDesktop ? bytes(size.input) : ofGib(project.data_charged),
    },
    { name: t('projectDetails.totalSize'), value: bytes(size.total) },
    { name: t('projectDetails.cleanable'), value: bytes(cleanable) },
    ...(isDesktop
      ? [
          { name: t('projectDetails.peakDisk'), value: ofGib(project.max_disk_space_usage) },
          { name: t('projectDetails.peakRam'), value: ofGib(project.peak_ram_usage_gb) },
        ]
      : []),
  ];
}
