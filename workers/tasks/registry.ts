import type { TaskHandler } from '../contract/handler.ts';
import type { TaskName } from '../contract/task-map.ts';

/** Loads the handler of each task on first use, so that a worker holds only the code it runs. */
export const handlers: { readonly [N in TaskName]: () => Promise<TaskHandler<N>> } = {
  'geometry.buildTin': async () => (await import('./geometry/build-tin.ts')).buildTin,
  'geometry.contour': async () => (await import('./geometry/trace-contours.ts')).traceContours,
  'geometry.grid': async () => (await import('./geometry/grid-surface.ts')).gridSurface,
  'geometry.volume': async () => (await import('./geometry/measure-volume.ts')).measureVolume,
  'laz.decodeChunk': async () => (await import('./formats/laz-chunks.ts')).decodeChunk,
  'laz.decodeLayers': async () => (await import('./formats/laz-chunks.ts')).decodeLayers,
  'laz.encodeChunk': async () => (await import('./formats/laz-chunks.ts')).encodeChunk,
};
