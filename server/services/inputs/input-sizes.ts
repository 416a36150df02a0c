import type { SlotRow } from '../../db/schema/projects.ts';

const mebibyte = 2 ** 20;

/** Bytes of an input as announced: exact for images and control files, the maximum that its MiB can mean for lidar. */
export function announcedBytes({ role, sizeMb }: Pick<SlotRow, 'role' | 'sizeMb'>): number {
  return role === 'lidar' ? Math.ceil(sizeMb) * mebibyte : Math.round(sizeMb * mebibyte);
}
