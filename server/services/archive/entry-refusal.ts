import type { RefusalReason } from '#contract/schemas/archive.ts';
import { EntryFault } from '#workers/io/read-zip-entry.ts';

/** Why an entry is left out although its bytes may be intact. */
export class EntryRefusal extends Error {
  override readonly name = 'EntryRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Why an error leaves an entry out; null for errors that do not concern the entry. */
export function refusalOf(error: unknown): RefusalReason | null {
  return error instanceof EntryFault || error instanceof EntryRefusal ? error.reason : null;
}
