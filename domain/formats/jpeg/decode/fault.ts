import type { ErrorParams } from '../../../errors/app-error.ts';
import type { Reason } from '../../../errors/reason.ts';

/** Why a JPEG cannot be decoded; the caller adds the file and the position. */
export class JpegFault extends Error {
  readonly kind: 'damaged' | 'unsupported';
  readonly reason: Reason;

  constructor(kind: 'damaged' | 'unsupported', reason: string, values: ErrorParams = {}) {
    super(reason);
    this.kind = kind;
    this.reason = { ...values, reason };
  }
}
