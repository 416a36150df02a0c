import type { BenchCase, BenchContext, BenchWork } from './case.ts';

/** One measured row. Times are medians in milliseconds; `null` where there is no peer on this machine. */
export interface BenchRow {
  name: string;
  workload: string;
  oursMs: number;
  oursMinMs: number;
  peer: string | null;
  peerMs: number | null;
  /** Peer over ours. */
  ratio: number | null;
  goal: number;
  verdict: 'reached' | 'missed' | 'no peer';
  runs: number;
  note?: string;
}

/** Median of a non-empty list; the mean of the middle two when their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
}

async function timeOnce(work: BenchWork): Promise<number> {
  (globalThis as { gc?: () => void }).gc?.();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function interleave(works: readonly BenchWork[], warmUps: number, runs: number): Promise<number[][]> {
  const times: number[][] = works.map(() => []);
  for (let round = -warmUps; round < runs; round++) {
    for (const [index, work] of works.entries()) {
      const elapsed = await timeOnce(work);
      if (round >= 0) times[index]!.push(elapsed);
    }
  }
  return times;
}

/**
 * Prepares a case and times both sides in turn, so that a busy machine slows both alike.
 * Garbage is collected between runs, outside the timing, where Node exposes the collector.
 */
export async function measureCase(
  benchCase: BenchCase,
  context: BenchContext,
  options: { warmUps?: number; runs?: number } = {},
): Promise<BenchRow> {
  const { warmUps = 2, runs = 5 } = options;
  const { ours, peer, note } = await benchCase.prepare(context);
  const times = await interleave(peer ? [ours, peer.run] : [ours], warmUps, runs);
  const oursMs = median(times[0]!);
  const peerMs = peer ? median(times[1]!) : null;
  const ratio = peerMs === null ? null : peerMs / oursMs;
  const verdict = ratio === null ? 'no peer' : ratio >= benchCase.goal ? 'reached' : 'missed';
  return {
    name: benchCase.name,
    workload: benchCase.workload,
    oursMs,
    oursMinMs: Math.min(...times[0]!),
    peer: peer?.name ?? null,
    peerMs,
    ratio,
    goal: benchCase.goal,
    verdict,
    runs,
    ...(note === undefined ? {} : { note }),
  };
}
