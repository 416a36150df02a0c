/** Names of the files that terrain is written to, in the output folder. */
export const terrainFiles = {
  elevation: 'elevation-model.tif',
  support: 'elevation-support.tif',
  surface: 'surface-model.tif',
  surfaceSupport: 'surface-support.tif',
  elevationImage: 'elevation-model.png',
  surfaceImage: 'surface-model.png',
  hillshade: 'hillshade.png',
  thumbnail: 'thumbnail.png',
} as const;
