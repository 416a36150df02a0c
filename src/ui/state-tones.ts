import type { ChipTone } from './Chip.tsx';

/** Colour of each project state, the same everywhere. */
export const stateTones = {
  initialized: 'neutral',
  uploading: 'accent',
  processing: 'accent',
  paused: 'warn',
  stalled: 'warn',
  errored: 'bad',
  completed: 'good',
  deleted: 'bad',
  recovery: 'warn',
  unset: 'neutral',
} as const satisfies Record<string, ChipTone>;
