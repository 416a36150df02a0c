/** A queue by priority, then order of arrival; small enough that a linear insert is the simplest right thing. */
export interface CallQueue<T> {
  readonly length: number;
  push(item: T, priority: number): void;
  shift(): T | undefined;
  /** Takes an item out; false where it is not waiting any more. */
  remove(item: T): boolean;
}

export function createCallQueue<T>(): CallQueue<T> {
  const entries: { item: T; priority: number }[] = [];
  return {
    get length() {
      return entries.length;
    },
    push(item, priority) {
      let at = entries.length;
      while (at > 0 && (entries[at - 1]?.priority ?? 0) < priority) at--;
      entries.splice(at, 0, { item, priority });
    },
    shift: () => entries.shift()?.item,
    remove(item) {
      const at = entries.findIndex((entry) => entry.item === item);
      if (at < 0) return false;
      entries.splice(at, 1);
      return true;
    },
  };
}
