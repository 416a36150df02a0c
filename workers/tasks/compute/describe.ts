import type { TaskHandler } from '../../contract/handler.ts';

/** Opens the worker's device, where it is to have one, and names it. */
export const describeCompute: TaskHandler<'compute.describe'> = async (_input, { compute }) => {
  const opened = await compute.device();
  if (opened === null) return { output: { path: 'processor', adapter: null } };
  return { output: { path: 'webgpu', adapter: opened.adapter } };
};
