/** Format of the scene's colour before the post pass. */
export const sceneFormat: GPUTextureFormat = 'rgba8unorm';
export const depthFormat: GPUTextureFormat = 'depth32float';
/** Format of the pick target: draw id and element index. */
export const pickFormat: GPUTextureFormat = 'rg32uint';
/** Format of the mask of holes under outer skirts. */
export const holesFormat: GPUTextureFormat = 'r8unorm';
