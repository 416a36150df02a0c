/** Tasks that decode and encode file formats (point clouds, rasters). */
// biome-ignore lint/suspicious/noEmptyInterface: the first tasks of this area land with the LAZ codec
export interface FormatTasks {}
