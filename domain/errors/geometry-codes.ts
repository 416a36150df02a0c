/** Failures of triangulating, gridding, contouring and measuring volumes. */
export const geometryErrorCodes = [
  'geometry.base-off-surface',
  'geometry.breakline-crossing',
  'geometry.collinear',
  'geometry.grid-too-large',
  'geometry.levels-invalid',
  'geometry.no-overlap',
  'geometry.not-finite',
  'geometry.polygon-invalid',
  'geometry.too-few-points',
  'geometry.too-large',
] as const;
