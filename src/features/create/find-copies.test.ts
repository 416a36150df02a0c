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
