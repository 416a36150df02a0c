import { BaseSequencer } from 'vitest/node';

/**
 * Begins of file paths whose tests take longest, longest first: they begin before all others, so that no fork works on
 * alone at the end.
 */
const longest = [
  'tests/site/process-flight',
  'tests/api/serve',
  'tests/site/photo-faults',
  'tests/site/',
  'tests/data/process-',
  'domain/photogrammetry/sfm/',
  'tests/data/',
  'tests/api/',
  'tests/kernels/',
];

/** Rank of a file: its place among the longest ones, behind them for all others. */
function rankOf({ moduleId }) {
  const rank = longest.findIndex((start) => moduleId.includes(`/${start}`));
  return rank < 0 ? longest.length : rank;
}

/** Vitest's order, with the longest files first. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
