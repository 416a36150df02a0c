/** Prevents two pages of one browser from sending the files of a project at once. */
export interface UploadLock {
  /** Whether some page of this browser sends them now. */
  isHeld(pk: number): Promise<boolean>;
  /** Runs `work` alone, when the page that holds the lock is done or closed. Rejects with the signal's reason. */
  hold(pk: number, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
}

const lockName = (pk: number) => `plumbline-upload-${pk}`;

/**
 * Locks of the browser, which end with the page that holds them. Pages without TLS have none: there every page sends,
 * and duplicates are identical.
 */
export function createUploadLock(manager: LockManager | undefined): UploadLock {
  if (manager === undefined) return { isHeld: async () => false, hold: (_pk, _signal, work) => work() };
  return {
    isHeld: async (pk) => {
      const { held } = await manager.query();
      return held?.some((lock) => lock.name === lockName(pk)) ?? false;
    },
    hold: (pk, signal, work) => manager.request(lockName(pk), { signal }, work),
  };
}
