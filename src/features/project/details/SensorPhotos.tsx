import { useQueries } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { times } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { SensorImage } from '#contract/schemas/images.ts';
import type { Project } from '#contract/schemas/project.ts';
import { cameraName } from '#domain/photogrammetry/model/camera-name.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { Facts } from '#ui/Table.tsx';

/** The photos of each camera of a project: number, sizes and total bytes; updated while shown. */
export function SensorPhotos({ project: { pk, sensors } }: { project: Project }) {
  const text = useText();
  const { client } = useApi();
  const answers = useQueries({
    queries: sensors.map((sensor) => ({
      queryKey: queryKeys.sensorImages(pk, sensor.pk),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.call(routes.sensorImages, { params: { pk, sensor_pk: sensor.pk }, signal }),
      refetchInterval: times.sensorImagesPoll,
    })),
  });
  const facts = sensors.flatMap(({ make, model }, index) => {
    const images = answers[index]?.data ?? [];
    const name = cameraName(make, model) || text.t('projectDetails.unnamedCamera');
    return images.length === 0 ? [] : [{ name, value: summarise(images, text) }];
  });
  if (facts.length === 0) return null;
  const title = text.t('projectDetails.group.sensors');
  return (
    <section aria-label={title}>
      <h3 className="border-line border-b pb-1 font-semibold">{title}</h3>
      <Facts facts={facts} />
    </section>
  );
}

function summarise(images: readonly SensorImage[], { t, format }: Text): string {
  const sizes = new Set(
    images.map(
      ({ pixel_width, pixel_height }) => `${format.number(pixel_width)} × ${format.number(pixel_height)} px`,
    ),
  );
  const bytes = images.reduce((sum, { file_size }) => sum + file_size, 0);
  const count = t('createPage.photos', { count: images.length, number: format.number(images.length) });
  return [count, ...sizes, format.bytes(bytes)].join(' · ');
}
