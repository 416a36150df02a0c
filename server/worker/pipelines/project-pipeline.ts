import type { TaskPool } from '#workers/contract/pool.ts';
import { createImagePipeline, type PhotoServices } from './image-pipeline.ts';
import { createLidarPipeline } from './lidar-pipeline.ts';
import type { RunPipeline } from './pipeline-port.ts';

/** The pipeline for a project's files: that of photos, or that of point clouds. */
export function createProjectPipeline(pool: TaskPool, services: PhotoServices): RunPipeline {
  const images = createImagePipeline(pool, services);
  const lidar = createLidarPipeline(pool);
  return (request) => (request.inputs.some(({ role }) => role === 'image') ? images : lidar)(request);
}
