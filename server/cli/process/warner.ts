import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { describeRecord, translate } from '../../messages.ts';
import type { CommandContext } from '../command.ts';

/** Prints warnings as they become known, each once. */
export interface Warner {
  tell(records: readonly ErrorRecord[]): void;
}

/** So many of one kind are printed; the report holds them all. */
const shownOfKind = 5;

/** Prints each record once, whenever it is reported, and of one kind only the first ones and how many more there are. */
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
