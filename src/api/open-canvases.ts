const lockName = (pk: number): string => `canvas-${pk}`;

/**
 * Announces to every tab of this browser that a project's canvas is open, until the returned disposer is called or the
 * tab is closed. Without the lock manager, which requires a secure context, nothing is announced.
 */
export function holdCanvas(pk: number): () => void {
  const release = new AbortController();
  const released = new Promise<void>((resolve) => {
    release.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // Shared locks never conflict, so this request is always granted; it ends with `released`.
  void navigator.locks?.request(lockName(pk), { mode: 'shared' }, () => released);
  return () => release.abort();
}

/** Whether a tab of this browser shows the project's canvas. */
export async function isCanvasOpen(pk: number): Promise<boolean> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return held.some((lock) => lock.name === lockName(pk));
}
