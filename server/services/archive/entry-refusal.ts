import type { RefusalReason } from '#contract/schemas/archive.ts';
import { EntryFault } from '#workers/io/read-zip-entry.ts';

/** Why an entry is left out whose bytes may be whole. */
export class EntryRefusal extends Error {
  override readonly name = 'EntryRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Why an error leaves an entry out; null for errors that say nothing about the entry. */
export function refusalOf(error: unknown): RefusalReason | null {
  return error instanceof EntryFault || error instanceof EntryRefusal ? error.reason : null;
}
