import type { ErrorParams } from './app-error.ts';

/**
 * Why something failed, to be spread into the parameters of an error: the code of a text `reasons.<code>`, and the values
 * that this text speaks of.
 */
export type Reason = ErrorParams & { readonly reason: string };
