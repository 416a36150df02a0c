/**
 * Who processes photos. `builtin`: everything here. `colmap`: poses by COLMAP, the rest here. `nodeodm`: a NodeODM
 * service makes orthophoto and cloud.
 */
export const photoEngines = ['builtin', 'colmap', 'nodeodm'] as const;

export type PhotoEngine = (typeof photoEngines)[number];
