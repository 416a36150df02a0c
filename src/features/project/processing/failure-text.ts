import type { ProductName } from '#contract/rules/products.ts';
import type { Project } from '#contract/schemas/project.ts';

/** What everything else is made of, and the text that says it failed. */
const foundations = [
  ['bundle_adjustment', 'bundleAdjustmentError'],
  ['lidar_point_cloud', 'lidar.lidarError'],
] as const satisfies readonly (readonly [ProductName, string])[];

/** Key of the text that says what went wrong in a project that failed: the first thing that others rest on. */
export function failureText(
  products: readonly Pick<Project['products'][number], 'name' | 'status' | 'original'>[],
): (typeof foundations)[number][1] | 'statusBanner.encounteredError' {
  const failed = products.filter(({ status, original }) => status === 'Failed' && original === null);
  const found = foundations.find(([name]) => failed.some((product) => product.name === name));
  return found?.[1] ?? 'statusBanner.encounteredError';
}
