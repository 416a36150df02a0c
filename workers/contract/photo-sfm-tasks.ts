import type { SfmProblem, SfmResult } from '#domain/photogrammetry/sfm/problem.ts';

/** Tasks on whole sets of photos: poses and tie points. */
export interface PhotoSfmTasks {
  /** Poses, cameras and tie points of all blocks that the verified pairs hold together; everything is copied. */
  'photo.reconstruct': { input: SfmProblem; output: SfmResult };
}
