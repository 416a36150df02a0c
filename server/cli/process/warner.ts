import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { describeRecord, translate } from '../../messages.ts';
import type { CommandContext } from '../command.ts';

/** Prints warnings when they are reported, each once. */
export interface Warner {
  tell(records: readonly ErrorRecord[]): void;
}

/** Number printed of one kind; the report holds all. */
const shownOfKind = 5;

/** Prints each record once. Of one kind it prints the first ones and the number of the others. */
export function createWarner({ warn, progress }: Pick<CommandContext, 'warn' | 'progress'>): Warner {
  const told = new Set<string>();
  return {
    tell(records) {
      const fresh = new Map<string, ErrorRecord[]>();
      for (const record of records) {
        const key = JSON.stringify(record);
        if (told.has(key)) continue;
        told.add(key);
        fresh.set(record.code, [...(fresh.get(record.code) ?? []), record]);
      }
      if (fresh.size > 0) progress.clear();
      for (const kind of fresh.values()) {
        for (const record of kind.slice(0, shownOfKind)) warn(describeRecord(record));
        const more = kind.length - shownOfKind;
        if (more > 0) warn(translate('cli.process.more-warnings', { count: more }));
      }
    },
  };
}
