import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { CommandSource } from '../state/command-source.ts';
import type { Notice } from '../state/state.ts';
import type { Store } from './store.ts';

/** Notices with more of them; at most five, newest last. */
export function withNotices(
  notices: readonly Notice[],
  errors: readonly ErrorRecord[],
  source: CommandSource = 'panel',
): Notice[] {
  const first = (notices.at(-1)?.id ?? 0) + 1;
  return [...notices, ...errors.map((error, i) => ({ id: first + i, error, source }))].slice(-5);
}

/** Shows a failure until it is dismissed; at most five, newest last. */
export function addNotice(store: Store, error: ErrorRecord, source: CommandSource = 'program'): void {
  store.setStatus({ notices: withNotices(store.views.status.notices, [error], source) });
}
