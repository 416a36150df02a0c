import type { TaskHandler } from '../contract/handler.ts';
import type { TaskName } from '../contract/task-map.ts';

/** Loads the handler of each task on first use, so that a worker holds only the code it runs. */
export const handlers: { readonly [N in TaskName]: () => Promise<TaskHandler<N>> } = {
  'laz.decodeChunk': async () => (await import('./formats/laz-chunks.ts')).decodeChunk,
  'laz.decodeLayers': async () => (await import('./formats/laz-chunks.ts')).decodeLayers,
  'laz.encodeChunk': async () => (await import('./formats/laz-chunks.ts')).encodeChunk,
};
