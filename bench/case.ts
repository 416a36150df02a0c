import type { KernelName } from '#wasm/bindings/kernels.ts';

/** What a case is prepared with. */
export interface BenchContext {
  /** True for the short table of `--quick`: smaller data, so ratios are rougher. */
  readonly quick: boolean;
  /** True for data of the size that people have, which takes long to make and to run: `--full`. */
  readonly full: boolean;
  /** True to draw on the graphics card, where there is one, instead of the browser's software adapter: `--hardware`. */
  readonly hardware: boolean;
  /** Folder that keeps the survey that a case makes, for later runs: `--keep=FOLDER`. */
  readonly keep: string | undefined;
  /** Compiles a built kernel module; throws when `wasm/build/<name>.wasm` is missing. */
  kernel(name: KernelName): WebAssembly.Module;
}

/** One side of a comparison: does the whole work once. What it returns is dropped. */
export type BenchWork = () => unknown;

/** A prepared case: data made, modules compiled, nothing of it inside the timing. */
export interface PreparedCase {
  ours: BenchWork;
  /** Absent where the peer is not installed on this machine; the row then shows no ratio. */
  peer?: { name: string; run: BenchWork };
  /** Said under the table, for example why a goal is not reached. */
  note?: string;
}

/** What a case that measures itself found. */
export interface MeasuredOnce {
  readonly oursMs: number;
  readonly peer?: { readonly name: string; readonly ms: number };
  readonly note?: string;
}

/** One row of the benchmark table. */
export interface TimedCase {
  /** Row name, unique; `npm run bench -- NAME` runs it. */
  readonly name: string;
  /** A second name under which several rows run together. */
  readonly group?: string;
  /** The work in words: sizes, distribution, what both sides return. */
  readonly workload: string;
  /** Ratio (peer over ours) to reach on one worker. */
  readonly goal: number;
  /** Makes the data, seeded and deterministic. */
  prepare(context: BenchContext): PreparedCase | Promise<PreparedCase>;
}

/**
 * A row of whole programs, too long to repeat: it runs each side once and measures by itself, in processor
 * milliseconds, so that a busy machine changes little.
 */
export type OnceCase = Omit<TimedCase, 'prepare'> & {
  measure(context: BenchContext): MeasuredOnce | Promise<MeasuredOnce>;
};

export type BenchCase = TimedCase | OnceCase;
