import { expect, it } from 'vitest';
import type { ProductName, ProductStatus } from '#contract/rules/products.ts';
import { referenceTexts } from '#locales/texts.ts';
import { failureText } from './failure-text.ts';

const product = (name: ProductName, status: ProductStatus, original: number | null = null) => ({
  name,
  status,
  original,
});

it.each([
  [
    'the bundle adjustment before what rests on it',
    [
      product('bundle_adjustment', 'Failed'),
      product('lidar_point_cloud', 'Failed'),
      product('orthoimage', 'Failed'),
    ],
    'An error occurred in the bundle adjustment.',
  ],
  [
    'lidar',
    [product('lidar_point_cloud', 'Failed'), product('surface_model', 'Failed')],
    'An error occurred in the lidar point cloud.',
  ],
  [
    'the project where what all rests on is there',
    [product('bundle_adjustment', 'Done'), product('orthoimage', 'Failed')],
    'Project encountered an error',
  ],
  [
    'nothing of a cloud that was only ordered in another system',
    [product('lidar_point_cloud', 'Done'), product('lidar_point_cloud', 'Failed', 1)],
    'Project encountered an error',
  ],
])('what failed is %s', (_, products, text) => {
  expect(referenceTexts[failureText(products)]).toBe(text);
});
