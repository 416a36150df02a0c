/** Failures of products that are read again and compared with what went into them. */
export const productErrorCodes = [
  'product.nodes-unsound',
  'product.points-differ',
  'product.spool-differs',
  'product.unreadable',
] as const;
