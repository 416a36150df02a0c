/** A limit of concurrent work, with a share for each key. */
export interface Lanes {
  /** Runs work when there is a free place; errors are its own. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** `total` places together, of which work of one key holds `each` at most; first in, first out. */
export function createLanes(total: number, each: number): Lanes {
  const busy = new Map<string, number>();
  const waiting: { readonly key: string; start(): void }[] = [];
  let taken = 0;
  const hasPlace = (key: string) => taken < total && (busy.get(key) ?? 0) < each;
  const take = (key: string) => {
    taken++;
    busy.set(key, (busy.get(key) ?? 0) + 1);
  };
  const leave = (key: string) => {
    taken--;
    const left = busy.get(key)! - 1;
    if (left > 0) busy.set(key, left);
    else busy.delete(key);
    const next = waiting.findIndex((other) => hasPlace(other.key));
    if (next < 0) return;
    const [entry] = waiting.splice(next, 1);
    take(entry!.key);
    entry!.start();
  };
  return {
    async run(key, work) {
      if (hasPlace(key)) take(key);
      else await new Promise<void>((start) => waiting.push({ key, start }));
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
