import { below, type Change, type Mutation } from './change.ts';
import { randomChanges } from './random-changes.ts';
import { structuredChanges } from './structured-changes.ts';

/** Longest input that mutations grow to. */
export const maxMutatedBytes = 100_000;

/**
 * A copy of a valid input with one to four changes, random and structure-aware; deterministic for the same numbers from
 * `random`.
 */
export function mutate(
  inputs: readonly Uint8Array[],
  random: () => number,
): Mutation & { readonly input: number } {
  const input = below(random, inputs.length);
  let bytes = inputs[input]!.slice() as Uint8Array<ArrayBuffer>;
  const notes: string[] = [];
  const times = 1 + below(random, 4);
  for (let i = 0; i < times && bytes.length > 0; i++) {
    const changes: readonly Change[] = random() < 0.5 ? randomChanges : structuredChanges;
    const changed = changes[below(random, changes.length)]!(bytes, random, inputs);
    bytes = changed.bytes.slice(0, maxMutatedBytes);
    notes.push(changed.note);
  }
  return { bytes, note: notes.join('; '), input };
}
