import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { systemOf } from '#core/state/project-facts.ts';
import { isShownBy, readyModes, sceneSourceOf } from './product-layers.ts';

const fileNames: Partial<Record<Product['name'], string>> = {
  lidar_point_cloud: 'point-cloud.copc.laz',
  dense_point_cloud: 'dense.copc.laz',
  digital_elevation_model: 'elevation-model.tif',
  surface_model: 'surface-model.tif',
  orthoimage: 'orthomosaic.tif',
};

/** The parts of a product that the canvas uses. */
function createProduct(pk: number, name: Product['name'], status: Product['status'] = 'Done'): Product {
  const file = fileNames[name];
  const files = file === undefined ? [] : [{ name: file, url: `/files/${pk}/${file}` }];
  return { pk, name, status, files, original: null } as unknown as Product;
}

describe('products on the canvas', () => {
  it('make their mode ready when they are finished, and not before', () => {
    const products = [
      createProduct(1, 'lidar_point_cloud'),
      createProduct(2, 'digital_elevation_model', 'In Progress'),
      createProduct(3, 'surface_model', 'Failed'),
      createProduct(4, 'project_report'),
    ];
    expect([...readyModes(products)]).toEqual(['lidar']);
    expect(readyModes([]).size).toBe(0);
  });

  it('that were ordered of others, in other systems, are not among them', () => {
    const ordered = { ...createProduct(2, 'lidar_point_cloud'), original: 1 };
    expect(sceneSourceOf(ordered, null, [ordered], null)).toBeNull();
    expect(readyModes([createProduct(3, 'project_report'), ordered]).size).toBe(0);
  });

  it('are shown by their own files, never by copies that were written for export', () => {
    const whole = createProduct(1, 'orthoimage');
    const copies = [
      { name: 'orthomosaic-cropped.tif', format: 'shaped-tif', url: '/cropped' },
      { name: 'orthomosaic-plain.tif', format: 'plain-tif', url: '/plain' },
    ];
    const product = { ...whole, files: [...copies, ...whole.files] } as unknown as Product;
    expect(sceneSourceOf(product, null, [product], null)?.layer).toMatchObject({
      source: '/files/1/orthomosaic.tif',
    });
    const model = createProduct(2, 'surface_model');
    const support = { name: 'surface-support.tif', format: 'support', url: '/support' };
    const both = { ...model, files: [support, ...model.files] } as unknown as Product;
    expect(sceneSourceOf(both, null, [both], null)?.layer).toMatchObject({
      source: '/files/2/surface-model.tif',
    });
  });

  it('are shown by their mode; a mode that is not ready shows what no mode does', () => {
    const products = [
      createProduct(1, 'lidar_point_cloud'),
      createProduct(2, 'digital_elevation_model'),
      createProduct(3, 'surface_model', 'In Progress'),
    ];
    const shown = (mode: Parameters<typeof isShownBy>[1]) =>
      products.filter((product) => isShownBy(product, mode, products)).map(({ name }) => name);
    expect(shown('digital-elevation-model')).toEqual(['digital_elevation_model']);
    expect(shown('surface-model')).toEqual(shown(null));
    expect(shown(null)).toEqual(['lidar_point_cloud']);
  });

  it('show the orthomosaic first where there is one, as an image in the system of the scene', () => {
    const products = [createProduct(1, 'dense_point_cloud'), createProduct(2, 'orthoimage')];
    const shown = (mode: Parameters<typeof isShownBy>[1]) =>
      products.filter((product) => isShownBy(product, mode, products)).map(({ name }) => name);
    expect([...readyModes(products)].sort()).toEqual(['dense-point-cloud', 'orthomosaic']);
    expect(shown(null)).toEqual(['orthoimage']);
    expect(shown('orthomosaic')).toEqual(['orthoimage']);
    expect(shown('dense-point-cloud')).toEqual(['dense_point_cloud']);
    const system = systemOf({ wkt: null, epsg: 32_612 });
    expect(sceneSourceOf(products[1]!, null, products, system)?.layer).toEqual({
      id: 'product-2',
      kind: 'image',
      source: '/files/2/orthomosaic.tif',
      isVisible: true,
      opacity: 1,
      system: { source: 'user', payload: 'EPSG:32612' },
    });
  });
});
