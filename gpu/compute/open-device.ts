/** Why no device could be opened; the same codes as the viewport port's. */
export type DeviceFailure = 'no-webgpu' | 'no-adapter' | 'no-device';

/** An opened device and what it runs on. */
export interface OpenedDevice {
  readonly status: 'open';
  readonly device: GPUDevice;
  /** Name of the graphics card or of the software adapter. */
  readonly adapter: string;
  /** True for a software adapter. */
  readonly isSoftware: boolean;
}

/** `detail` is what the browser says of it; empty where it says nothing. */
export type DeviceResult =
  | OpenedDevice
  | { readonly status: 'failed'; readonly reason: DeviceFailure; readonly detail: string };

/** Limits to request up to these values where the adapter supports them, for large tiles and clouds. */
const wantedLimits = {
  maxBufferSize: 1024 ** 3,
  maxStorageBufferBindingSize: 1024 ** 3,
  maxTextureDimension2D: 16_384,
} as const;

function describeAdapter(info: GPUAdapterInfo): { name: string; isSoftware: boolean } {
  const name = info.description || [info.vendor, info.architecture, info.device].filter(Boolean).join(' ');
  const words = `${info.vendor} ${info.architecture} ${info.device} ${info.description}`.toLowerCase();
  return {
    name: name || 'WebGPU adapter',
    isSoftware: info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|basic render|software/.test(words),
  };
}

/**
 * Requests an adapter and a device. Never throws: returns the reason of a failure. The caller owns the device and
 * destroys it with `device.destroy()`.
 */
export async function openDevice(gpu: GPU | undefined): Promise<DeviceResult> {
  if (!gpu) return { status: 'failed', reason: 'no-webgpu', detail: '' };
  let adapter: GPUAdapter | null = null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  } catch (error) {
    return { status: 'failed', reason: 'no-adapter', detail: String(error) };
  }
  if (!adapter) return { status: 'failed', reason: 'no-adapter', detail: '' };
  const requiredLimits: Record<string, number> = {};
  for (const [name, wanted] of Object.entries(wantedLimits)) {
    requiredLimits[name] = Math.min(wanted, adapter.limits[name as keyof typeof wantedLimits]);
  }
  try {
    const device = await adapter.requestDevice({ label: 'plumbline', requiredLimits });
    const { name, isSoftware } = describeAdapter(adapter.info);
    return { status: 'open', device, adapter: name, isSoftware };
  } catch (error) {
    return { status: 'failed', reason: 'no-device', detail: String(error) };
  }
}
