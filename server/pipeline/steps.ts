import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileProof, FileProofs } from '#contract/schemas/file-proofs.ts';
import { appendAll } from '#domain/math/extremes.ts';
import { digestOf } from './proof/digest.ts';
import { fileSize, readJson, workFolderName, writeWhole } from './work-folder.ts';

/** The cost of a step: wall and processor seconds (all threads), and the process's largest resident memory. */
export interface StepCost {
  readonly name: string;
  readonly wallS: number;
  readonly cpuS: number;
  readonly peakMiB: number;
}

/** Plain data that a step passes on, and the files it finished, relative to the output folder. */
export interface StepResult<F> {
  readonly facts: F;
  readonly files: readonly string[];
  /** Proofs of the files that were read back, by the same names; the others get their digest. */
  readonly proofs?: FileProofs;
}

interface StepRecord<F> extends StepResult<F> {
  readonly proofs: FileProofs;
  readonly key: string;
  readonly sizes: readonly number[];
  readonly cost: StepCost;
}

export interface StepProgress {
  readonly step: string;
  /** Progress of this step, 0 to 1. */
  readonly fraction: number;
}

export interface StepRunner {
  /**
   * Runs a step, or returns the result of an earlier run with the same key whose files still exist. The key covers
   * everything that the result depends on: settings, inputs, keys of earlier steps.
   */
  run<F>(
    name: string,
    dependsOn: unknown,
    body: (report: (fraction: number) => void) => Promise<StepResult<F>>,
  ): Promise<F>;
  /** Key of a step that was run, for steps that depend on it. */
  keyOf(name: string): string;
  costs(): readonly StepCost[];
  /** Files of all steps that were run or reused, relative to the output folder. */
  files(): readonly string[];
  /** The proofs of these files but those of the work folder, for later verification. */
  proofs(): FileProofs;
}

/**
 * Version of step results; increased when a step's result changes for the same inputs, so that older results are made
 * again.
 */
export const stepsVersion = 15;
const sampleIntervalMs = 100;
const mebibyte = 2 ** 20;

/** Resets the system's measure of the largest resident memory (Linux); false where there is none. */
function restartSystemPeak(): boolean {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
    return true;
  } catch {
    return false;
  }
}

function systemPeak(): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return (Number(line?.[1] ?? 0) * 1024) / mebibyte;
}

/** Returns the process's largest resident memory since the call, all threads together, MiB. */
function watchMemory(): () => number {
  const hasSystemPeak = restartSystemPeak();
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, sampleIntervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    const sampled = Math.max(peak, process.memoryUsage.rss()) / mebibyte;
    return hasSystemPeak ? Math.max(sampled, systemPeak()) : sampled;
  };
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

async function measure<T>(name: string, body: () => Promise<T>): Promise<{ result: T; cost: StepCost }> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const stopWatching = watchMemory();
  try {
    const result = await body();
    const used = process.cpuUsage(cpu);
    const wallS = round((performance.now() - started) / 1000, 3);
    const cpuS = round((used.user + used.system) / 1e6, 3);
    return { result, cost: { name, wallS, cpuS, peakMiB: round(stopWatching(), 1) } };
  } finally {
    stopWatching();
  }
}

/** A short hash of plain data; equal data in the same key order gives equal hashes. */
export function hashOf(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 32);
}

/** Runs the steps of one output folder and stores their results there. */
export async function createStepRunner(
  out: string,
  onProgress: (progress: StepProgress) => void,
  signal?: AbortSignal,
): Promise<StepRunner> {
  const folder = join(out, workFolderName, 'steps');
  await mkdir(folder, { recursive: true });
  const keys = new Map<string, string>();
  const costs: StepCost[] = [];
  const files: string[] = [];
  const proofs: Record<string, FileProof> = {};

  /** The proofs of a step, with digests for products without proofs. */
  async function prove({ files: made, proofs: given = {} }: StepResult<unknown>): Promise<FileProofs> {
    const all: Record<string, FileProof> = {};
    for (const file of made.filter((name) => !name.startsWith(workFolderName))) {
      all[file] = given[file] ?? { kind: 'bytes', sha256: await digestOf(join(out, file), signal) };
    }
    return all;
  }

  async function isWhole<F>(record: StepRecord<F> | null, key: string): Promise<boolean> {
    if (record?.key !== key) return false;
    const sizes = await Promise.all(record.files.map((file) => fileSize(join(out, file))));
    return sizes.every((size, index) => size === record.sizes[index]);
  }

  async function run<F>(
    name: string,
    dependsOn: unknown,
    body: (report: (fraction: number) => void) => Promise<StepResult<F>>,
  ): Promise<F> {
    signal?.throwIfAborted();
    const key = hashOf([stepsVersion, name, dependsOn]);
    keys.set(name, key);
    const path = join(folder, `${name}.json`);
    const earlier = await readJson<StepRecord<F>>(path);
    if (earlier && (await isWhole(earlier, key))) {
      costs.push(earlier.cost);
      appendAll(files, earlier.files);
      Object.assign(proofs, earlier.proofs);
      onProgress({ step: name, fraction: 1 });
      return earlier.facts;
    }
    onProgress({ step: name, fraction: 0 });
    const { result, cost } = await measure(name, async () => {
      const made = await body((fraction) => onProgress({ step: name, fraction }));
      return { ...made, proofs: await prove(made) };
    });
    const sizes = await Promise.all(
      result.files.map(async (file) => (await fileSize(join(out, file))) ?? -1),
    );
    await writeWhole(path, JSON.stringify({ key, ...result, sizes, cost } satisfies StepRecord<F>));
    costs.push(cost);
    appendAll(files, result.files);
    Object.assign(proofs, result.proofs);
    onProgress({ step: name, fraction: 1 });
    return result.facts;
  }

  return {
    run,
    keyOf: (name) => keys.get(name) ?? '',
    costs: () => costs,
    files: () => files,
    proofs: () => proofs,
  };
}
