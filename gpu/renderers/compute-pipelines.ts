/** Source of compute pipelines. */
export interface ComputePipelineKey<V = null> {
  /** Variant of the shader's text. */
  readonly variant: V;
  readonly entryPoint: string;
  readonly constants: Readonly<Record<string, number>>;
}

/** The compute pipelines of a shader, created synchronously or in the background. Keys are compared by their JSON. */
export class ComputePipelines<K extends ComputePipelineKey<unknown> = ComputePipelineKey> {
  readonly #device: GPUDevice;
  readonly #describe: (key: K) => GPUComputePipelineDescriptor;
  readonly #onMade: () => void;
  readonly #made = new Map<string, GPUComputePipeline>();
  readonly #pending = new Set<string>();
  readonly #failed = new Set<string>();

  /** `onMade` is called when a pipeline requested by `isReady` is ready. */
  constructor(device: GPUDevice, describe: (key: K) => GPUComputePipelineDescriptor, onMade: () => void) {
    this.#device = device;
    this.#describe = describe;
    this.#onMade = onMade;
  }

  /** True while some are being created. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** A pipeline, created synchronously where it does not exist. */
  now(key: K): GPUComputePipeline {
    const name = JSON.stringify(key);
    const known = this.#made.get(name);
    if (known) return known;
    const made = this.#device.createComputePipeline(this.#describe(key));
    this.#made.set(name, made);
    return made;
  }

  /**
   * Whether a pipeline is ready; starts creating it where it is not. Also true for one that could
   * not be created: `now` throws the reason.
   */
  isReady(key: K): boolean {
    const name = JSON.stringify(key);
    if (this.#made.has(name) || this.#failed.has(name)) return true;
    if (!this.#pending.has(name)) void this.#make(name, key);
    return false;
  }

  async #make(name: string, key: K): Promise<void> {
    this.#pending.add(name);
    try {
      const made = await this.#device.createComputePipelineAsync(this.#describe(key));
      if (!this.#made.has(name)) this.#made.set(name, made);
    } catch {
      this.#failed.add(name);
    } finally {
      this.#pending.delete(name);
      this.#onMade();
    }
  }
}
