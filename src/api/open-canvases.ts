const lockName = (pk: number): string => `canvas-${pk}`;

/**
 * Announces to every tab of this browser that a project's canvas is open, until the returned function is called or the tab
 * goes away. Without the lock manager, which pages have at secure addresses only, nothing is reported.
 */
export function holdCanvas(pk: number): () => void {
  const release = new AbortController();
  const released = new Promise<void>((resolve) => {
    release.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // Shared locks wait for nobody, so this request cannot be refused; it ends with `released`.
  void navigator.locks?.request(lockName(pk), { mode: 'shared' }, () => released);
  return () => release.abort();
}

/** Whether a tab of this browser shows the project's canvas. */
export async function isCanvasOpen(pk: number): Promise<boolean> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return held.some((lock) => lock.name === lockName(pk));
}
