import { describe, expect, it } from 'vitest';
import type { Product, ProductFile } from '#contract/schemas/product.ts';
import { canDraw, downloadsOf, firstPreview, formatName } from './product-files.ts';

function createProduct(
  name: Product['name'],
  status: Product['status'],
  file?: Partial<ProductFile>,
): Product {
  const files = file ? [{ pk: 1, size: 10, url: '/file', tag: 'canvas', ...file }] : [];
  return { pk: 1, name, status, files } as Product;
}

const both = { report: false, drawing: true };

describe('the downloads of a product', () => {
  it('are in the order of their names, each with its size', () => {
    const product = {
      ...createProduct('surface_model', 'Done', { name: 'surface-support.tif', format: 'support' }),
      downloads: { support: '/file', tif: '/files/1/surface-model.tif' },
    };
    expect(downloadsOf(product)).toEqual([
      { format: 'tif', name: 'surface-model.tif', url: '/files/1/surface-model.tif', size: null },
      { format: 'support', name: 'surface-support.tif', url: '/file', size: 10 },
    ]);
  });

  it('are shown by the kinds of their files', () => {
    expect(['tif', 'support', 'shaped-copc'].map(formatName)).toEqual(['TIF', 'TIF', 'COPC']);
  });
});

describe('the preview of a product', () => {
  it('is the finished cloud itself while the rest of the project is still being made', () => {
    const cloud = createProduct('lidar_point_cloud', 'Done');
    expect(firstPreview(cloud, 'processing', both)).toBe('drawn');
    expect(firstPreview(cloud, 'processing', { ...both, drawing: false })).toBe('waiting');
    expect(firstPreview(cloud, 'completed', { ...both, report: true })).toBe('density');
    expect(firstPreview(cloud, 'completed', both)).toBe('none');
  });

  it('is its image as soon as there is one', () => {
    const image = { name: 'point-cloud.png', format: 'preview' };
    const cloud = createProduct('lidar_point_cloud', 'Done', image);
    expect(firstPreview(cloud, 'processing', both)).toBe('image');
  });

  it('waits for what is being made and cannot be drawn', () => {
    const unfinished = createProduct('lidar_point_cloud', 'In Progress');
    expect(firstPreview(unfinished, 'processing', both)).toBe('waiting');
    expect(canDraw(unfinished)).toBe(false);
    expect(firstPreview(createProduct('project_report', 'Done'), 'processing', both)).toBe('waiting');
  });
});
