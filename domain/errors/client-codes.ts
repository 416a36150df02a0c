/** Failures that the page meets when it talks to the server. */
export const clientErrorCodes = [
  'client.unreachable',
  'client.bad-answer',
  'client.http-status',
  'client.upload-failed',
  'client.upload-stopped',
  'client.upload-timed-out',
  'client.upload-too-large',
  'client.upload-unreadable',
] as const;
