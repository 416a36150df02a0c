import { and, asc, eq } from 'drizzle-orm';
import type { PhotoSensor, SensorImage } from '#contract/schemas/images.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { inputSlot, product, type SlotRow } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';

const mebibyte = 2 ** 20;

const isSame = (a: Pick<PhotoSensor, 'make' | 'model'>, b: Pick<PhotoSensor, 'make' | 'model'>): boolean =>
  a.make === b.make && a.model === b.model;

/** The devices that announced photos were taken with, in the order of their first photos. */
export function sensorsOf(
  slots: readonly Pick<SlotRow, 'sensor' | 'index'>[],
): Pick<PhotoSensor, 'make' | 'model'>[] {
  const sensors: Pick<PhotoSensor, 'make' | 'model'>[] = [];
  for (const { sensor } of [...slots].sort((a, b) => a.index - b.index)) {
    if (sensor === null || sensors.some((known) => isSame(known, sensor))) continue;
    sensors.push({ make: sensor.make, model: sensor.model });
  }
  return sensors;
}

/** The photos of a sensor by its index among those of the project, from 1. Throws `store.not-found`. */
export async function listSensorImages(
  context: ServerContext,
  projectPk: number,
  sensorPk: number,
): Promise<SensorImage[]> {
  const rows = await context.db
    .select({ slot: inputSlot })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(and(eq(product.imagesetPk, projectPk), eq(inputSlot.role, 'image')))
    .orderBy(asc(inputSlot.productPk), asc(inputSlot.index));
  const slots = rows.map(({ slot }) => slot);
  const wanted = sensorsOf(slots)[sensorPk - 1];
  if (wanted === undefined) {
    throw new AppError('store.not-found', { key: `${projectPk}/sensor/${sensorPk}` });
  }
  return slots.flatMap(({ sensor, originalName, name, sizeMb }): SensorImage[] => {
    if (sensor === null || !isSame(sensor, wanted)) return [];
    const { pixel_width, pixel_height } = sensor;
    const file_size = Math.round(sizeMb * mebibyte);
    return [{ name: originalName ?? name, file_size, pixel_width, pixel_height }];
  });
}
