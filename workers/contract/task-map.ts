import type { CloudTasks } from './cloud-tasks.ts';
import type { ComputeTasks } from './compute-tasks.ts';
import type { DrawingTasks } from './drawing-tasks.ts';
import type { FormatTasks } from './format-tasks.ts';
import type { GeometryTasks } from './geometry-tasks.ts';
import type { OverlayTasks } from './overlay-tasks.ts';
import type { PhotoAdjustTasks } from './photo-adjust-tasks.ts';
import type { PhotoAssessTasks } from './photo-assess-tasks.ts';
import type { PhotoDecodeTasks } from './photo-decode-tasks.ts';
import type { PhotoDenseTasks } from './photo-dense-tasks.ts';
import type { PhotoOrthoTasks } from './photo-ortho-tasks.ts';
import type { PhotoSfmTasks } from './photo-sfm-tasks.ts';
import type { PhotoTasks } from './photo-tasks.ts';
import type { RasterTasks } from './raster-tasks.ts';
import type { SimulationTasks } from './simulation-tasks.ts';
import type { ViewTasks } from './view-tasks.ts';

/** One entry of the task map: plain data in, plain data out. */
export interface TaskShape {
  input: unknown;
  output: unknown;
}

/**
 * Every task that a worker can run, by name. An area adds its own map in its own file
 * (`format-tasks.ts`, `geometry-tasks.ts`, …) and its handlers under `workers/tasks/<area>/`.
 */
export interface TaskMap
  extends CloudTasks,
    ComputeTasks,
    DrawingTasks,
    FormatTasks,
    GeometryTasks,
    OverlayTasks,
    PhotoAdjustTasks,
    PhotoAssessTasks,
    PhotoDecodeTasks,
    PhotoDenseTasks,
    PhotoOrthoTasks,
    PhotoSfmTasks,
    PhotoTasks,
    RasterTasks,
    SimulationTasks,
    ViewTasks {}

export type TaskName = keyof TaskMap;
export type TaskInput<N extends TaskName> = TaskMap[N]['input'];
export type TaskOutput<N extends TaskName> = TaskMap[N]['output'];

/** Progress of a running task: fraction from 0 to 1 and the key of the text that says what it does. */
export interface TaskProgress {
  fraction: number;
  stage: string;
}
