/** Why files cannot become a project. */
export const createErrorCodes = [
  'create.not-lidar',
  'create.no-points',
  'create.mixed-files',
  'create.only-prj',
  'create.not-survey',
  'create.too-few-images',
  'create.too-many-images',
  'create.too-many-lidar',
  'create.same-name',
  'create.tiff',
] as const;
