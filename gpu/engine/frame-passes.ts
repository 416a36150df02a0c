import type { RenderStep } from '../draw/frame-renderer.ts';
import type { FrameSteps } from './frame-steps.ts';
import type { SceneTargets } from './scene-targets.ts';

/** Inputs of encoding a frame's passes. */
export interface FramePasses {
  readonly encoder: GPUCommandEncoder;
  /** Group 0. */
  readonly frame: GPUBindGroup;
  readonly targets: SceneTargets;
}

/** Terrain, draped images, points. */
export function encodeScene(steps: FrameSteps, passes: FramePasses): void {
  steps.prepare(passes.encoder);
  let pass = beginScene(passes, 'clear');
  for (const step of [...steps.of('basemap'), ...steps.of('ground')]) step.encode(pass, null);
  const draped = steps.of('drapedImages');
  if (draped.length > 0) {
    const skirts = steps.of('outerSkirts');
    pass.end();
    if (skirts.length > 0) encodeOuterSkirts(skirts, passes);
    encodeDrapedImages(draped, skirts.length > 0, passes);
    pass = beginScene(passes, 'load');
  }
  for (const step of steps.of('surface')) step.encode(pass, null);
  pass.end();
}

/** Encodes the drape surface beyond the scene itself and over holes of the terrain. */
function encodeOuterSkirts(skirts: readonly RenderStep[], { encoder, frame, targets }: FramePasses): void {
  const { depth, holes } = targets.drapeSurface();
  encoder.copyTextureToTexture({ texture: targets.depth }, { texture: depth }, [depth.width, depth.height]);
  const pass = encoder.beginRenderPass({
    label: 'outer skirts',
    colorAttachments: [
      { view: holes.createView(), clearValue: [0, 0, 0, 0], loadOp: 'clear', storeOp: 'store' },
    ],
    depthStencilAttachment: { view: depth.createView(), depthLoadOp: 'load', depthStoreOp: 'store' },
  });
  pass.setBindGroup(0, frame);
  pass.setBindGroup(3, targets.depthGroup);
  for (const step of skirts) step.encode(pass, null);
  pass.end();
}

/** `isDeep`: images are draped over outer skirts too, and write their depth. */
function encodeDrapedImages(
  draped: readonly RenderStep[],
  isDeep: boolean,
  { encoder, frame, targets }: FramePasses,
): void {
  const depth = { view: targets.depth.createView(), depthLoadOp: 'load', depthStoreOp: 'store' } as const;
  const pass = encoder.beginRenderPass({
    label: 'images',
    colorAttachments: [{ view: targets.colour.createView(), loadOp: 'load', storeOp: 'store' }],
    ...(isDeep ? { depthStencilAttachment: depth } : {}),
  });
  pass.setBindGroup(0, frame);
  pass.setBindGroup(3, isDeep ? targets.drapeSurface().group : targets.depthGroup);
  for (const step of draped) step.encode(pass, null);
  pass.end();
}

function beginScene({ encoder, frame, targets }: FramePasses, loadOp: GPULoadOp): GPURenderPassEncoder {
  const pass = encoder.beginRenderPass({
    label: 'scene',
    colorAttachments: [
      { view: targets.colour.createView(), clearValue: [0, 0, 0, 0], loadOp, storeOp: 'store' },
    ],
    depthStencilAttachment: {
      view: targets.depth.createView(),
      depthClearValue: 0,
      depthLoadOp: loadOp,
      depthStoreOp: 'store',
    },
  });
  pass.setBindGroup(0, frame);
  return pass;
}

/** Phases over the finished scene, in their order, and the inputs of their passes besides the output. */
const overPhases = [
  { phase: 'water', needs: 'nothing' },
  { phase: 'drapes', needs: 'depth group' },
  { phase: 'overlays', needs: 'depth buffer' },
  { phase: 'labels', needs: 'nothing' },
] as const;

/** Encodes the phases over an image whose scene is complete. */
export function encodeOverlays(steps: FrameSteps, passes: FramePasses, output: GPUTextureView): void {
  const { encoder, frame, targets } = passes;
  for (const { phase, needs } of overPhases) {
    const found = steps.of(phase);
    if (found.length === 0) continue;
    const depth = { view: targets.depth.createView(), depthLoadOp: 'load', depthStoreOp: 'store' } as const;
    const pass = encoder.beginRenderPass({
      label: phase,
      colorAttachments: [{ view: output, loadOp: 'load', storeOp: 'store' }],
      ...(needs === 'depth buffer' ? { depthStencilAttachment: depth } : {}),
    });
    pass.setBindGroup(0, frame);
    if (needs === 'depth group') pass.setBindGroup(3, targets.depthGroup);
    for (const step of found) step.encode(pass, targets.depthGroup);
    pass.end();
  }
}
