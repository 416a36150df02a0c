import type { Clock } from '../ports/clock.ts';
import type { Store } from '../store/store.ts';

/** Time without edits before the section is updated, ms. */
const followDelayMs = 200;

/** Callbacks for changes of a profile's line. */
interface LineEvents {
  /** The line was edited, and has not changed since for the delay. */
  changed(): void;
  /** The line is no longer in the drawing. */
  removed(): void;
}

/** Watches the line that the profile is cut along. Returns a disposer. */
export function followProfileLine(
  { views, onDocumentChange }: Pick<Store, 'views' | 'onDocumentChange'>,
  clock: Clock,
  events: LineEvents,
): () => void {
  let cancel: (() => void) | null = null;
  const stop = onDocumentChange(({ features }) => {
    const { profile } = views.workspace;
    if (profile === null || !features.has(profile.featureId)) return;
    cancel?.();
    cancel = null;
    if (views.document.features[profile.featureId] === undefined) events.removed();
    else cancel = clock.after(followDelayMs, events.changed);
  });
  return () => {
    stop();
    cancel?.();
  };
}
