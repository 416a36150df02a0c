import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/schemas/project.ts';
import { resumedAfterCorrection, resumedProject } from './resumed-project.ts';

type Product = Project['products'][number];

const product = (name: Product['name'], status: Product['status'], error_message: string | null = null) =>
  ({ name, status, error_message, is_complete: status === 'Done' }) as Product;

const paused = {
  state: 'paused',
  processing_paused: true,
  are_gcps_corrected: false,
  is_lidar: false,
  is_lidar_registered: false,
  products: [
    product('bundle_adjustment', 'Done'),
    product('surface_model', 'Failed', 'It was cancelled.'),
    product('orthoimage', 'In Progress'),
  ],
} as unknown as Project;

describe('a project that is resumed', () => {
  it('has in progress what had failed, and keeps what is done', () => {
    const resumed = resumedProject(paused);
    expect(resumed).toMatchObject({
      state: 'processing',
      processing_paused: false,
      are_gcps_corrected: false,
    });
    expect(resumed.products.map(({ status }) => status)).toEqual(['Done', 'In Progress', 'In Progress']);
    expect(resumed.products.every(({ error_message }) => error_message === null)).toBe(true);
  });

  it('after its ground control was corrected has everything made again, and lidar registered', () => {
    const resumed = resumedAfterCorrection(paused);
    expect(resumed).toMatchObject({
      state: 'processing',
      processing_paused: false,
      are_gcps_corrected: true,
      is_lidar_registered: false,
    });
    for (const one of resumed.products) {
      expect(one).toMatchObject({ status: 'In Progress', is_complete: false, error_message: null });
    }
    expect(resumedAfterCorrection({ ...paused, is_lidar: true }).is_lidar_registered).toBe(true);
  });
});
