import { z } from 'zod';
import { limits } from '../limits.ts';

const uploadId = z.string().min(1).max(2048);

/**
 * What a client may do with one object of an S3-compatible store: send it whole, open an upload in parts, send a
 * part, list the parts after `marker`, complete the upload, give it up.
 */
export const storeCall = z.discriminatedUnion('call', [
  z.object({ call: z.literal('put') }),
  z.object({ call: z.literal('open') }),
  z.object({
    call: z.literal('part'),
    upload_id: uploadId,
    part_number: z.number().int().min(1).max(limits.uploadParts),
  }),
  z.object({ call: z.literal('list'), upload_id: uploadId, marker: z.number().int().nonnegative() }),
  z.object({ call: z.literal('complete'), upload_id: uploadId }),
  z.object({ call: z.literal('abort'), upload_id: uploadId }),
]);

export type StoreCall = z.output<typeof storeCall>;

/** Where a call goes: method, address and headers, which must be sent as they are. */
export const signedCall = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
});

export type SignedCall = z.output<typeof signedCall>;

/** Method and query of a call, the same for every store that speaks S3's multipart calls. */
export function describeStoreCall(call: StoreCall): {
  readonly method: SignedCall['method'];
  readonly query: Readonly<Record<string, string>>;
} {
  switch (call.call) {
    case 'put':
      return { method: 'PUT', query: {} };
    case 'open':
      return { method: 'POST', query: { uploads: '' } };
    case 'part':
      return {
        method: 'PUT',
        query: { partNumber: String(call.part_number), uploadId: call.upload_id },
      };
    case 'list':
      return {
        method: 'GET',
        query: {
          uploadId: call.upload_id,
          'part-number-marker': String(call.marker),
          'max-parts': String(limits.uploadPartsPage),
        },
      };
    case 'complete':
      return { method: 'POST', query: { uploadId: call.upload_id } };
    case 'abort':
      return { method: 'DELETE', query: { uploadId: call.upload_id } };
  }
}
