import { clamp } from '#domain/math/clamp.ts';
import type { ReportCamera } from './photo-report.ts';

const strong = 0.9;
const maxDigits = 8;

/** Decimals of a parameter: two significant digits of its standard deviation; four without one. */
export function parameterDigits({ sigma }: { readonly sigma: number | null }): number {
  if (sigma === null || !(sigma > 0)) return 4;
  return clamp(1 - Math.floor(Math.log10(sigma)), 0, maxDigits);
}

/** Pairs of parameters whose correlation is above 0.9 in size, the strongest first. */
export function correlatedPairs(
  correlations: ReportCamera['correlations'],
): { readonly a: string; readonly b: string; readonly correlation: number }[] {
  if (correlations === null) return [];
  const { names, matrix } = correlations;
  const pairs = names.flatMap((a, row) =>
    names.slice(0, row).map((b, column) => ({ a: b, b: a, correlation: matrix[row]?.[column] ?? 0 })),
  );
  return pairs
    .filter(({ correlation }) => Math.abs(correlation) > strong)
    .sort((one, other) => Math.abs(other.correlation) - Math.abs(one.correlation));
}
