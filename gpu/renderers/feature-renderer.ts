import { code as featureCode } from '#shaders/common/features.wgsl';
import { code as drapeCode } from '#shaders/render/drapes.wgsl';
import { code as fillCode } from '#shaders/render/fills.wgsl';
import { code as lineCode } from '#shaders/render/lines.wgsl';
import { code as symbolCode } from '#shaders/render/symbols.wgsl';
import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FeatureDraw, FeatureDrawKind, FrameDraws } from '../draw/draws.ts';
import { pickFormat } from '../draw/formats.ts';
import type { FrameRenderer, PlanContext, RendererContext, RenderPlan } from '../draw/frame-renderer.ts';
import { type FrameView, splitFromEye } from '../draw/frame-view.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import { structLayout, wgslConstant, wgslConstants } from '../layouts/wgsl-layout.ts';
import type { DeviceBuffer } from '../resources/device-data.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import { lazyModule, lazyPipeline } from './pipeline.ts';

const layout = structLayout(featureCode, 'FeatureDraw');
const constants = wgslConstants(featureCode);
const hiddenPartFlag = wgslConstant(constants, 'DRAW_HIDDEN_PART');
const dashHiddenFlag = wgslConstant(constants, 'DRAW_DASH_HIDDEN');

/**
 * The part of the features that a draw shows: in front of the scene, behind it (paler), all of it (2D), or for picking.
 */
type FeaturePart = 'front' | 'behind' | 'flat' | 'pick';

type KindPipelines = Readonly<Record<FeaturePart, () => GPURenderPipeline>>;

const sources: Readonly<Record<FeatureDrawKind, string>> = {
  lines: lineCode,
  fills: fillCode,
  symbols: symbolCode,
};

/** A feature draw with the uniforms of its parts. */
interface PlannedFeatures {
  readonly draw: FeatureDraw;
  readonly offsets: { readonly front: number; readonly behind: number };
}

/** Draws lines, fills and symbols of features. */
export class FeatureRenderer implements FrameRenderer {
  readonly #layouts: SharedLayouts;
  readonly #pipelines: Readonly<Record<FeatureDrawKind, KindPipelines>>;
  readonly #drapes: () => GPURenderPipeline;
  readonly #groups = new WeakMap<DeviceBuffer, GPUBindGroup>();

  constructor(context: RendererContext) {
    this.#layouts = context.layouts;
    const make = (kind: FeatureDrawKind) => this.#makeKind(context, kind);
    this.#pipelines = { lines: make('lines'), fills: make('fills'), symbols: make('symbols') };
    this.#drapes = this.#makeDrapes(context);
  }

