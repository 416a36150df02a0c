import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileTag, ProductName } from '#contract/rules/products.ts';
import type { FileProofs } from '#contract/schemas/file-proofs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { Product } from '../../pipeline/context.ts';
import type { StepCost, StepProgress } from '../../pipeline/steps.ts';
import { describeCrs, describeProduct } from './describe-product.ts';
import { watchDisk } from './disk-watch.ts';
import type { PipelineFile, PipelineRequest } from './pipeline-port.ts';

/** A file of a product: its path in the output folder, its key in the download list, and its purpose. */
export type FileEntry = readonly [file: string, format: string, tag: FileTag];

/** The product of a step, and its share of that product's progress, 0–1. */
export interface StepShare {
  readonly product: ProductName;
  readonly from: number;
  readonly to: number;
}

/** The difference between the pipelines of a task: the assignment of steps and files to products. */
export interface PipelinePlan {
  readonly shares: Readonly<Record<string, StepShare>>;
  /** Files that are complete when a product is reported. */
  filesOf(product: Product): readonly FileEntry[];
  /**
   * Files of products that may be written after these were reported; those that are complete before are in the first
   * report, missing ones are ignored.
   */
  readonly laterFiles: Partial<Record<ProductName, readonly FileEntry[]>>;
}

/** The final results of a pipeline. */
export interface PipelineEnd {
  readonly steps: readonly StepCost[];
  readonly failures: readonly ErrorRecord[];
  /** The sums of the files, by their paths in the output folder. */
  readonly proofs: FileProofs;
  /** Facts of products for the page. */
  readonly facts?: Partial<Record<ProductName, Readonly<Record<string, unknown>>>>;
  /** Products that were made but have no file here. */
  readonly elsewhere?: readonly ProductName[];
  /** Images of the project in the output folder, the best first. */
  readonly pictures: readonly string[];
  /** The project's report; null where another run of the task writes it. */
  readonly report: {
    readonly files: readonly FileEntry[];
    readonly meta: Readonly<Record<string, unknown>>;
  } | null;
}

/** The callbacks of a pipeline. */
export interface PipelineHooks {
  onProgress(progress: StepProgress): void;
  /** Must be called before the first product. */
  onSystem(crs: CrsReport): void;
  onProduct(product: Product, proofs: FileProofs): Promise<void>;
}

const mebibyte = 2 ** 20;

/**
 * Runs a pipeline and reports to the task: progress by product, products when they are made and again at the end with
 * all facts, products that cannot be made, the report, and the cost of each step. Errors: those of `work`.
 */
export async function runPlan(
  request: PipelineRequest,
  plan: PipelinePlan,
  work: (hooks: PipelineHooks) => Promise<PipelineEnd>,
): Promise<void> {
  const { outDir } = request;
  const made: Product[] = [];
  const disk = watchDisk(outDir);
  let system: CrsReport | null = null;
  const requireSystem = () => {
    if (system) return system;
    throw new Error('no coordinate system was told before a product');
  };
  try {
    const end = await work({
      onProgress: (progress) => {
        disk.enter(progress.step);
        tellProgress(request, plan, progress);
      },
      onSystem: (crs) => {
        system = crs;
      },
      onProduct: async (product, proofs) => {
        made.push(product);
        const early = (plan.laterFiles[product.name] ?? []).filter(([file]) => proofs[file] !== undefined);
        const entries = [...plan.filesOf(product), ...early];
        const files = entries.map((entry) => fileOf(outDir, entry, proofs));
        await request.onProduct(describeProduct(product, files, requireSystem()));
      },
    });
    await finish(request, plan, end, made, requireSystem());
    for (const step of end.steps) {
      await request.onStep({ ...step, peakDiskMiB: await disk.peakMiB(step.name) });
    }
  } finally {
    disk.stop();
  }
}

function tellProgress(request: PipelineRequest, plan: PipelinePlan, { step, fraction }: StepProgress): void {
  const share = plan.shares[step];
  if (!share) return;
  request.onProgress({
    product: share.product,
    fraction: share.from + (share.to - share.from) * fraction,
    stage: step,
    peakMiB: process.memoryUsage.rss() / mebibyte,
  });
}

function fileOf(outDir: string, [file, format, tag]: FileEntry, proofs: FileProofs): PipelineFile {
  return { path: join(outDir, file), format, tag, proof: proofs[file] };
}

/** The files of a list that were written. */
function existing(outDir: string, entries: readonly FileEntry[], proofs: FileProofs): PipelineFile[] {
  return entries.map((entry) => fileOf(outDir, entry, proofs)).filter(({ path }) => existsSync(path));
}

/** What is known only at the end: further files, facts, failed products, image, report. */
async function finish(
  request: PipelineRequest,
  plan: PipelinePlan,
  end: PipelineEnd,
  made: readonly Product[],
  crs: CrsReport,
): Promise<void> {
  const { outDir } = request;
  const { facts = {}, elsewhere = [], failures, pictures, proofs, report } = end;
  for (const product of made) {
    const first = plan.filesOf(product).map((entry) => fileOf(outDir, entry, proofs));
    const later = existing(outDir, plan.laterFiles[product.name] ?? [], proofs);
    const described = describeProduct(product, [...first, ...later], crs);
    await request.onProduct({ ...described, meta: { ...described.meta, ...facts[product.name] } });
  }
  const bare = { ...describeCrs(crs), resolution: null, pixelWidth: null, pixelHeight: null };
  for (const name of elsewhere)
    await request.onProduct({ ...bare, name, files: [], meta: facts[name] ?? {} });
  const known: readonly ProductName[] = [...made.map(({ name }) => name), ...elsewhere, 'project_report'];
  const missing = request.products.filter((name) => !known.includes(name));
  const [failure] = failures;
  if (failure) for (const name of missing) await request.onProductFailed(name, failure);
  const picture = pictures.map((file) => join(outDir, file)).find((path) => existsSync(path));
  if (picture) await request.onThumbnail(picture);
  if (!report) return;
  const files = existing(outDir, report.files, proofs);
  await request.onProduct({ ...bare, name: 'project_report', files, meta: report.meta });
}
