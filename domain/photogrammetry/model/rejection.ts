import type { ErrorRecord } from '../../errors/app-error.ts';
import { type ErrorCode, errorCodes } from '../../errors/codes.ts';
import type { RejectedPhoto } from './reconstruction.ts';

const known: ReadonlySet<string> = new Set(errorCodes);

function codeOf({ reason, params }: RejectedPhoto): ErrorCode {
  const { code } = params;
  if (typeof code === 'string' && known.has(code)) return code as ErrorCode;
  return reason === 'unreadable' ? 'photo.corrupt' : `photo.${reason}`;
}

/** Why a photo was left out, in the form of errors, so that its text is one of theirs. */
export function rejectionRecord(rejected: RejectedPhoto): ErrorRecord {
  return { code: codeOf(rejected), params: { file: rejected.name, ...rejected.params } };
}
