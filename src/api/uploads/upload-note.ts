import { type Edition, hasFeature } from '#contract/editions.ts';
import { uploadRules } from '#contract/limits.ts';
import type { Upload } from './upload-list.ts';

/** Key of the text about an upload that is held up; null for others. */
export function noteOfUpload(
  upload: Readonly<Upload>,
  edition: Edition,
): 'uploads.checking' | 'uploads.stalled' | 'uploads.stalledDesktop' | 'uploads.waiting' | null {
  if (upload.status === 'error') return null;
  if (upload.phase === 'waiting') return 'uploads.waiting';
  if (upload.phase === 'checking') return 'uploads.checking';
  if (upload.bytesPerSecond === null || upload.bytesPerSecond >= uploadRules.slowBelow) return null;
  return hasFeature(edition, 'keepBrowserOpen') ? 'uploads.stalled' : 'uploads.stalledDesktop';
}
