/** Failures and doubts of reading and writing LandXML. */
export const landxmlErrorCodes = [
  'landxml.bad-face',
  'landxml.bad-point',
  'landxml.geometry-unreadable',
  'landxml.heights-left-out',
  'landxml.left-out',
  'landxml.no-surface',
  'landxml.no-unit',
  'landxml.not-landxml',
  'landxml.points-missing',
  'landxml.spirals-as-chords',
  'landxml.spirals-as-clothoids',
  'landxml.surface-missing',
] as const;
