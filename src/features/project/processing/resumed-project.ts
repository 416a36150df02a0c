import type { Project } from '#contract/schemas/project.ts';

type Product = Project['products'][number];

/** A product that is made again, or continues. */
function reopened(product: Product): Product {
  return { ...product, status: 'In Progress', is_complete: false, error_message: null };
}

/** A paused project as it will be once it resumes: failed or cancelled products are in progress again. */
export function resumedProject(project: Project): Project {
  return {
    ...project,
    state: 'processing',
    processing_paused: false,
    products: project.products.map((product) => (product.status === 'Failed' ? reopened(product) : product)),
  };
}

/**
 * The project as it will be once its corrected ground control is accepted: all products are made again, and lidar
 * counts as registered.
 */
export function resumedAfterCorrection(project: Project): Project {
  return {
    ...project,
    state: 'processing',
    processing_paused: false,
    are_gcps_corrected: true,
    is_lidar_registered: project.is_lidar || project.is_lidar_registered,
    products: project.products.map(reopened),
  };
}
