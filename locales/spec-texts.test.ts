import { expect, it } from 'vitest';
import { referenceTexts } from './texts.ts';

/** Texts that the contract defines verbatim (spec part 2, section 8), at the beginning of a message or alone. */
it.each([
  ['api.project-not-found', 'Project not found.'],
  ['clean.desktop-only', 'Project cleaning is only supported on desktop.'],
  ['client.upload-failed', 'Request failed, {{status}}'],
  ['client.upload-timed-out', 'Request timed out.'],
  ['upload.no-marker', 'Malformed response: no NextPartNumberMarker.'],
  ['upload.malformed-part', 'Response malformed: missing part size or number.'],
  ['upload.needs-s3', 'Multipart upload requires S3 connection.'],
  ['upload.too-small-for-parts', 'File size ({{size}}) is too small for multipart upload (minimum 5MB).'],
  ['upload.too-large-for-put', 'File too large for non-multipart (limit 5GB).'],
  ['upload.check-failed', 'Success check failed after retry.'],
  ['store.no-region', 'Region is null.'],
  ['transform.settings-missing', 'Missing product transformation settings'],
] as const)('errors.%s says “%s”', (code, text) => {
  expect(referenceTexts[`errors.${code}`].slice(0, text.length)).toBe(text);
});

it.each([
  ['deleteProjectModal.failedToDelete', 'Failed to delete project.'],
  ['deleteProjectModal.failedToClean', 'Failed to partially delete project files.'],
  ['bundleAdjustmentError', 'An error occurred in the bundle adjustment.'],
  ['statusBanner.encounteredError', 'Project encountered an error'],
  ['handworkPage.correction.failed', 'Failed to start processing GCPs.'],
  ['retryTasks.failedWithError', 'failed with error'],
  ['retryTasks.timedOut', 'timed out'],
] as const)('%s says “%s”', (key, text) => {
  expect(referenceTexts[key]).toBe(text);
});

it('a TIFF that is not taken, and people who have no account, are told in the words of the contract', () => {
  expect(referenceTexts['errors.create.tiff']).toContain(
    'Tiff conversion is not supported on this platform.',
  );
  expect(referenceTexts['errors.share.unknown-users']).toContain('must be valid user');
  expect(referenceTexts['statusBanner.paused']).toContain('click to resume');
  expect(referenceTexts['statusBanner.contactSupport']).toMatch(/contact support if it persists/i);
});
