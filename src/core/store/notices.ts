import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { CommandSource } from '../state/command-source.ts';
import type { Store } from './store.ts';

/** Shows a failure until it is dismissed; at most five, newest last. */
export function addNotice(store: Store, error: ErrorRecord, source: CommandSource = 'program'): void {
  const notices = store.views.status.notices;
  const id = (notices.at(-1)?.id ?? 0) + 1;
  store.setStatus({ notices: [...notices.slice(-4), { id, error, source }] });
}
