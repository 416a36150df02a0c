import { availableParallelism } from 'node:os';
import { eq } from 'drizzle-orm';
import { estimateProcessing, megapixelsOf, pointsOf } from '#contract/rules/estimate.ts';
import type { InputRole } from '#contract/schemas/images.ts';
import type { Db } from '../db/database.ts';
import { imageset, inputSlot, product, type SlotRow } from '../db/schema/projects.ts';

const mebibyte = 2 ** 20;

/** A file of a project as announced. */
type Input = Pick<SlotRow, 'name' | 'role' | 'sizeMb' | 'sensor'>;

/**
 * Estimated MiB of memory for processing files on `threads` threads. It only separates tasks that would not fit
 * together; a project's observed need overrides it.
 */
export function reckonMemoryMib(
  inputs: readonly Input[],
  threads: number,
  density: number | null = null,
): number {
  const of = (role: InputRole) => inputs.filter((input) => input.role === role);
  const photos = of('image').map(({ sensor, sizeMb }) =>
    sensor === null ? megapixelsOf(sizeMb * mebibyte) : (sensor.pixel_width * sensor.pixel_height) / 1e6,
  );
  const points = of('lidar').reduce((sum, { name, sizeMb }) => sum + pointsOf(name, sizeMb * mebibyte), 0);
  return estimateProcessing({ photos, points, bytes: 0, density, threads }).memoryMib;
}

/** The same for the files of a project, on the threads of this machine. */
export async function memoryOfProject(tx: Db, projectPk: number): Promise<number> {
  const inputs = await tx
    .select({
      name: inputSlot.name,
      role: inputSlot.role,
      sizeMb: inputSlot.sizeMb,
      sensor: inputSlot.sensor,
    })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(eq(product.imagesetPk, projectPk));
  const [project] = await tx
    .select({ settings: imageset.settings })
    .from(imageset)
    .where(eq(imageset.pk, projectPk));
  return reckonMemoryMib(inputs, availableParallelism(), project?.settings.density ?? null);
}
