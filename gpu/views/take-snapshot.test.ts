import { describe, expect, it } from 'vitest';
import { snapshotTiles } from './take-snapshot.ts';

describe('snapshotTiles', () => {
  it('keep every pixel once, each drawn with what lies round it', () => {
    const [width, height] = [2500, 1030];
    const seen = new Uint8Array(width * height);
    for (const { kept, drawn } of snapshotTiles(width, height)) {
      for (let row = kept.y; row < kept.y + kept.height; row++) {
        for (let column = kept.x; column < kept.x + kept.width; column++) seen[row * width + column]! += 1;
      }
      expect(drawn.x).toBe(Math.max(0, kept.x - 24));
      expect(drawn.x + drawn.width).toBe(Math.min(width, kept.x + kept.width + 24));
      expect(drawn.y + drawn.height).toBe(Math.min(height, kept.y + kept.height + 24));
    }
    expect(seen.every((count) => count === 1)).toBe(true);
  });

  it('a small image is one tile', () => {
    expect(snapshotTiles(300, 200)).toEqual([
      { kept: { x: 0, y: 0, width: 300, height: 200 }, drawn: { x: 0, y: 0, width: 300, height: 200 } },
    ]);
  });
});
