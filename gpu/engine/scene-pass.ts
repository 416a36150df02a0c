import type { DrawUniforms } from '../draw/draw-uniforms.ts';
import type { ImageDraw, TerrainDraw } from '../draw/draws.ts';
import type { FrameLook } from '../draw/frame-uniforms.ts';
import type { FrameView } from '../draw/frame-view.ts';
import type { ImageRenderer } from '../renderers/image-renderer.ts';
import type { Planned } from '../renderers/pipeline.ts';
import type { PointPass } from '../renderers/point-raster.ts';
import type { PlannedPoints, PointRenderer } from '../renderers/point-renderer.ts';
import type { TerrainRenderer } from '../renderers/terrain-renderer.ts';
import type { ResourceLedger } from '../resources/ledger.ts';

/** What the scene is drawn on before the post pass. */
export interface SceneTargets {
  readonly colour: GPUTexture;
  readonly depth: GPUTexture;
  /** Group 2 of the post pass. */
  readonly group: GPUBindGroup;
  /** Group 3 of what reads the scene's depth. */
  readonly depthGroup: GPUBindGroup;
  /** What images lie on where there are outer skirts; made when they are first drawn. */
  drapeSurface(): DrapeTargets;
}

/** The scene's depth with that of outer skirts, and where these fill holes. */
export interface DrapeTargets {
  readonly depth: GPUTexture;
  readonly holes: GPUTexture;
  /** Group 3 of images. */
  readonly group: GPUBindGroup;
}

/** Planned draws of the scene itself. */
export interface ScenePlan {
  readonly points: PlannedPoints;
  readonly terrain: Planned<TerrainDraw>[];
  readonly outerSkirts: Planned<TerrainDraw>[];
  readonly basemap: Planned<ImageDraw>[];
  readonly images: Planned<ImageDraw>[];
}

/** What draws the scene itself. */
export interface SceneRenderers {
  readonly points: PointRenderer;
  readonly terrain: TerrainRenderer;
  readonly images: ImageRenderer;
}

/** What a scene is encoded with. */
export interface SceneFrame {
  readonly encoder: GPUCommandEncoder;
  readonly frame: GPUBindGroup;
  readonly view: FrameView;
  readonly look: FrameLook;
  readonly uniforms: DrawUniforms;
  readonly ledger: ResourceLedger;
  readonly targets: SceneTargets;
  readonly points: PointPass;
}

/** Terrain, what lies on it, points. */
export function encodeScene(renderers: SceneRenderers, plan: ScenePlan, scene: SceneFrame): void {
  const { terrain, images, points } = renderers;
  const { encoder, view, uniforms, ledger } = scene;
  points.prepare(encoder, plan.points, scene.points);
  let pass = beginScene(scene, 'clear');
  if (plan.basemap.length > 0) {
    images.encode(pass, plan.basemap, uniforms, ledger, 'plane', view.window);
    images.encodeCap(pass);
  }
  const { look } = scene;
  // Contours lie over images: where there are none they come with the ground.
  const hasLines = look.display.hasContours && plan.images.length > 0;
  const ground = look.display.hasContours && !hasLines ? 'contoured' : 'colours';
  terrain.encode(pass, plan.terrain, uniforms, ledger, ground, view, look);
  const isOnTerrain = !view.isPlan && plan.terrain.length + plan.outerSkirts.length > 0;
  if (plan.images.length > 0) {
    if (isOnTerrain) {
      pass.end();
      if (plan.outerSkirts.length > 0) encodeOuterSkirts(terrain, plan.outerSkirts, scene);
      encodeDrapedImages(images, plan, scene);
      pass = beginScene(scene, 'load');
    } else images.encode(pass, plan.images, uniforms, ledger, view.isPlan ? 'plane' : 'level', view.window);
    images.encodeCap(pass);
  }
  if (hasLines) terrain.encode(pass, plan.terrain, uniforms, ledger, 'contours', view, look);
  points.encode(pass, plan.points, scene.points);
  pass.end();
}

/** Lays out what images lie on beside the scene itself, and over holes of the terrain. */
function encodeOuterSkirts(
  terrain: TerrainRenderer,
  planned: readonly Planned<TerrainDraw>[],
  { encoder, frame, view, look, uniforms, ledger, targets }: SceneFrame,
): void {
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
  terrain.encode(pass, planned, uniforms, ledger, 'outerSkirt', view, look);
  pass.end();
}

function encodeDrapedImages(
  images: ImageRenderer,
  { images: planned, outerSkirts }: ScenePlan,
  { encoder, frame, view, uniforms, ledger, targets }: SceneFrame,
): void {
  const isDeep = outerSkirts.length > 0;
  const depth = { view: targets.depth.createView(), depthLoadOp: 'load', depthStoreOp: 'store' } as const;
  const pass = encoder.beginRenderPass({
    label: 'images',
    colorAttachments: [{ view: targets.colour.createView(), loadOp: 'load', storeOp: 'store' }],
    ...(isDeep ? { depthStencilAttachment: depth } : {}),
  });
  pass.setBindGroup(0, frame);
  pass.setBindGroup(3, isDeep ? targets.drapeSurface().group : targets.depthGroup);
  images.encode(pass, planned, uniforms, ledger, isDeep ? 'deep' : 'draped', view.window);
  pass.end();
}

function beginScene({ encoder, frame, targets }: SceneFrame, loadOp: GPULoadOp): GPURenderPassEncoder {
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
