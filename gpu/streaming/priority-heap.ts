/** A queue ordered by highest priority; O(log n) per operation. */
export class PriorityHeap<T> {
  readonly #items: { priority: number; value: T }[] = [];

  get size(): number {
    return this.#items.length;
  }

  push(priority: number, value: T): void {
    const items = this.#items;
    let at = items.push({ priority, value }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (items[parent]!.priority >= priority) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = { priority, value };
  }

  pop(): { priority: number; value: T } | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (!top || !last || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && items[child + 1]!.priority > items[child]!.priority) child++;
      if (items[child]!.priority <= last.priority) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return top;
  }
}
