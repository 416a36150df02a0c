import type { ReactNode } from 'react';
import { type Edition, hasFeature } from '#contract/editions.ts';
import { timeInProcessing } from '#contract/rules/states.ts';
import { flightOf } from '#contract/schemas/flight.ts';
import type { Project } from '#contract/schemas/project.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Facts } from '#ui/Table.tsx';
import { systemLabel } from './coordinate-system.ts';

interface DetailsDialogProps {
  project: Project;
  edition: Edition;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Everything known of a project that is not shown elsewhere. */
export function DetailsDialog({ project, edition, open, onOpenChange }: DetailsDialogProps) {
  const text = useText();
  const { t } = text;
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title={t('projectDetails.title')}
      closeLabel={t('close')}
    >
      <div className="pb-4">
        <Facts facts={factsOf(project, edition, text)} />
      </div>
    </Dialog>
  );
}

function bytes(value: number, { format }: Text): ReactNode {
  return <Quantity value={value} text={format.bytes(value)} />;
}

function factsOf(project: Project, edition: Edition, text: Text): { name: string; value: ReactNode }[] {
  const { t, format } = text;
  const { cleanable } = project.size;
  const system = systemLabel({
    epsg: project.base_coordinate_system,
    wkt: project.base_coordinate_system_wkt,
    unit: project.default_unit_of_measure,
  });
  const facts = [
    { name: t('projectDetails.owner'), value: project.owned ? t('projectDetails.you') : project.owner },
    { name: t('projectDetails.created'), value: format.dateTime(Date.parse(project.when_created)) },
    {
      name: t('projectDetails.processingTime'),
      value: format.duration(timeInProcessing(project.state_history, Date.now()) / 1000),
    },
    { name: t('projectDetails.coordinateSystem'), value: system ?? t('coordinateSystem.unknown') },
    {
      name: t('projectDetails.unit'),
      value: project.default_unit_of_measure === null ? '–' : t(`unit.${project.default_unit_of_measure}`),
    },
    { name: t('projectDetails.inputSize'), value: bytes(project.size.input, text) },
    { name: t('projectDetails.totalSize'), value: bytes(project.size.total, text) },
    {
      name: t('projectDetails.cleanable'),
      value: bytes(cleanable.intermediate + cleanable.exportable + cleanable.canvas, text),
    },
  ];
  const peaks = hasFeature(edition, 'peakUsageFigures') ? peakFacts(project, text) : [];
  const flight = project.is_lidar ? [] : flightFacts(project, text);
  return [...facts, ...flight, ...peaks, { name: t('projectDetails.id'), value: project.id }];
}

/** What the photos are; what only the bundle adjustment can tell is a dash before it. */
function flightFacts(project: Project, { t, format }: Text): { name: string; value: ReactNode }[] {
  const { image_count, settings, sensors, pixel_width, pixel_height, focal_length, gcps, checkpoints } =
    project;
  const flight = flightOf(project.products);
  const count = (value: number | undefined) =>
    value === undefined ? '–' : <Quantity value={value} text={format.number(value)} />;
  const cameras = sensors.map(({ make, model }) => `${make} ${model}`.trim()).filter((name) => name !== '');
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
    { name: t('projectDetails.engine'), value: t(`report.engine.${settings.engine ?? 'builtin'}`) },
    { name: t('projectDetails.camera'), value: cameras.join(', ') || '–' },
    { name: t('projectDetails.dimensions'), value: size },
    { name: t('projectDetails.focal'), value: focal },
    { name: t('projectDetails.totalPixels'), value: count(flight?.total_pixels) },
    { name: t('projectDetails.gcps'), value: count(flight ? gcps.length : undefined) },
    { name: t('projectDetails.checkpoints'), value: count(flight ? checkpoints.length : undefined) },
    { name: t('projectDetails.tiepoints'), value: count(flight?.points) },
  ];
}

function peakFacts(project: Project, { t, format }: Text): { name: string; value: ReactNode }[] {
  const gibibyte = 1024 ** 3;
  const peak = (value: number | null) => (value === null ? '–' : format.bytes(value * gibibyte));
  return [
    { name: t('projectDetails.peakDisk'), value: peak(project.max_disk_space_usage) },
    { name: t('projectDetails.peakRam'), value: peak(project.peak_ram_usage_gb) },
  ];
}
