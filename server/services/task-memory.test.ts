import { expect, it } from 'vitest';
import { reckonMemoryMib } from './task-memory.ts';

const photos = (count: number, sizeMb: number) =>
  Array.from({ length: count }, () => ({ role: 'image' as const, sizeMb }));

it('memory is reckoned to grow with threads, the largest photo, the number of photos and the size of clouds', () => {
  const few = reckonMemoryMib(photos(10, 8), 2);
  expect(few).toBeGreaterThan(1000);
  expect(few).toBeLessThan(3000);
  expect(reckonMemoryMib(photos(10, 8), 8)).toBeGreaterThan(2 * few);
  expect(reckonMemoryMib([...photos(9, 8), ...photos(1, 30)], 2)).toBeGreaterThan(2 * few);
  expect(reckonMemoryMib(photos(1000, 8), 2)).toBeGreaterThan(few + 900);
  const cloud = (sizeMb: number) => reckonMemoryMib([{ role: 'lidar', sizeMb }], 2);
  expect(cloud(2000)).toBeGreaterThan(cloud(10) + 1500);
  expect(cloud(10)).toBeLessThan(few);
});
