import { describe, expect, it } from 'vitest';
import { chooseTask } from './claim.ts';

const candidate = (pk: number, needMib: number, waitedMs = 0) => ({ pk, needMib, waitedMs });
const choose = (candidates: ReturnType<typeof candidate>[], freeMib: number, isIdle = false) =>
  chooseTask(candidates, { freeMib, isIdle })?.pk ?? null;

describe('the task that a machine takes', () => {
  it('is the first that it has memory for', () => {
    expect(choose([candidate(1, 500), candidate(2, 100)], 600)).toBe(1);
    expect(choose([candidate(1, 500), candidate(2, 100)], 300)).toBe(2);
    expect(choose([candidate(1, 500), candidate(2, 400)], 300)).toBeNull();
    expect(choose([], 300, true)).toBeNull();
  });

  it('may need more than the machine has where nothing else runs', () => {
    expect(choose([candidate(1, 9000)], 4000, true)).toBe(1);
    expect(choose([candidate(1, 9000)], 4000)).toBeNull();
  });

  it('is none while the machine is emptied for one that has waited long', () => {
    expect(choose([candidate(1, 500, 400_000), candidate(2, 100)], 300)).toBeNull();
    expect(choose([candidate(1, 500, 200_000), candidate(2, 100)], 300)).toBe(2);
  });
});
