import type { DeviceTexture } from '../resources/device-data.ts';
import type { ResourceLedger } from '../resources/ledger.ts';

/** Bind groups of a single texture each, cached for the textures' lifetime; one instance serves one device. */
export class TextureGroups {
  readonly #layout: GPUBindGroupLayout;
  readonly #groups = new WeakMap<DeviceTexture, GPUBindGroup>();

  constructor(layout: GPUBindGroupLayout) {
    this.#layout = layout;
  }

  of(texture: DeviceTexture, ledger: ResourceLedger): GPUBindGroup {
    const known = this.#groups.get(texture);
    if (known) return known;
    const group = ledger.device.createBindGroup({
      label: texture.label,
      layout: this.#layout,
      entries: [{ binding: 0, resource: texture.on(ledger).createView() }],
    });
    this.#groups.set(texture, group);
    return group;
  }
}
