import type { ExchangeFeature } from './exchange-model.ts';

/** The first whole number above those that points have for names: where numbering goes on. */
export function firstFreeNumber(features: readonly ExchangeFeature[]): number {
  const numbers = features.map(({ kind, name = '' }) =>
    kind === 'point' && /^\d{1,9}$/.test(name) ? Number(name) : 0,
  );
  return numbers.reduce((most, value) => Math.max(most, value), 0) + 1;
}
