/** Failures and doubts of reading and writing the models of other programs. */
export const exchangeErrorCodes = [
  'exchange.row-broken',
  'exchange.camera-unsupported',
  'exchange.focals-differ',
  'exchange.focals-joined',
  'exchange.unknown-camera',
  'exchange.unknown-image',
  'exchange.unknown-feature',
  'exchange.empty',
  'exchange.truncated',
  'exchange.not-bundler',
] as const;
