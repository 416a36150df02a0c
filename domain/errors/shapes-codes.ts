/** Why the crop bounds, ortho crops and flatten areas of a drawing cannot be applied to a product. */
export const shapesErrorCodes = [
  'shapes.none',
  'shapes.crosses-itself',
  'shapes.no-area',
  'shapes.no-heights',
  'shapes.nothing-left',
  'shapes.other-system',
  'shapes.not-ready',
] as const;
