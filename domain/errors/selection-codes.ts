/** Failures of selecting features. */
export const selectionErrorCodes = ['selection.value-empty', 'selection.number-needed'] as const;
