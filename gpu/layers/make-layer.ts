import type { SceneLayer } from '#viewport/scene.ts';
import type { LayerHost } from '../streaming/layer-host.ts';
import { BasemapLayerView } from './basemap-layer.ts';
import { contourView } from './contour-layer.ts';
import { CopcLayerView } from './copc-layer.ts';
import { ImageLayerView } from './image-layer.ts';
import type { LayerView } from './layer-view.ts';
import { PhotoLayerView } from './photo-layer.ts';
import { PointsLayerView } from './points-layer.ts';
import { TerrainLayerView } from './terrain-layer.ts';
import { TinLayerView } from './tin-layer.ts';
import { VectorLayerView } from './vector-layer.ts';

/** Any layer view, discriminated by its kind. */
export type SceneLayerView = LayerView &
  (
    | PointsLayerView
    | CopcLayerView
    | TerrainLayerView
    | ImageLayerView
    | BasemapLayerView
    | PhotoLayerView
    | VectorLayerView
    | TinLayerView
  );

/** Creates the view of a layer. */
export function makeLayer(spec: SceneLayer, host: LayerHost): SceneLayerView {
  switch (spec.kind) {
    case 'points':
      return new PointsLayerView(spec);
    case 'copc':
      return new CopcLayerView(spec, host);
    case 'terrain':
      return new TerrainLayerView(spec, host);
    case 'image':
      return new ImageLayerView(spec, host);
    case 'basemap':
      return new BasemapLayerView(spec, host);
    case 'photos':
      return new PhotoLayerView(spec, host);
    case 'vector':
      return new VectorLayerView(spec, () => host.requestFrame());
    case 'tin':
      return new TinLayerView(spec);
    case 'contours':
      return contourView(spec);
  }
}
