import { describe, expect, it } from 'vitest';
import { buildTracks, type Tracks } from './build-tracks.ts';

const pair = (a: number, b: number, ...matches: number[]) => ({ a, b, matches: Uint32Array.from(matches) });

const list = ({ count, start, photo, feature }: Tracks) =>
  Array.from({ length: count }, (_, t) =>
    Array.from({ length: start[t + 1]! - start[t]! }, (_, k) => [
      photo[start[t]! + k]!,
      feature[start[t]! + k]!,
    ]),
  );

describe('tracks', () => {
  it('join matches over photos', () => {
    const tracks = buildTracks([3, 3, 3], [pair(0, 1, 0, 1), pair(1, 2, 1, 2), pair(0, 2, 2, 0)]);
    expect(list(tracks)).toEqual([
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      [
        [0, 2],
        [2, 0],
      ],
    ]);
  });

  it('never hold two features of one photo: the pair with fewer matches gives way', () => {
    const tracks = buildTracks([3, 3, 3], [pair(0, 2, 1, 0), pair(0, 1, 0, 0, 2, 2), pair(1, 2, 0, 0, 2, 2)]);
    for (const track of list(tracks)) expect(new Set(track.map(([p]) => p)).size).toBe(track.length);
    expect(list(tracks)[0]).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });

  it('do not depend on the order of the pairs', () => {
    const pairs = [pair(0, 1, 0, 1, 1, 0), pair(1, 2, 1, 2, 0, 1), pair(0, 2, 2, 0), pair(0, 3, 0, 0)];
    expect(buildTracks([3, 3, 3, 2], [...pairs].reverse())).toEqual(buildTracks([3, 3, 3, 2], pairs));
  });

  it('are none without matches', () => {
    expect(buildTracks([4, 4], [])).toMatchObject({ count: 0 });
  });
});
