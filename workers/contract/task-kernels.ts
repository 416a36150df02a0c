import type { KernelName } from '#wasm/bindings/kernels.ts';
import type { TaskName } from './task-map.ts';

/** The kernels of the tasks that run any: a worker is given these and no others, before the task. */
const taskKernels = {
  'cloud.buildColumn': ['laz'],
  'cloud.classifyGround': ['delaunay'],
  'cloud.convertPoints': ['laz'],
  'cloud.encodeNode': ['laz'],
  'cloud.mergeChildren': ['laz'],
  'cloud.preparePoints': ['laz'],
  'cloud.printPoints': ['laz'],
  'cloud.selectPoints': ['laz'],
  'cloud.sumChunk': ['laz'],
  'cloud.summarise': ['laz'],
  'geometry.buildTin': ['delaunay'],
  'geometry.contour': ['raster', 'contour'],
  'geometry.grid': ['delaunay', 'tin'],
  'geometry.groundVolume': ['raster', 'grid', 'tin'],
  'geometry.raisedAbove': ['raster'],
  'geometry.readSurface': ['raster'],
  'geometry.surfaceTin': ['raster'],
  'geometry.volume': ['raster', 'grid', 'tin'],
  'laz.decodeChunk': ['laz'],
  'laz.decodeLayers': ['laz'],
  'view.packChunk': ['laz'],
  'laz.encodeChunk': ['laz'],
  'photo.adjust': ['adjustment'],
  'photo.depthMap': ['stereo'],
  'photo.extract': ['features'],
  'photo.matchPair': ['matching'],
  'photo.reconstruct': ['adjustment'],
  'raster.decodeBlocks': ['raster'],
  'raster.encodeTile': ['raster'],
  'raster.warpTile': ['warp'],
  'simulation.lookDown': ['simulation'],
  'simulation.renderImage': ['simulation'],
} as const satisfies Partial<Record<TaskName, readonly KernelName[]>>;

type KernelTask = keyof typeof taskKernels;

/** Names of the kernels that a task may use. */
export type KernelOf<N extends TaskName> = N extends KernelTask ? (typeof taskKernels)[N][number] : never;

const table: Partial<Record<TaskName, readonly KernelName[]>> = taskKernels;

export function kernelsOf(task: TaskName): readonly KernelName[] {
  return table[task] ?? [];
}
