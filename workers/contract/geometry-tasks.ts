/** Tasks of the geometry kernels: triangulation, gridding, contours, volumes. */
// biome-ignore lint/suspicious/noEmptyInterface: the first tasks of this area land with the kernels
export interface GeometryTasks {}
