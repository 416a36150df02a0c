/** Runs a fixed number of operations at a time; the others are queued. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export function createGate(places: number): Gate {
  let free = places;
  const line: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else free++;
    }
  };
}
