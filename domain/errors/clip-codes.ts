/** Failures of copying and pasting features, and what pasting tells. */
export const clipErrorCodes = [
  'clip.not-features',
  'clip.too-new',
  'clip.too-large',
  'clip.refused',
  'clip.unreadable',
  'clip.unit-unknown',
  'clip.transformed',
  'clip.scaled',
  'clip.heights-scaled',
  'clip.system-unknown',
  'clip.layers-kept',
  'clip.codes-kept',
] as const;
