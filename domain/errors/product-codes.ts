/** Failures of products that are read again and compared with what went into them. */
export const productErrorCodes = [
  'product.bytes-differ',
  'product.levels-differ',
  'product.lines-differ',
  'product.mesh-differs',
  'product.nodes-unsound',
  'product.no-report',
  'product.no-sums',
  'product.not-listed',
  'product.pixels-differ',
  'product.points-differ',
  'product.report-taken',
  'product.spool-differs',
  'product.unreadable',
] as const;
