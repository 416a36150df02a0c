/** What the computing of a run was done on. */
export interface ComputeFacts {
  readonly path: 'processor' | 'webgpu';
  /** Name of the graphics adapter; null on the processor. */
  readonly adapter: string | null;
}

/** Tasks about the workers themselves. */
export interface ComputeTasks {
  /** The device of tasks that support one. Error: `compute.unavailable` where a device is required. */
  'compute.describe': { input: Record<string, never>; output: ComputeFacts };
}
