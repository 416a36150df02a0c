/** Failures and doubts of ground control files. */
export const controlErrorCodes = [
  'control.no-points',
  'control.bad-json',
  'control.bad-row',
  'control.bad-sigma',
  'control.unknown-type',
  'control.duplicate-mark',
  'control.label-twice',
  'control.latitude-first',
  'control.no-position',
  'control.absent-photo',
  'control.ambiguous-photo',
  'control.bars-header',
  'control.bad-bar',
  'control.unknown-bar',
] as const;
