import { randomBytes } from 'node:crypto';

/** A short number of a log entry with details that people are not shown. */
export const makeLogNumber = (): string => randomBytes(5).toString('hex');
