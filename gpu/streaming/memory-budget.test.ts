import { describe, expect, it } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';

function createBudget(limit: number) {
  const evicted: string[] = [];
  const budget = new MemoryBudget(limit);
  const add = (key: string, bytes: number) => budget.add(key, bytes, () => evicted.push(key));
  return { budget, add, evicted };
}

describe('MemoryBudget', () => {
  it('drops the longest unused pieces first, and no more than needed', () => {
    const { budget, add, evicted } = createBudget(100);
    for (const key of ['a', 'b', 'c']) add(key, 40);
    budget.touch('a');
    budget.trim();
    expect(evicted).toEqual(['b']);
    expect(budget.bytes).toBe(80);
  });

  it('never drops what the frame used, even over the budget', () => {
    const { budget, add, evicted } = createBudget(50);
    add('a', 40);
    add('b', 40);
    budget.touch('a');
    budget.touch('b');
    budget.trim();
    expect(evicted).toEqual([]);
    budget.trim();
    expect(evicted).toEqual(['a']);
  });

  it('counts a piece once however often it is added, and not after removal', () => {
    const { budget, add, evicted } = createBudget(100);
    add('a', 40);
    add('a', 60);
    expect(budget.bytes).toBe(60);
    budget.remove('a');
    expect(budget.bytes).toBe(0);
    expect(evicted).toEqual([]);
  });
});
