/** Failures of reading a KML or KMZ file, and what is told of one that was read. */
export const kmlErrorCodes = [
  'kml.bad-coordinates',
  'kml.external-styles',
  'kml.ground-overlay',
  'kml.heights-left-out',
  'kml.holes-left-out',
  'kml.no-kml',
  'kml.not-kml',
  'kml.other-files',
  'kml.relative-heights',
  'kml.skipped',
  'kml.track-times',
  'kml.without-extent',
  'kml.without-geometry',
] as const;
