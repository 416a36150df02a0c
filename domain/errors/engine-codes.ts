/** Failures of programs and services that process photos in our place. */
export const engineErrorCodes = [
  'engine.bad-address',
  'engine.unreachable',
  'engine.refused',
  'engine.bad-answer',
  'engine.failed',
  'engine.cancelled',
  'engine.bad-archive',
  'engine.no-products',
  'engine.program-missing',
  'engine.program-failed',
  'engine.not-configured',
  'engine.no-model',
  'engine.options-left',
  'engine.cameras-left',
  'engine.control-left',
] as const;
