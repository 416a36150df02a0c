import { clamp } from '../../math/clamp.ts';
import type { Block } from './block.ts';

const cells = 8;

/** Cell of an entry in an 8 × 8 grid over its photo, numbered over all photos. */
function cellOf(block: Block, entry: number): number {
  const photo = block.rays.tracks.photo[entry]!;
  const { width, height } = block.cameras[block.cameraOf[photo]!]!;
  const column = Math.floor((block.rays.xy[2 * entry]! / width) * cells);
  const row = Math.floor((block.rays.xy[2 * entry + 1]! / height) * cells);
  const inGrid = (index: number) => clamp(index, 0, cells - 1);
  return (photo * cells + inGrid(row)) * cells + inGrid(column);
}

/** Tracks with a point, by descending number of active entries, then index. */
function longestFirst(block: Block): Uint32Array {
  const { tracks } = block.rays;
  const length = new Uint16Array(tracks.count);
  const used: number[] = [];
  for (let t = 0; t < tracks.count; t++) {
    if (block.hasPoint[t] === 0) continue;
    for (let k = tracks.start[t]!; k < tracks.start[t + 1]!; k++) length[t]! += block.isActive[k]!;
    used.push(t);
  }
  return Uint32Array.from(used).sort((a, b) => length[b]! - length[a]! || a - b);
}

/**
 * Selects tracks that constrain every photo: longest first, each only where one of its photos has fewer than `perCell`
 * in that cell of an 8 × 8 grid. Poses adjusted with these are nearly those from all tracks, at a fraction of the cost.
 * Infinite `perCell` selects all.
 * @returns in ascending order
 */
export function spreadTracks(block: Block, perCell: number): Uint32Array {
  const { tracks } = block.rays;
  const taken = new Uint16Array(block.cameraOf.length * cells * cells);
  return longestFirst(block)
    .filter((t) => {
      let isNeeded = perCell === Number.POSITIVE_INFINITY;
      for (let k = tracks.start[t]!; k < tracks.start[t + 1]! && !isNeeded; k++) {
        isNeeded = block.isActive[k] === 1 && taken[cellOf(block, k)]! < perCell;
      }
      if (!isNeeded) return false;
      for (let k = tracks.start[t]!; k < tracks.start[t + 1]!; k++) {
        if (block.isActive[k] === 1) taken[cellOf(block, k)]!++;
      }
      return true;
    })
    .sort();
}
