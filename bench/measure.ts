import type { BenchCase, BenchContext, BenchWork, MeasuredOnce, OnceCase, TimedCase } from './case.ts';

/** Runs that are not counted, and those that are; the short table's ratios are rougher in any case. */
const warmUps = 2;
const usualRuns = 5;
const quickRuns = 3;

/** One measured row. Times are medians in milliseconds (processor time of one run for cases that run once); `null` where there is no peer on this machine. */
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

async function interleave(works: readonly BenchWork[], runs: number): Promise<number[][]> {
  const times: number[][] = works.map(() => []);
  for (let round = -warmUps; round < runs; round++) {
    for (const [index, work] of works.entries()) {
      const elapsed = await timeOnce(work);
      if (round >= 0) times[index]!.push(elapsed);
    }
  }
  return times;
}

/** Runs a case of any kind. */
export function measureCase(benchCase: BenchCase, context: BenchContext): Promise<BenchRow> {
  return 'measure' in benchCase ? measureOnce(benchCase, context) : measureTimes(benchCase, context);
}

async function measureOnce(benchCase: OnceCase, context: BenchContext): Promise<BenchRow> {
  const { oursMs, peer, note }: MeasuredOnce = await benchCase.measure(context);
  const ratio = peer ? peer.ms / oursMs : null;
  return {
    name: benchCase.name,
    workload: benchCase.workload,
    oursMs,
    oursMinMs: oursMs,
    peer: peer?.name ?? null,
    peerMs: peer?.ms ?? null,
    ratio,
    goal: benchCase.goal,
    verdict: verdictOf(ratio, benchCase.goal),
    runs: 1,
    ...(note === undefined ? {} : { note }),
  };
}

function verdictOf(ratio: number | null, goal: number): BenchRow['verdict'] {
  if (ratio === null) return 'no peer';
  return ratio >= goal ? 'reached' : 'missed';
}

/**
 * Prepares a case and times both sides in turn, so that a busy machine slows both alike.
 * Garbage is collected between runs, outside the timing, where Node exposes the collector.
 */
async function measureTimes(benchCase: TimedCase, context: BenchContext): Promise<BenchRow> {
  const runs = context.quick ? quickRuns : usualRuns;
  const { ours, peer, note } = await benchCase.prepare(context);
  const times = await interleave(peer ? [ours, peer.run] : [ours], runs);
  const oursMs = median(times[0]!);
  const peerMs = peer ? median(times[1]!) : null;
  const ratio = peerMs === null ? null : peerMs / oursMs;
  return {
    name: benchCase.name,
    workload: benchCase.workload,
    oursMs,
    oursMinMs: Math.min(...times[0]!),
    peer: peer?.name ?? null,
    peerMs,
    ratio,
    goal: benchCase.goal,
    verdict: verdictOf(ratio, benchCase.goal),
    runs,
    ...(note === undefined ? {} : { note }),
  };
}
