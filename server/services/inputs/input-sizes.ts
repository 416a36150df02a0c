import type { SlotRow } from '../../db/schema/projects.ts';

const mebibyte = 2 ** 20;

/** Bytes of an input as announced: of images and control files exactly, of lidar the most that its MiB can mean. */
export function announcedBytes({ role, sizeMb }: Pick<SlotRow, 'role' | 'sizeMb'>): number {
  return role === 'lidar' ? Math.ceil(sizeMb) * mebibyte : Math.round(sizeMb * mebibyte);
}
