/** Failures of reading and writing files and addresses, of any format. */
export const ioErrorCodes = [
  'io.not-found',
  'io.denied',
  'io.not-a-file',
  'io.read-failed',
  'io.write-failed',
  'io.disk-full',
  'io.no-range',
  'io.http-status',
  'io.unreachable',
  'io.changed',
  'io.unknown-format',
] as const;
