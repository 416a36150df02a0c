import type { ProductName } from '#contract/rules/products.ts';
import type { Project } from '#contract/schemas/project.ts';

/** Products that all others depend on, and the text of their failure. */
const foundations = [
  ['bundle_adjustment', 'bundleAdjustmentError'],
  ['lidar_point_cloud', 'lidar.lidarError'],
] as const satisfies readonly (readonly [ProductName, string])[];

/** Text key of the cause in a failed project: the first failed product that others depend on. */
export function failureText(
  products: readonly Pick<Project['products'][number], 'name' | 'status' | 'original'>[],
): (typeof foundations)[number][1] | 'statusBanner.encounteredError' {
  const failed = products.filter(({ status, original }) => status === 'Failed' && original === null);
  const found = foundations.find(([name]) => failed.some((product) => product.name === name));
  return found?.[1] ?? 'statusBanner.encounteredError';
}
