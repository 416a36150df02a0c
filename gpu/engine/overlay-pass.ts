import type { FrameSteps } from './frame-steps.ts';
import type { FramePasses } from './scene-pass.ts';

/** Phases over the finished scene, in their order, and what their passes have beside the output. */
const overPhases = [
  { phase: 'water', needs: 'nothing' },
  { phase: 'drapes', needs: 'depth group' },
  { phase: 'overlays', needs: 'depth buffer' },
  { phase: 'labels', needs: 'nothing' },
] as const;

/** Encodes what lies over an image that has its scene already. */
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
