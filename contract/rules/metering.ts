const gibibyte = 2 ** 30;

/** GiB that processing inputs of so many bytes is charged as. */
export function chargeOf(bytes: number): number {
  return bytes / gibibyte;
}

/** What an account may process, GiB. */
export interface Allowance {
  /** Granted without payment; null where nothing is limited. */
  readonly free: number | null;
  readonly used: number;
  /** Milliseconds since 1970 up to which nothing is limited; null for never. */
  readonly unlimitedUntil: number | null;
}

/** GiB that may still be processed at the time `now` (milliseconds since 1970), at least 0; null without limit. */
export function availableProcessing({ free, used, unlimitedUntil }: Allowance, now: number): number | null {
  if (free === null || (unlimitedUntil !== null && unlimitedUntil > now)) return null;
  return Math.max(0, free - used);
}
