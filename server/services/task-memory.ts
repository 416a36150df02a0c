import { availableParallelism } from 'node:os';
import { eq } from 'drizzle-orm';
import type { InputRole } from '#contract/schemas/images.ts';
import type { Db } from '../db/database.ts';
import { inputSlot, product } from '../db/schema/projects.ts';

/** A file of a project, MiB as it was announced. */
interface Input {
  readonly role: InputRole;
  readonly sizeMb: number;
}

/** What a worker takes before it has read anything, and what each of its threads takes on top, MiB. */
const base = 400;
const ofThread = 100;

/** Decoded with all levels of its pyramid, a photo takes so many times the memory of its file, in each thread. */
const photoFactor = 60;

/** Points are held a branch at a time, but their index, tile blocks and skeleton grow with the files. */
const cloudFactor = 1;

/** Poses, marks and matches of a photo, MiB. */
const ofPhoto = 1;

/**
 * MiB of memory that the processing of files is reckoned to need on `threads` threads. It only keeps tasks apart that
 * would not fit together; what a project was seen to need counts more as soon as it is known.
 */
export function reckonMemoryMib(inputs: readonly Input[], threads: number): number {
  const sizes = (role: InputRole) =>
    inputs.filter((input) => input.role === role).map(({ sizeMb }) => sizeMb);
  const photos = sizes('image');
  const clouds = sizes('lidar').reduce((sum, size) => sum + size, 0);
  const largest = photos.reduce((most, size) => Math.max(most, size), 0);
  const perThread = ofThread + photoFactor * largest;
  return Math.ceil(base + threads * perThread + ofPhoto * photos.length + cloudFactor * clouds);
}

/** The same for the files of a project, on the threads of this machine. */
export async function memoryOfProject(tx: Db, projectPk: number): Promise<number> {
  const inputs = await tx
    .select({ role: inputSlot.role, sizeMb: inputSlot.sizeMb })
    .from(inputSlot)
    .innerJoin(product, eq(product.pk, inputSlot.productPk))
    .where(eq(product.imagesetPk, projectPk));
  return reckonMemoryMib(inputs, availableParallelism());
}
