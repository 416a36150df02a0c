import type { TaskHandler } from '../contract/handler.ts';
import type { TaskName } from '../contract/task-map.ts';

/** Loads the handler of each task on first use, so that a worker holds only the code it runs. */
export const handlers: { readonly [N in TaskName]: () => Promise<TaskHandler<N>> } = {
  'cloud.buildColumn': async () => (await import('./cloud/build-column.ts')).buildColumn,
  'cloud.classifyGround': async () => (await import('./cloud/classify-ground.ts')).classifyColumn,
  'cloud.encodeNode': async () => (await import('./cloud/encode-node.ts')).encodeNode,
  'cloud.mergeChildren': async () => (await import('./cloud/merge-children.ts')).mergeChildren,
  'geometry.buildTin': async () => (await import('./geometry/build-tin.ts')).buildTin,
  'geometry.contour': async () => (await import('./geometry/trace-contours.ts')).traceContours,
  'geometry.grid': async () => (await import('./geometry/grid-surface.ts')).gridSurface,
  'geometry.volume': async () => (await import('./geometry/measure-volume.ts')).measureVolume,
  'laz.decodeChunk': async () => (await import('./formats/laz-chunks.ts')).decodeChunk,
  'laz.decodeLayers': async () => (await import('./formats/laz-chunks.ts')).decodeLayers,
  'laz.encodeChunk': async () => (await import('./formats/laz-chunks.ts')).encodeChunk,
  'photo.orthoSeams': async () => (await import('./photogrammetry/ortho.ts')).orthoSeams,
  'photo.orthoTile': async () => (await import('./photogrammetry/ortho.ts')).orthoTile,
  'photo.orthoView': async () => (await import('./photogrammetry/ortho.ts')).orthoView,
  'photo.assess': async () => (await import('./photogrammetry/assess-photo.ts')).assessPhoto,
  'photo.extract': async () => (await import('./photogrammetry/extract.ts')).extract,
  'photo.matchPair': async () => (await import('./photogrammetry/match-pair.ts')).matchPair,
  'photo.reconstruct': async () => (await import('./photogrammetry/reconstruct.ts')).reconstructPhotos,
  'raster.aspect': async () => (await import('./raster/slope.ts')).aspect,
  'raster.decodeBlock': async () => (await import('./raster/tiles.ts')).decodeBlock,
  'raster.encodePng': async () => (await import('./raster/tiles.ts')).encodePng,
  'raster.encodeTile': async () => (await import('./raster/tiles.ts')).encodeTile,
  'raster.hillshade': async () => (await import('./raster/hillshade.ts')).hillshade,
  'raster.relief': async () => (await import('./raster/relief.ts')).relief,
  'raster.slope': async () => (await import('./raster/slope.ts')).slope,
  'site.lookDown': async () => (await import('./site/render-image.ts')).lookDown,
  'site.renderImage': async () => (await import('./site/render-image.ts')).renderImage,
  'view.prepareTerrain': async () => (await import('./view/prepare-terrain.ts')).prepareTerrain,
};
