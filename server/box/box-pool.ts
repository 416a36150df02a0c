import { type Box, type BoxOptions, startBox } from './box.ts';

export interface BoxPoolOptions extends BoxOptions {
  /** Milliseconds that a process waits for another call before it is ended. */
  readonly idleMs?: number;
}

/** Boxes for short calls: one for each concurrent call; a process is reused while it lasts. */
export interface BoxPool extends Pick<Box, 'call'> {
  /** Ends the idle processes; busy ones end with their call. */
  close(): Promise<void>;
}

export function createBoxPool({ idleMs = 10_000, ...options }: BoxPoolOptions): BoxPool {
  const waiting = new Map<Box, NodeJS.Timeout>();
  const ending = new Set<Promise<void>>();
  let isClosed = false;
  const end = (box: Box) => {
    clearTimeout(waiting.get(box));
    waiting.delete(box);
    const ended = box.close().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const take = (): Box => {
    for (const [box, timer] of waiting) {
      clearTimeout(timer);
      waiting.delete(box);
      if (box.isAlive) return box;
    }
    return startBox(options);
  };
  return {
    call: async (...call) => {
      const box = take();
      try {
        return await box.call(...call);
      } finally {
        if (box.isAlive && !isClosed)
          waiting.set(
            box,
            setTimeout(() => end(box), idleMs),
          );
        else end(box);
      }
    },
    close: async () => {
      isClosed = true;
      for (const box of [...waiting.keys()]) end(box);
      await Promise.all(ending);
    },
  };
}
