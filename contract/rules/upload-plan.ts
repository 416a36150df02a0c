import { limits, uploadPartSize } from '../limits.ts';

/** How a file goes up. `form`: one form POST; `put`: one PUT; `parts`: `count` parts of `partSize` bytes, the last smaller. */
export type UploadPlan =
  | { readonly kind: 'form' }
  | { readonly kind: 'put' }
  | { readonly kind: 'parts'; readonly partSize: number; readonly count: number };

/**
 * The rules of spec part 2, section 5: in parts from 5 MiB and a whole part on, at most 10,000 parts (parts grow with
 * the file, so this never limits); otherwise whole. The local store takes a form, and parts only above 64 MiB, since
 * one POST cannot resume.
 */
export function planUpload(size: number, isLocal: boolean): UploadPlan {
  const partSize = uploadPartSize(size);
  const minSize = isLocal ? limits.singleUpload + 1 : Math.max(limits.uploadPartMin, partSize);
  const count = Math.ceil(size / partSize);
  if (size >= minSize && count <= limits.uploadParts) return { kind: 'parts', partSize, count };
  return { kind: isLocal ? 'form' : 'put' };
}
