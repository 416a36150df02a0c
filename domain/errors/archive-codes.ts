/** Why a project cannot be exported as an archive, or an archive cannot become a project. */
export const archiveErrorCodes = [
  'archive.bad-manifest',
  'archive.busy',
  'archive.changed',
  'archive.damaged-product',
  'archive.drawing-not-applied',
  'archive.failed-before',
  'archive.interrupted',
  'archive.no-manifest',
  'archive.not-an-archive',
  'archive.not-project',
  'archive.nothing-whole',
  'archive.partial',
  'archive.too-many-entries',
  'archive.too-new',
] as const;
