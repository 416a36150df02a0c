import type { FrameDraws } from '../draw/draws.ts';
import type {
  FrameRenderer,
  PlanContext,
  RenderPhase,
  RenderPlan,
  RenderStep,
} from '../draw/frame-renderer.ts';

const scenePhases: ReadonlySet<RenderPhase> = new Set([
  'basemap',
  'ground',
  'outerSkirts',
  'drapedImages',
  'surface',
]);

const isOfScene = ({ phase }: RenderStep): boolean => scenePhases.has(phase);

/** The plans of all renderers for one frame or pick. */
export class FrameSteps {
  readonly #plans: readonly RenderPlan[];

  /** Writes the uniforms of all draws; `uniforms` are uploaded. */
  constructor(renderers: readonly FrameRenderer[], draws: FrameDraws, context: PlanContext) {
    context.uniforms.reset();
    this.#plans = renderers.map((renderer) => renderer.plan(draws, context));
    context.uniforms.upload();
  }

  /** The steps of a phase, in the order of their renderers. */
  of(phase: RenderPhase): RenderStep[] {
    return this.#plans.flatMap(({ steps }) => steps.filter((step) => step.phase === phase));
  }

  prepare(encoder: GPUCommandEncoder): void {
    for (const plan of this.#plans) plan.prepare?.(encoder);
  }

  /** Encodes a scene that one renderer can draw without its targets; null where none can. */
  encodeAlone(encoder: GPUCommandEncoder): GPUBindGroup | null {
    const single = this.#plans.find(({ encodeAlone }) => encodeAlone);
    const hasOthers = this.#plans.some((plan) => plan !== single && plan.steps.some(isOfScene));
    return hasOthers ? null : (single?.encodeAlone?.(encoder) ?? null);
  }

  /** Whether something is drawn over the scene, or needs its depth. */
  get isDrawnOver(): boolean {
    return this.#plans.some(({ steps, query }) => query || steps.some((step) => !isOfScene(step)));
  }

  /** Encodes all queries. Returns a function to call once the frame was submitted. */
  query(encoder: GPUCommandEncoder, sceneDepth: GPUBindGroup): (() => void)[] {
    return this.#plans.flatMap((plan) => plan.query?.(encoder, sceneDepth) ?? []);
  }

  resolveIds(ids: Uint32Array): void {
    for (const plan of this.#plans) plan.resolveIds?.(ids);
  }
}
