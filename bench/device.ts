import { openDevice } from '#gpu/compute/open-device.ts';
import { findNodeGpu } from '#workers/entry/node-gpu.ts';

/** What a row of the graphics device runs on; `device` is null where there is none. */
export interface BenchDevice {
  readonly device: GPUDevice | null;
  /** True on a processor instead of a graphics card. */
  readonly isSoftware: boolean;
  /** Said under the table: the adapter, whether it is software, or why there is none. */
  readonly note: string;
}

/** Opens the WebGPU device of this process, software adapters too: the rows measure each. */
export async function openBenchDevice(): Promise<BenchDevice> {
  const opened = await openDevice(await findNodeGpu('on').catch(() => undefined));
  if (opened.status === 'failed') {
    return { device: null, isSoftware: false, note: `ours is the kernel: no WebGPU (${opened.detail})` };
  }
  const { device, adapter, isSoftware } = opened;
  return {
    device,
    isSoftware,
    note: `on ${adapter}${isSoftware ? ", software in a graphics card's place" : ''}`,
  };
}
