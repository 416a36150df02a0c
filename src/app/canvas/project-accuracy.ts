import { z } from 'zod';
import type { KnownAccuracy } from '#core/ports/surface.ts';

/** Minimum number of checkpoints that represent all heights. */
const minCheckpoints = 3;

/** The parts of a project's report that the canvas reads: of lidar, of photos or of a service. */
const report = z.object({
  crs: z.object({ isArbitrary: z.boolean().optional() }).optional(),
  checkpoints: z
    .object({ accuracy: z.object({ verticalCount: z.number(), rmseZ: z.number() }).nullish() })
    .optional(),
  dense: z.object({ sigmaM: z.number().nullish() }).nullish(),
});

/**
 * Accuracy of a project's heights by its report: the RMSE at three checkpoints or more, else the median over the points
 * of its dense cloud; null where it states neither, and where its scale is arbitrary.
 * @param metres in a horizontal unit of the project
 */
export function accuracyOf(read: unknown, metres: number): KnownAccuracy | null {
  const { crs, checkpoints, dense } = report.parse(read);
  if (crs?.isArbitrary) return null;
  const tested = checkpoints?.accuracy;
  if (tested && tested.verticalCount >= minCheckpoints) {
    return { source: 'checkpoints', sigma: tested.rmseZ / metres, count: tested.verticalCount };
  }
  const sigmaM = dense?.sigmaM ?? null;
  return sigmaM === null ? null : { source: 'cloud', sigma: sigmaM / metres, count: 0 };
}

async function readReport(url: string, metres: number, signal: AbortSignal): Promise<KnownAccuracy | null> {
  const answer = await fetch(url, { signal, credentials: 'include' });
  return answer.ok ? accuracyOf(await answer.json(), metres) : null;
}

/**
 * Reads the accuracy from the project's current report, each report once. Null where there is none or it cannot be
 * read: the measurement then reports no known accuracy, and the next one retries.
 * @param metres in a horizontal unit of the project
 */
export function createAccuracyReader(
  reportUrl: () => string | null,
  metres: number,
): (signal: AbortSignal) => Promise<KnownAccuracy | null> {
  const known = new Map<string, KnownAccuracy>();
  return async (signal) => {
    const url = reportUrl();
    if (url === null) return null;
    const accuracy = known.get(url) ?? (await readReport(url, metres, signal).catch(() => null));
    signal.throwIfAborted();
    if (accuracy) known.set(url, accuracy);
    return accuracy;
  };
}
