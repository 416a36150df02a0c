import { describe, expect, it } from 'vitest';
import { ComputePipelines } from './compute-pipelines.ts';

/** A device whose asynchronous pipelines the test resolves. */
function createDevice() {
  const waiting: { resolve(): void; reject(): void }[] = [];
  const made: string[] = [];
  const pipeline = ({ label = '' }: GPUComputePipelineDescriptor) => ({ label }) as GPUComputePipeline;
  const device = {
    createComputePipeline(descriptor: GPUComputePipelineDescriptor) {
      made.push(descriptor.label ?? '');
      return pipeline(descriptor);
    },
    createComputePipelineAsync: (descriptor: GPUComputePipelineDescriptor) =>
      new Promise<GPUComputePipeline>((resolve, reject) => {
        waiting.push({ resolve: () => resolve(pipeline(descriptor)), reject: () => reject(new Error('no')) });
      }),
  };
  return { device: device as unknown as GPUDevice, waiting, made };
}

const describeKey = ({ entryPoint }: { entryPoint: string }) =>
  ({ label: entryPoint }) as GPUComputePipelineDescriptor;
const key = { entryPoint: 'main', constants: { MODE: 1 }, variant: null };

describe('ComputePipelines', () => {
  it('makes a pipeline once while other work goes on, and tells when it is there', async () => {
    const { device, waiting, made } = createDevice();
    let told = 0;
    const pipelines = new ComputePipelines(device, describeKey, () => told++);
    expect([pipelines.isReady(key), pipelines.isReady({ ...key })]).toEqual([false, false]);
    expect([waiting.length, pipelines.isBusy]).toEqual([1, true]);
    waiting[0]!.resolve();
    await expect.poll(() => told).toBe(1);
    expect([pipelines.isReady(key), pipelines.isBusy]).toEqual([true, false]);
    pipelines.now(key);
    expect(made).toEqual([]);
  });

  it('makes one now for whoever cannot wait, and tells constants apart', () => {
    const { device, made } = createDevice();
    const pipelines = new ComputePipelines(device, describeKey, () => {});
    pipelines.isReady(key);
    expect(pipelines.now(key)).toBe(pipelines.now({ ...key }));
    expect(pipelines.isReady(key)).toBe(true);
    expect(pipelines.isReady({ ...key, constants: { MODE: 2 } })).toBe(false);
    expect(made).toEqual(['main']);
  });

  it('does not try again what could not be made, so that who needs it learns why', async () => {
    const { device, waiting, made } = createDevice();
    const pipelines = new ComputePipelines(device, describeKey, () => {});
    pipelines.isReady(key);
    waiting[0]!.reject();
    await expect.poll(() => pipelines.isReady(key)).toBe(true);
    expect(waiting.length).toBe(1);
    pipelines.now(key);
    expect(made).toEqual(['main']);
  });
});
