import { describe, expect, it } from 'vitest';
import { findMisplacedObservations, findUnknownObservations } from './check-observations.ts';
import { keepKnownObservations } from './known-observations.ts';
import { observationsInStoredPixels, printMarkFrame, readMarkFrame } from './mark-frame.ts';
import { readControlFile } from './read-control-file.ts';

const size = { width: 640, height: 480 };
const sizes = new Map([
  ['a.jpg', size],
  ['b.jpg', size],
]);
const listOf = (...marks: readonly string[]) =>
  readControlFile(['EPSG:32611', ...marks.map((mark) => `1 2 3 ${mark} A`)].join('\n'), 'gcp_list.txt');
const marksOf = (frame: string, ...marks: readonly string[]) => {
  const placed = observationsInStoredPixels(listOf(...marks), readMarkFrame(frame)!, sizes);
  return placed.points[0]!.marks.map(({ x, y }) => [x, y]);
};

describe('marks outside their photos', () => {
  it('passes marks inside, up to the far corner of the last pixel', () => {
    expect(findMisplacedObservations(listOf('0 0 a.jpg', '640 480 b.jpg'), sizes)).toBeNull();
  });

  it('names the row, the place and the size of the photo', () => {
    expect(findMisplacedObservations(listOf('10 20 a.jpg', '900 100 b.jpg'), sizes)).toMatchObject({
      code: 'control.mark-outside',
      params: { row: 3, label: 'A', photo: 'b.jpg', x: 900, y: 100, width: 640, height: 480, count: 1 },
    });
  });

  it('names a mark of a file without rows by its label', () => {
    const points = [
      {
        id: 'A',
        position: { latitude: 1, longitude: 2 },
        observations: [{ shot_id: 'a.jpg', projection: [0.9, 0] }],
      },
    ];
    const file = readControlFile(JSON.stringify({ points }), 'g.json', sizes);
    expect(findMisplacedObservations(file, sizes)).toMatchObject({
      code: 'control.mark-outside',
      params: { row: '–', label: 'A' },
    });
  });

  it('offers to exchange the columns where that puts all marks inside', () => {
    expect(findMisplacedObservations(listOf('10 600 a.jpg', '100 200 b.jpg'), sizes)).toMatchObject({
      code: 'control.marks-swapped',
      params: { row: 2, count: 1, option: 'swapped' },
    });
  });

  it('refuses a file whose every mark is in a photo that is not there', () => {
    const list = listOf('1 1 x.jpg', '1 1 y.jpg');
    expect(findUnknownObservations(list, keepKnownObservations(list, ['a.jpg']))).toMatchObject({
      code: 'control.no-known-marks',
      params: { count: 2, names: 'x.jpg, y.jpg' },
    });
    const unmarked = readControlFile('EPSG:32611\nA 1 2 3', 'c.txt');
    expect(findUnknownObservations(unmarked, keepKnownObservations(unmarked, ['a.jpg']))).toBeNull();
    const some = listOf('1 1 x.jpg', '1 1 a.jpg');
    expect(findUnknownObservations(some, keepKnownObservations(some, ['a.jpg']))).toBeNull();
  });
});

describe('frames that marks were measured in', () => {
  it('puts marks into the pixels of the stored image', () => {
    expect(marksOf('swapped', '10 600 a.jpg')).toEqual([[600, 10]]);
    expect(marksOf('scaled-2.5', '10 100 a.jpg')).toEqual([[25, 250]]);
    expect(marksOf('turned-180', '10 20 a.jpg')).toEqual([[630, 460]]);
    // The stored corner (0, 0) is the upper right one of an image shown rotated clockwise by 90 degrees.
    expect(marksOf('turned-90', '480 0 a.jpg', '0 0 b.jpg')).toEqual([
      [0, 0],
      [0, 480],
    ]);
    expect(marksOf('turned-270', '0 640 a.jpg')).toEqual([[0, 0]]);
  });

  it('reads what it writes, and nothing else', () => {
    for (const text of ['swapped', 'turned-90', 'turned-270', 'scaled-0.5', 'scaled-2']) {
      expect(printMarkFrame(readMarkFrame(text)!)).toBe(text);
    }
    for (const text of ['', 'turned-45', 'scaled-0', 'scaled--2', 'scaled-1e9'])
      expect(readMarkFrame(text)).toBeNull();
  });
});
