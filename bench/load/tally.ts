import type { Answer } from './ask.ts';

/** Requests of one kind: what they took in milliseconds, and what failed in words. */
export interface Kind {
  readonly name: string;
  readonly ms: readonly number[];
  readonly failures: readonly string[];
}

/** Collects what requests took, by kind. */
export interface Tally {
  /** Records a response, or that none came, and returns it; null where it was no success. */
  note(kind: string, asked: Promise<Answer>): Promise<Answer | null>;
  kinds(): Kind[];
}

const isSuccess = (status: number): boolean => (status >= 200 && status < 300) || status === 304;

/** An empty tally. */
export function createTally(): Tally {
  const kinds = new Map<string, { ms: number[]; failures: string[] }>();
  const open = (kind: string) => {
    const found = kinds.get(kind) ?? { ms: [], failures: [] };
    kinds.set(kind, found);
    return found;
  };
  return {
    note: async (kind, asked) => {
      try {
        const answer = await asked;
        const { ms, failures } = open(kind);
        ms.push(answer.ms);
        if (isSuccess(answer.status)) return answer;
        failures.push(`${answer.status} ${answer.body.subarray(0, 120).toString('utf8')}`);
      } catch (error) {
        open(kind).failures.push(String(error));
      }
      return null;
    },
    kinds: () => [...kinds].map(([name, found]) => ({ name, ...found })),
  };
}

/** The value below which a share (0–1) of the values is; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
