import type { OpenedDevice } from '#gpu/compute/open-device.ts';

/**
 * Whether tasks compute on the graphics card: `auto` on real hardware only (software adapters are slower than the
 * kernels), `on` on any adapter, failing without one, `off` never.
 */
export type ComputeMode = 'auto' | 'on' | 'off';

export const computeModes: readonly ComputeMode[] = ['auto', 'on', 'off'];

/** The device of a task beside its own thread. Both give the same integers. */
export interface TaskCompute {
  /**
   * The device of this worker, opened at the first call; null where tasks are to compute on the processor.
   * @throws compute.unavailable where one is required and there is none
   */
  device(): Promise<OpenedDevice | null>;
  /**
   * Computes on the device, else on the processor. A device that fails, or was lost, is not used again, and the
   * processor does the work.
   * @throws compute.unavailable, compute.failed where a device is required
   */
  run<T>(onDevice: (device: GPUDevice) => Promise<T>, onProcessor: () => T | Promise<T>): Promise<T>;
}
