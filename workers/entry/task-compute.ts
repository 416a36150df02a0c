import { AppError } from '#domain/errors/app-error.ts';
import { type OpenedDevice, openDevice } from '#gpu/compute/open-device.ts';
import type { ComputeMode, TaskCompute } from '../contract/compute.ts';

/** Finds what WebGPU is there; undefined where there is none. May throw with the reason. */
export type FindGpu = (mode: Exclude<ComputeMode, 'off'>) => Promise<GPU | undefined>;

/** The device of one worker under a mode. `abort` errors of `onDevice` are passed on and cost it nothing. */
export function createTaskCompute(mode: ComputeMode, findGpu: FindGpu): TaskCompute {
  let opening: Promise<OpenedDevice | null> | null = null;

  async function open(): Promise<OpenedDevice | null> {
    if (mode === 'off') return null;
    const result = await openDevice(await findGpu(mode).catch(() => undefined));
    if (result.status === 'failed') {
      if (mode === 'on') {
        throw new AppError(
          'compute.unavailable',
          { reason: result.reason },
          { cause: new Error(result.detail) },
        );
      }
      return null;
    }
    if (mode === 'auto' && result.isSoftware) {
      result.device.destroy();
      return null;
    }
    void result.device.lost.then(() => {
      opening = mode === 'on' ? null : Promise.resolve(null);
    });
    return result;
  }

  const device = () => {
    opening ??= open();
    return opening;
  };

  return {
    device,
    async run(onDevice, onProcessor) {
      const opened = await device();
      if (opened === null) return await onProcessor();
      try {
        return await checked(opened.device, onDevice);
      } catch (error) {
        if ((error as Error).name === 'AbortError') throw error;
        if (mode === 'on') {
          const params = { adapter: opened.adapter, reason: 'an-unexpected-fault' };
          throw new AppError('compute.failed', params, { cause: error });
        }
        opening = Promise.resolve(null);
        opened.device.destroy();
        return await onProcessor();
      }
    },
  };
}

/** Runs work on a device; what WebGPU refused, or had no memory for, is thrown rather than computed with. */
async function checked<T>(device: GPUDevice, work: (device: GPUDevice) => Promise<T>): Promise<T> {
  device.pushErrorScope('out-of-memory');
  device.pushErrorScope('validation');
  const [outcome] = await Promise.allSettled([work(device)]);
  const invalid = await device.popErrorScope();
  const noMemory = await device.popErrorScope();
  if (outcome.status === 'rejected') throw outcome.reason;
  const refused = noMemory ?? invalid;
  if (refused) throw new Error(refused.message);
  return outcome.value;
}
