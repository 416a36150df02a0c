/**
 * Runs `work` on the items, at most `width` at a time, and yields the results strictly in the items' order, so that
 * the output does not depend on the number of workers. Stops at the first failure.
 */
export async function inOrder<T, R>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
  handOn: (result: R, item: T) => void | Promise<void>,
): Promise<void> {
  const running: { item: T; result: Promise<R> }[] = [];
  const takeFirst = async () => {
    const first = running.shift();
    if (first) await handOn(await first.result, first.item);
  };
  try {
    for (const item of items) {
      if (running.length >= width) await takeFirst();
      const result = work(item);
      // Handled here, since it may fail before it is awaited; thrown when it is.
      result.catch(() => {});
      running.push({ item, result });
    }
    while (running.length > 0) await takeFirst();
  } finally {
    await Promise.allSettled(running.map((entry) => entry.result));
  }
}
