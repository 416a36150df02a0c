import { cx } from './cx.ts';

export type ProgressTone = 'accent' | 'good' | 'warn' | 'bad';

interface ProgressProps {
  /** 0 to 1; `undefined` while the end is not known. */
  value: number | undefined;
  /** What is going on, for assistive technology. */
  label: string;
  tone?: ProgressTone;
  className?: string;
}

const barTones: Record<ProgressTone, string> = {
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
};

const textTones: Record<ProgressTone, string> = {
  accent: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
};

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

function aria(value: number | undefined, label: string) {
  return {
    role: 'progressbar',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    ...(value === undefined ? {} : { 'aria-valuenow': Math.round(clamp(value) * 100) }),
  } as const;
}

/** A thin bar. Hatched and still while the end is not known. */
export function ProgressBar({ value, label, tone = 'accent', className }: ProgressProps) {
  return (
    <div
      {...aria(value, label)}
      className={cx(
        'h-1 overflow-hidden rounded-full bg-pressed forced-colors:outline',
        value === undefined && 'hatched',
        className,
      )}
    >
      {value !== undefined && (
        <div
          className={cx(
            'h-full origin-left rounded-full transition-transform forced-colors:bg-[Highlight]',
            barTones[tone],
          )}
          style={{ transform: `scaleX(${clamp(value)})` }}
        />
      )}
    </div>
  );
}

/** A ring of 20 px, or the size its class gives; spec: percent shown in a ring stays within 0 to 99. */
export function ProgressRing({ value, label, tone = 'accent', className }: ProgressProps) {
  const length = 2 * Math.PI * 8;
  const shown = value === undefined ? undefined : Math.min(0.99, clamp(value));
  const circle = { cx: 10, cy: 10, r: 8, fill: 'none', stroke: 'currentColor', strokeWidth: 2.5 } as const;
  return (
    <div {...aria(shown, label)} className={cx('size-5 shrink-0', textTones[tone], className)}>
      <svg viewBox="0 0 20 20" aria-hidden="true" className="-rotate-90">
        <circle {...circle} strokeOpacity="0.22" />
        <circle
          {...circle}
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - (shown ?? 0.25))}
        />
      </svg>
    </div>
  );
}