  #makeDrapes({ device, layouts, outputFormat }: RendererContext): () => GPURenderPipeline {
    const module = lazyModule(device, 'drapes', drapeCode);
    return lazyPipeline(
      device,
      module,
      [layouts.frame, layouts.draw, layouts.storageBatch, layouts.sceneDepth],
      {
        label: 'drapes',
        fragment: 'fragment_main',
        format: outputFormat,
        topology: 'triangle-list',
        depthCompare: null,
        writesDepth: false,
        isBlended: true,
        // Back faces only: each pixel once, also with the eye inside.
        cullMode: 'front',
      },
    );
  }

  #makeKind({ device, layouts, outputFormat }: RendererContext, kind: FeatureDrawKind): KindPipelines {
    const topology = 'triangle-list';
    const module = lazyModule(device, kind, sources[kind]);
    const groups = [layouts.frame, layouts.draw, layouts.storageBatch];
    const drawn = { topology, fragment: 'fragment_main', format: outputFormat, isBlended: true } as const;
    const make = (label: string, depthCompare: GPUCompareFunction) =>
      lazyPipeline(device, module, groups, { ...drawn, label, depthCompare, writesDepth: false });
    return {
      front: make(`${kind} front`, 'greater-equal'),
      behind: make(`${kind} behind`, 'less'),
      flat: make(`${kind} flat`, 'always'),
      pick: lazyPipeline(device, module, groups, {
        label: `${kind} pick`,
        topology,
        fragment: 'fragment_pick',
        format: pickFormat,
        depthCompare: 'always',
        writesDepth: false,
        isBlended: false,
      }),
    };
  }

  plan({ overlays }: FrameDraws, { view, uniforms, ledger, isPick }: PlanContext): RenderPlan {
    const features = overlays.filter((draw) => draw.type === 'features');
    if (features.length === 0) return { steps: [] };
    const planned = features.map((draw) => this.#planFeatures(draw, view, uniforms));
    const encode = (pass: GPURenderPassEncoder, parts: readonly FeaturePart[]) => {
      for (const part of parts) {
        for (const each of planned) this.#encode(pass, each, uniforms, ledger, part);
      }
    };
    if (isPick) return { steps: [{ phase: 'ids', encode: (pass) => encode(pass, ['pick']) }] };
    const parts: readonly FeaturePart[] = view.isPlan ? ['flat'] : ['behind', 'front'];
    const drawn = { phase: 'overlays', encode: (pass: GPURenderPassEncoder) => encode(pass, parts) } as const;
    const draped = view.isPlan ? [] : planned.filter(({ draw }) => draw.hasDrapes);
    if (draped.length === 0) return { steps: [drawn] };
    return {
      steps: [
        { phase: 'drapes', encode: (pass) => this.#encodeDrapes(pass, draped, uniforms, ledger) },
        drawn,
      ],
    };
  }

  #planFeatures(draw: FeatureDraw, view: FrameView, uniforms: DrawUniforms): PlannedFeatures {
    const { high, low } = splitFromEye(view, draw.origin);
    const push = (flags: number) =>
      uniforms.push(layout, { origin_high: high, origin_low: low, draw_id: draw.drawId, flags });
    const hidden = hiddenPartFlag | (draw.isHiddenDashed ? dashHiddenFlag : 0);
    return { draw, offsets: { front: push(0), behind: push(hidden) } };
  }

  #encode(
    pass: GPURenderPassEncoder,
    { draw, offsets }: PlannedFeatures,
    uniforms: DrawUniforms,
    ledger: ResourceLedger,
    part: FeaturePart,
  ): void {
    if (part === 'behind' && !draw.hasSeenThrough) return;
    pass.setPipeline(this.#pipelines[draw.kind][part]());
    pass.setBindGroup(1, uniforms.group, [part === 'behind' ? offsets.behind : offsets.front]);
    pass.setBindGroup(2, this.#group(draw, ledger));
    pass.draw(draw.kind === 'fills' ? draw.vertexCount : 6 * draw.vertexCount);
  }

  /** Draws the draped fills of a plan; the scene's depth is bound as group 3. */
  #encodeDrapes(
    pass: GPURenderPassEncoder,
    planned: readonly PlannedFeatures[],
    uniforms: DrawUniforms,
    ledger: ResourceLedger,
  ): void {
    pass.setPipeline(this.#drapes());
    for (const { draw, offsets } of planned) {
      pass.setBindGroup(1, uniforms.group, [offsets.front]);
      pass.setBindGroup(2, this.#group(draw, ledger));
      pass.draw(24 * (draw.vertexCount / 3));
    }
  }

  #group(draw: FeatureDraw, ledger: ResourceLedger): GPUBindGroup {
    const known = this.#groups.get(draw.vertices);
    if (known) return known;
    const group = ledger.device.createBindGroup({
      label: draw.vertices.label,
      layout: this.#layouts.storageBatch,
      entries: [
        { binding: 0, resource: { buffer: draw.vertices.on(ledger) } },
        { binding: 1, resource: { buffer: draw.styles.on(ledger) } },
      ],
    });
    this.#groups.set(draw.vertices, group);
    return group;
  }
}
