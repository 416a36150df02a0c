import { clamp } from '#domain/math/clamp.ts';
import type { ProductName, ProductStatus } from './products.ts';

/** Share of a product's progress that its processing makes; the rest is visualization. */
export const processingWeight = 0.875;
export const visualizationWeight = 0.125;

/** Facts of a product for estimating progress. */
export interface ProgressFacts {
  readonly name: ProductName;
  readonly status: ProductStatus;
  readonly work_units_completed: number;
  readonly work_units_needed: number;
  readonly is_visualization_ready: boolean;
  /** 0–100. */
  readonly visualization_percent_completed: number;
}

/** Progress of one product, 0–1. */
export function productProgress(product: ProgressFacts): number {
  const shown = product.is_visualization_ready
    ? 1
    : clamp(product.visualization_percent_completed / 100, 0, 1);
  return processingWeight * processingFraction(product) + visualizationWeight * shown;
}

/** Mean progress of a project's products, 0–1; contour maps are left out. 0 without products. */
export function overallProgress(products: readonly ProgressFacts[]): number {
  const counted = products.filter((product) => product.name !== 'contour_map');
  if (counted.length === 0) return 0;
  return counted.reduce((sum, product) => sum + productProgress(product), 0) / counted.length;
}

function processingFraction(product: ProgressFacts): number {
  if (product.status === 'Done') return 1;
  if (product.work_units_needed <= 0) return 0;
  return clamp(product.work_units_completed / product.work_units_needed, 0, 1);
}

/** What the curve of a bundle adjustment approaches, and the time in which it comes half of the way nearer, ms. */
const adjustmentCurve = { limit: 0.1, halfLife: 60_000 } as const;

/**
 * Displayed progress of a bundle adjustment, 0–1: it reports little at first, so it grows on a half-life curve toward
 * 0.1 with the time since its start, until the real progress is more.
 */
export function shownAdjustmentProgress(real: number, elapsedMs: number): number {
  const { halfLife, limit } = adjustmentCurve;
  return Math.max(real, limit * (1 - 2 ** (-Math.max(0, elapsedMs) / halfLife)));
}
