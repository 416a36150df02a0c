import { z } from 'zod';
import { type ErrorCode, errorCodes } from '#domain/errors/codes.ts';

/**
 * Body of every response that is not 2xx. `message` and `error_message` are the same English text, for clients that
 * show it; ours translate `errors.<code>` with `params`.
 */
export const apiError = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  requestId: z.string(),
  message: z.string(),
  error_message: z.string(),
  /** With `drawing.conflict`: the newer document, so that the client need not ask again. */
  current: z.unknown().optional(),
});

export type ApiError = z.output<typeof apiError>;

/** Narrows a code received from a server, which may be of another version. */
export function isErrorCode(code: string): code is ErrorCode {
  return (errorCodes as readonly string[]).includes(code);
}

const statuses: Partial<Record<ErrorCode, number>> = {
  'account.code-wrong': 400,
  'account.link-expired': 410,
  'account.password-needed': 403,
  'account.unfinished': 403,
  'api.bad-request': 400,
  'api.email-unverified': 403,
  'api.forbidden': 403,
  'api.invalid-field': 400,
  'api.login-failed': 403,
  'api.not-found': 404,
  'api.origin-refused': 403,
  'api.project-not-found': 404,
  'api.project-state': 409,
  'api.too-large': 413,
  'api.too-many-requests': 429,
  'api.unauthenticated': 401,
  'api.wrong-edition': 404,
  'archive.busy': 409,
  'clean.already-cleaned': 409,
  'clean.desktop-only': 403,
  'clean.not-safe': 409,
  'clean.nothing-selected': 400,
  'crs.epsg-unknown': 404,
  'crs.method-unsupported': 409,
  'crs.transform-unavailable': 409,
  'db.too-slow': 503,
  'disk-export.bad-path': 400,
  'disk-export.full': 507,
  'disk-export.no-folder': 409,
  'disk-export.outside-folder': 403,
  'disk-export.unknown-name': 404,
  'drawing.bad-operation': 400,
  'drawing.conflict': 409,
  'drawing.not-found': 404,
  'drawing.too-large': 413,
  'engine.not-configured': 400,
  'engine.program-missing': 400,
  'license.required': 403,
  'mail.not-sent': 502,
  'photo.corrupt': 422,
  'photo.too-large': 422,
  'photo.too-much-memory': 422,
  'photo.too-slow': 422,
  'photo.too-many-scans': 422,
  'photo.unsupported': 422,
  'projects-folder.cannot-open': 409,
  'overviews.no-raster': 404,
  'overlay.damaged-upload': 422,
  'overlay.too-many-images': 409,
  'overviews.not-ready': 409,
  'projects-folder.inside-data': 400,
  'projects-folder.missing': 400,
  'projects-folder.none': 409,
  'projects-folder.not-a-folder': 400,
  'projects-folder.not-writable': 400,
  'projects-folder.relative': 400,
  'share.other-domain': 400,
  'share.owner': 400,
  'share.unknown-users': 400,
  'store.disk-full': 507,
  'store.not-found': 404,
  'store.quota': 507,
  'store.refused': 502,
  'store.unreachable': 503,
  'store.unsafe-key': 400,
  'tif.no-orthoimage': 404,
  'tif.not-ready': 409,
  'transform.height-unit-unknown': 409,
  'transform.local-system': 409,
  'transform.no-original': 404,
  'transform.not-projected': 400,
  'transform.original-not-finished': 409,
  'transform.owner-only': 403,
  'transform.product-exists': 409,
  'transform.product-exists-pixel-size': 409,
  'transform.settings-missing': 400,
  'transform.source-cleaned': 409,
  'transform.system-unsupported': 409,
  'transform.unit-mismatch': 400,
  'transform.vertical-datum': 409,
  'upload.incomplete': 409,
  'upload.larger-than-announced': 413,
  'upload.needs-s3': 409,
  'upload.part-invalid': 400,
  'upload.part-missing': 400,
  'upload.signed-only': 409,
  'upload.size-mismatch': 409,
  'upload.too-large-for-put': 413,
  'upload.too-small-for-parts': 400,
  'upload.unexpected': 409,
  'upload.unknown': 404,
  'upload.wrong-kind': 422,
  'usage.used-up': 402,
};

/** Areas of errors that are the server's fault, for any request. */
const serverAreas: readonly string[] = ['db', 'io', 'job', 'license', 'server', 'task'];

/**
 * HTTP status of an error code: without one of its own 500 where the fault is the server's, else 409, since the
 * request conflicts with the current state.
 */
export function httpStatus(code: ErrorCode): number {
  const stated = statuses[code];
  if (stated !== undefined) return stated;
  return code === 'api.internal' || serverAreas.includes(code.split('.')[0]!) ? 500 : 409;
}
