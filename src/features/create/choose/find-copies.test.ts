import { expect, it } from 'vitest';
import { findCopies } from './find-copies.ts';

const fileOf = (name: string, ...bytes: number[]) => new File([Uint8Array.from(bytes)], name);

it('finds files with the same bytes, whatever they are called', async () => {
  const [a, other, again, longer] = [
    fileOf('a.jpg', 1, 2, 3),
    fileOf('b.jpg', 1, 2, 4),
    fileOf('c.jpg', 1, 2, 3),
    fileOf('a.jpg', 1, 2, 3, 4),
  ];
  const copies = await findCopies([a!, other!, again!, longer!]);
  expect([...copies].map(([copy, original]) => [copy.name, original.name])).toEqual([['c.jpg', 'a.jpg']]);
});

it('tells apart files of one size that differ in the middle of nowhere', async () => {
  const file = (at: number) => new File([new Uint8Array(400_000).fill(1, at, at + 1)], `${at}.tif`);
  const copies = await findCopies([file(100_000), file(100_001), file(100_000)]);
  expect([...copies.keys()].map(({ name }) => name)).toEqual(['100000.tif']);
});
