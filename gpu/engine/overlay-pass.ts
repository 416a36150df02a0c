import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { FrameDraws, PhotoDraw, TinDraw } from '../draw/draws.ts';
import type { FrameLook } from '../draw/frame-uniforms.ts';
import type { FrameView } from '../draw/frame-view.ts';
import type { FeaturePart, FeatureRenderer, PlannedFeatures } from '../renderers/feature-renderer.ts';
import type { PhotoRenderer } from '../renderers/photo-renderer.ts';
import type { Planned } from '../renderers/pipeline.ts';
import type { TinRenderer } from '../renderers/tin-renderer.ts';
import type { ResourceLedger } from '../resources/ledger.ts';
import type { SceneFrame } from './scene-pass.ts';

/** A planned draw of what lies over the scene. */
export type PlannedOverlay =
  | { readonly type: 'features'; readonly planned: PlannedFeatures }
  | { readonly type: 'tin'; readonly planned: Planned<TinDraw> }
  | { readonly type: 'photo'; readonly planned: Planned<PhotoDraw> };

/** What draws over the scene. */
export interface OverlayRenderers {
  readonly features: FeatureRenderer;
  readonly tins: TinRenderer;
  readonly photos: PhotoRenderer;
}

function planOverlay(
  { features, tins, photos }: OverlayRenderers,
  draw: FrameDraws['overlays'][number],
  view: FrameView,
  uniforms: DrawUniforms,
  look: FrameLook,
): PlannedOverlay {
  switch (draw.type) {
    case 'tin':
      return { type: 'tin', planned: tins.plan(draw, view, uniforms, look) };
    case 'photo':
      return { type: 'photo', planned: photos.plan(draw, view, uniforms) };
    case 'features':
      return { type: 'features', planned: features.plan(draw, view, uniforms) };
  }
}

/** Writes the uniforms of overlays, in their order. */
export function planOverlays(
  renderers: OverlayRenderers,
  overlays: FrameDraws['overlays'],
  view: FrameView,
  uniforms: DrawUniforms,
  look: FrameLook,
): PlannedOverlay[] {
  return overlays.map((draw) => planOverlay(renderers, draw, view, uniforms, look));
}

const photosOf = (overlays: readonly PlannedOverlay[]) =>
  overlays.flatMap((overlay) => (overlay.type === 'photo' ? [overlay.planned] : []));
const tinsOf = (overlays: readonly PlannedOverlay[]) =>
  overlays.flatMap((overlay) => (overlay.type === 'tin' ? [overlay.planned] : []));
const featuresOf = (overlays: readonly PlannedOverlay[]) =>
  overlays.flatMap((overlay) => (overlay.type === 'features' ? [overlay.planned] : []));

/** Overlays on an image that has its scene already: first what lies on the ground, then all else. */
export function encodeOverlays(
  renderers: OverlayRenderers,
  overlays: readonly PlannedOverlay[],
  scene: SceneFrame,
  output: GPUTextureView,
): void {
  if (!scene.view.isPlan) encodeDrapes(renderers, overlays, scene, output);
  if (overlays.length === 0) return;
  const { encoder, frame, view, uniforms, ledger, targets } = scene;
  const parts: readonly FeaturePart[] = view.isPlan ? ['flat'] : ['behind', 'front'];
  const pass = encoder.beginRenderPass({
    label: 'overlays',
    colorAttachments: [{ view: output, loadOp: 'load', storeOp: 'store' }],
    depthStencilAttachment: { view: targets.depth.createView(), depthLoadOp: 'load', depthStoreOp: 'store' },
  });
  pass.setBindGroup(0, frame);
  renderers.photos.encode(pass, photosOf(overlays), uniforms, ledger, 'image');
  for (const tin of tinsOf(overlays)) {
    renderers.tins.encode(pass, tin, uniforms, ledger, view.isPlan ? 'flat' : 'front');
  }
  for (const part of parts) {
    for (const planned of featuresOf(overlays))
      renderers.features.encode(pass, planned, uniforms, ledger, part);
  }
  pass.end();
}

function encodeDrapes(
  { features }: OverlayRenderers,
  overlays: readonly PlannedOverlay[],
  { encoder, frame, uniforms, ledger, targets }: SceneFrame,
  output: GPUTextureView,
): void {
  const drapes = featuresOf(overlays).filter(({ draw }) => draw.hasDrapes);
  if (drapes.length === 0) return;
  const pass = encoder.beginRenderPass({
    label: 'drapes',
    colorAttachments: [{ view: output, loadOp: 'load', storeOp: 'store' }],
  });
  pass.setBindGroup(0, frame);
  pass.setBindGroup(3, targets.depthGroup);
  features.encodeDrapes(pass, drapes, uniforms, ledger);
  pass.end();
}

/** The ids of overlays, into the pass of a pick. */
export function encodeOverlayIds(
  { features, tins, photos }: OverlayRenderers,
  overlays: readonly PlannedOverlay[],
  pass: GPURenderPassEncoder,
  uniforms: DrawUniforms,
  ledger: ResourceLedger,
): void {
  photos.encode(pass, photosOf(overlays), uniforms, ledger, 'pick');
  for (const tin of tinsOf(overlays)) tins.encode(pass, tin, uniforms, ledger, 'pick');
  for (const planned of featuresOf(overlays)) features.encode(pass, planned, uniforms, ledger, 'pick');
}
