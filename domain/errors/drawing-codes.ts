/** Failures of the drawing document and of the editor that works on it. */
export const drawingErrorCodes = [
  'drawing.not-a-document',
  'drawing.too-new',
  'drawing.bad-record',
  'drawing.unknown-feature',
  'drawing.unknown-layer',
  'drawing.unknown-view',
  'drawing.too-few-vertices',
  'drawing.last-layer',
  'editor.no-surface',
  'editor.area-too-large',
  'editor.profile-too-long',
  'editor.profile-no-length',
  'editor.nothing-selected',
  'editor.nothing-to-export',
  'editor.command-failed',
  'editor.unit-unknown',
] as const;
