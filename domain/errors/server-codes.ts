/** Failures of the HTTP interface, whoever calls it. */
const apiErrorCodes = [
  'api.bad-request',
  'api.email-unverified',
  'api.forbidden',
  'api.internal',
  'api.invalid-field',
  'api.login-failed',
  'api.not-found',
  'api.origin-refused',
  'api.project-not-found',
  'api.project-state',
  'api.too-large',
  'api.too-many-requests',
  'api.unauthenticated',
  'api.wrong-edition',
] as const;

/** Failures of the database, its supervisor and the start and stop of the server. */
const startErrorCodes = [
  'db.binaries-missing',
  'db.init-failed',
  'db.in-use',
  'db.lost',
  'db.migration-changed',
  'db.migration-failed',
  'db.no-unprivileged-user',
  'db.not-running',
  'db.start-failed',
  'db.unreachable',
  'server.address-in-use',
  'server.bad-option',
  'server.web-missing',
] as const;

/** Failures of the object store, uploads, drawings and jobs. */
const dataErrorCodes = [
  'clean.already-cleaned',
  'clean.desktop-only',
  'clean.not-safe',
  'clean.nothing-selected',
  'disk-export.full',
  'disk-export.no-folder',
  'disk-export.outside-folder',
  'disk-export.unknown-name',
  'drawing.conflict',
  'drawing.too-large',
  'job.failed',
  'job.lease-lost',
  'job.timed-out',
  'share.other-domain',
  'share.owner',
  'share.unknown-users',
  'store.disk-full',
  'store.not-found',
  'store.quota',
  'store.unsafe-key',
  'tif.no-orthoimage',
  'tif.not-ready',
  'upload.incomplete',
  'upload.part-invalid',
  'upload.part-missing',
  'upload.size-mismatch',
  'upload.unexpected',
  'upload.unknown',
] as const;

/** Every code of the server's rooms. */
export const serverErrorCodes = [...apiErrorCodes, ...startErrorCodes, ...dataErrorCodes] as const;
