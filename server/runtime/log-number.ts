import { randomBytes } from 'node:crypto';

/** A short number under which a log has what people are not told. */
export const makeLogNumber = (): string => randomBytes(5).toString('hex');
