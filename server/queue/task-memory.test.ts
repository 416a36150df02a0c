import { expect, it } from 'vitest';
import { reckonMemoryMib } from './task-memory.ts';

const photos = (count: number, sizeMb: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${index}.JPG`,
    role: 'image' as const,
    sizeMb,
    sensor: null,
  }));
const cloud = (name: string, sizeMb: number) =>
  reckonMemoryMib([{ name, role: 'lidar', sizeMb, sensor: null }], 2);

it('memory is reckoned to grow with threads, the largest photo, the number of photos and the points of clouds', () => {
  const few = reckonMemoryMib(photos(10, 8), 2);
  expect(reckonMemoryMib(photos(10, 8), 8)).toBeGreaterThan(few);
  expect(reckonMemoryMib([...photos(9, 8), ...photos(1, 30)], 2)).toBeGreaterThan(few);
  expect(reckonMemoryMib(photos(1000, 8), 2)).toBeGreaterThan(few);
  expect(cloud('a.laz', 2000)).toBeGreaterThan(cloud('a.laz', 10));
  expect(cloud('a.laz', 2000)).toBeGreaterThan(cloud('a.las', 2000));
});

it('a lower density needs less', () => {
  expect(reckonMemoryMib(photos(10, 8), 2, 4)).toBeLessThan(reckonMemoryMib(photos(10, 8), 2, 2));
});

it('what a photo says of its pixels counts more than the size of its file', () => {
  const sensor = { make: null, model: null, pixel_width: 8000, pixel_height: 6000 };
  const [small] = photos(1, 2);
  expect(reckonMemoryMib([{ ...small!, sensor }], 2)).toBeGreaterThan(reckonMemoryMib([small!], 2));
});
