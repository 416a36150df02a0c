import { productProgress, shownAdjustmentProgress } from '#contract/rules/progress.ts';
import { processingSince } from '#contract/rules/states.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';

/** Progress of a product on its tile, 0–1. A bundle adjustment shows progress from its worker's first report on. */
export function shownProgress(project: Project, product: Product): number {
  const real = productProgress(product);
  const since = processingSince(project.state_history);
  if (product.name !== 'bundle_adjustment' || since === null) return real;
  return shownAdjustmentProgress(real, Date.parse(project.last_sign_of_life) - since);
}
