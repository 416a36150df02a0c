import { times } from '../limits.ts';

/** Whether the banner shows the exact time of the last update instead of "now". Times in ms since 1970. */
export function isSignOfLifeStale(lastUpdate: number, now: number): boolean {
  return now - lastUpdate > times.signOfLifeStale;
}

/** How often a project is asked for, in milliseconds. `isWatched`: its page is open and something moves. */
export function pollInterval(isProcessing: boolean, isWatched: boolean): number {
  if (!isProcessing) return times.pollIdle;
  return isWatched ? times.pollFast : times.pollSlow;
}
