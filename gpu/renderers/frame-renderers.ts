import type { FrameRenderers, RendererContext } from '../draw/frame-renderer.ts';
import { FeatureRenderer } from './feature-renderer.ts';
import { ImageRenderer } from './image-renderer.ts';
import { LabelOcclusion } from './label-occlusion.ts';
import { LabelRenderer } from './label-renderer.ts';
import { PhotoRenderer } from './photo-renderer.ts';
import { PointRenderer } from './point-renderer.ts';
import { PostRenderer } from './post-renderer.ts';
import { TerrainRenderer } from './terrain-renderer.ts';
import { TinRenderer } from './tin-renderer.ts';
import { WaterRenderer } from './water-renderer.ts';

/** The renderers of a device; within a phase they draw in this order. */
export function createRenderers(context: RendererContext): FrameRenderers {
  return {
    renderers: [
      new ImageRenderer(context),
      new TerrainRenderer(context),
      new PointRenderer(context),
      new WaterRenderer(context),
      new PhotoRenderer(context),
      new TinRenderer(context),
      new FeatureRenderer(context),
      new LabelRenderer(context),
      new LabelOcclusion(context),
    ],
    backdrop: new PostRenderer(context),
  };
}
