import { depthFormat, holesFormat, sceneFormat } from '../draw/formats.ts';
import type { BackdropRenderer } from '../draw/frame-renderer.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import type { ResourceLedger } from '../resources/ledger.ts';

/** Render targets of the scene before the post pass. */
export interface SceneTargets {
  readonly colour: GPUTexture;
  readonly depth: GPUTexture;
  /** Group 2 of the post pass. */
  readonly group: GPUBindGroup;
  /** Group 3 of passes that read the scene's depth. */
  readonly depthGroup: GPUBindGroup;
  /** Drape surface with outer skirts; created when they are first drawn. */
  drapeSurface(): DrapeTargets;
}

/** The scene's depth with that of outer skirts, and a mask of the holes that these fill. */
export interface DrapeTargets {
  readonly depth: GPUTexture;
  readonly holes: GPUTexture;
  /** Group 3 of images. */
  readonly group: GPUBindGroup;
}

const drawnAndRead = () => GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.TEXTURE_BINDING;

/** Targets by the name of their view; kept until they are freed or another size is requested. */
export class TargetPool {
  readonly #ledger: ResourceLedger;
  readonly #layouts: SharedLayouts;
  readonly #backdrop: BackdropRenderer;
  readonly #targets = new Map<string, SceneTargets>();
  readonly #drapeSurfaces = new Map<string, DrapeTargets>();

  constructor(ledger: ResourceLedger, layouts: SharedLayouts, backdrop: BackdropRenderer) {
    this.#ledger = ledger;
    this.#layouts = layouts;
    this.#backdrop = backdrop;
  }

  /** Targets of a size, device pixels. */
  get(name: string, width: number, height: number): SceneTargets {
    const current = this.#targets.get(name);
    if (current && current.colour.width === width && current.colour.height === height) return current;
    this.free(name);
    const colour = this.#ledger.texture('scene colour', sceneFormat, [width, height], drawnAndRead());
    const depthUsage = drawnAndRead() | GPUTextureUsage.COPY_SRC;
    const depth = this.#ledger.texture('scene depth', depthFormat, [width, height], depthUsage);
    const depthGroup = this.#ledger.device.createBindGroup({
      label: 'scene depth',
      layout: this.#layouts.sceneDepth,
      entries: [{ binding: 0, resource: depth.createView() }],
    });
    const group = this.#backdrop.sceneGroup(colour, depth);
    const drapeSurface = () => this.#drapeSurface(name, width, height);
    const targets = { colour, depth, group, depthGroup, drapeSurface };
    this.#targets.set(name, targets);
    return targets;
  }

  #drapeSurface(name: string, width: number, height: number): DrapeTargets {
    const known = this.#drapeSurfaces.get(name);
    if (known) return known;
    const depthUsage = drawnAndRead() | GPUTextureUsage.COPY_DST;
    const depth = this.#ledger.texture('drape depth', depthFormat, [width, height], depthUsage);
    const holes = this.#ledger.texture('drape holes', holesFormat, [width, height], drawnAndRead());
    const group = this.#ledger.device.createBindGroup({
      label: 'drape surface',
      layout: this.#layouts.drapeSurface,
      entries: [depth, holes].map((texture, binding) => ({ binding, resource: texture.createView() })),
    });
    const made = { depth, holes, group };
    this.#drapeSurfaces.set(name, made);
    return made;
  }

  /** Frees the targets of a view that is no longer drawn. */
  free(name: string): void {
    this.#ledger.destroy(this.#targets.get(name)?.colour);
    this.#ledger.destroy(this.#targets.get(name)?.depth);
    this.#targets.delete(name);
    this.freeDrape(name);
  }

  /** Frees the drape surface of a view that no longer has outer skirts. */
  freeDrape(name: string): void {
    this.#ledger.destroy(this.#drapeSurfaces.get(name)?.depth);
    this.#ledger.destroy(this.#drapeSurfaces.get(name)?.holes);
    this.#drapeSurfaces.delete(name);
  }

  destroy(): void {
    for (const name of [...this.#targets.keys()]) this.free(name);
  }
}
