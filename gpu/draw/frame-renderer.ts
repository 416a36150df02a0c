import type { PointPath } from '#viewport/display.ts';
import type { SharedLayouts } from '../layouts/bind-groups.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import type { DrawUniforms } from './draw-uniforms.ts';
import type { FrameDraws } from './draws.ts';
import type { FrameLook } from './frame-uniforms.ts';
import type { FrameView } from './frame-view.ts';
import type { ClipBuffers } from './point-clips.ts';

/**
 * The phases of a frame in their order, each with the targets of its pass:
 * `basemap`, `ground` and, after draped images, `surface`: colour and depth of the scene;
 * `outerSkirts`: depth and holes of the drape surface, with the scene's depth as group 3;
 * `drapedImages`: colour of the scene, with the depth of the drape surface as group 3;
 * `water`, `drapes` (scene depth as group 3) and `labels`: the output alone;
 * `overlays`: the output with the scene's depth.
 * A pick has the phase `ids` and no other: draw ids, element indices and depth.
 */
export type RenderPhase =
  | 'basemap'
  | 'ground'
  | 'outerSkirts'
  | 'drapedImages'
  | 'surface'
  | 'water'
  | 'drapes'
  | 'overlays'
  | 'labels'
  | 'ids';

/** Part of a phase; steps of one phase are encoded in the order of their renderers. Group 0 is bound. */
export interface RenderStep {
  readonly phase: RenderPhase;
  /** `sceneDepth`: the scene's depth as a bind group; null in the scene's own passes and in a pick. */
  encode(pass: GPURenderPassEncoder, sceneDepth: GPUBindGroup | null): void;
}

/** A renderer's contribution to one frame or pick. */
export interface RenderPlan {
  readonly steps: readonly RenderStep[];
  /** Encodes compute work before all passes. */
  prepare?(encoder: GPUCommandEncoder): void;
  /**
   * Encodes the scene without its targets, where it consists only of this renderer's draws. Returns group 2 of the
   * backdrop.
   */
  encodeAlone?(encoder: GPUCommandEncoder): GPUBindGroup;
  /** Encodes a query after all passes. Returns a function to call once the frame was submitted. */
  query?(encoder: GPUCommandEncoder, sceneDepth: GPUBindGroup): () => void;
  /** Replaces internal numbers in the ids of a pick (draw id and element per pixel) by those of the draw list. */
  resolveIds?(ids: Uint32Array): void;
}

/** Inputs of planning a frame or pick; bind groups of `uniforms` and `clips` exist once steps are encoded. */
export interface PlanContext {
  readonly ledger: ResourceLedger;
  /** Group 0. */
  readonly frame: GPUBindGroup;
  readonly view: FrameView;
  readonly look: FrameLook;
  readonly uniforms: DrawUniforms;
  readonly clips: ClipBuffers;
  readonly pointPath: PointPath;
  readonly isPick: boolean;
}

/** Draws one kind of draw. Created for each device. */
export interface FrameRenderer {
  /** Writes uniforms and returns the steps to encode, by phase. */
  plan(draws: FrameDraws, context: PlanContext): RenderPlan;
  /** Triangles that a frame with these draws has, where the renderer counts them. */
  countTriangles?(draws: FrameDraws, look: FrameLook): number;
  /** Prepares pipelines for points that may still be loading; false until they can be drawn. */
  warm?(draws: FrameDraws['points'], look: FrameLook, path: PointPath): boolean;
  /** False until the first points were drawn. */
  readonly hasDrawn?: boolean;
  /** True while pipelines are being created that improve later frames. */
  readonly isPreparing?: boolean;
  /** Frees what the renderer owns; the owners of scene data release it. */
  destroy?(ledger: ResourceLedger): void;
}

/** Source of the scene: its targets, or points rasterised by compute, which may write their depth. */
export type ImageSource = 'targets' | 'points' | 'deep points';

/** Composites the scene over its background. */
export interface BackdropRenderer {
  /** Group 2 for a pair of scene targets. */
  sceneGroup(colour: GPUTexture, depth: GPUTexture): GPUBindGroup;
  /** `scene`: group 2 of the source; a pass for deep points has the scene's depth. */
  encode(pass: GPURenderPassEncoder, source: ImageSource, scene: GPUBindGroup, look: FrameLook): void;
}

/**
 * Everything that draws on a device: renderers in the order of their steps, and the one that composites the scene over
 * its background.
 */
export interface FrameRenderers {
  readonly renderers: readonly FrameRenderer[];
  readonly backdrop: BackdropRenderer;
}

/** Arguments of a renderer. */
export interface RendererContext {
  readonly device: GPUDevice;
  readonly layouts: SharedLayouts;
  /** Format of the target that overlays are drawn on. */
  readonly outputFormat: GPUTextureFormat;
  /** True for a software adapter. */
  readonly isSoftware: boolean;
  /** Called when something created in the background is ready. */
  onPrepared(): void;
}
