/** Formats values for one locale. All of them take plain numbers in the unit their name says. */
export interface Formatter {
  /** What stands between whole and decimal digits. */
  readonly decimalMark: string;
  /** Grouped digits, with exactly `digits` decimals. */
  number(value: number, digits?: number): string;
  /** A fraction 0 to 1 as whole percent; rounded down, so 100 % only means all of it. */
  percent(fraction: number): string;
  /** 1024-based with at most three digits before the unit: B, KB, MB, GB, TB. */
  bytes(bytes: number): string;
  /** Days beyond 3 days, hours beyond 1 day, minutes beyond 1 hour, else seconds (spec part 2, section 9). */
  duration(seconds: number): string;
  /** Date and time to the minute. `ms` since 1970. */
  dateTime(ms: number): string;
  /** Time of day to the second. */
  time(ms: number): string;
  date(ms: number): string;
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

function byteText(bytes: number, locale: string): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1024 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  const text = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
  return `${text}\u00a0${byteUnits[unit]}`;
}

function durationText(seconds: number, locale: string): string {
  const steps = [
    { above: 3 * 86_400, size: 86_400, unit: 'day' },
    { above: 86_400, size: 3600, unit: 'hour' },
    { above: 3600, size: 60, unit: 'minute' },
    { above: Number.NEGATIVE_INFINITY, size: 1, unit: 'second' },
  ] as const;
  const step = steps.find((candidate) => seconds > candidate.above) ?? steps[3];
  const value = Math.max(0, Math.round(seconds / step.size));
  return new Intl.NumberFormat(locale, { style: 'unit', unit: step.unit, unitDisplay: 'short' }).format(
    value,
  );
}

/** Creates the formatter of a locale. */
export function createFormatter(locale: string): Formatter {
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return {
    decimalMark: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    number: (value, digits = 0) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
        value,
      ),
    percent: (fraction) =>
      new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.floor(fraction * 100) / 100),
    bytes: (bytes) => byteText(bytes, locale),
    duration: (seconds) => durationText(seconds, locale),
    dateTime: (ms) => dateTime.format(ms),
    time: (ms) => time.format(ms),
    date: (ms) => date.format(ms),
  };
}
