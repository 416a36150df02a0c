/** Failures of reading a LandXML surface. */
export const landxmlErrorCodes = [
  'landxml.bad-face',
  'landxml.bad-point',
  'landxml.no-surface',
  'landxml.not-landxml',
  'landxml.surface-missing',
] as const;
