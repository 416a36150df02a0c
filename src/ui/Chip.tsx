import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type ChipTone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

const tones: Record<ChipTone, string> = {
  neutral: 'bg-hover text-ink-soft',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

interface ChipProps extends ComponentProps<'span'> {
  tone?: ChipTone;
  icon?: ReactNode;
}

/** A short fact about a thing: its state, its coordinate system. Not pressable. */
export function Chip({ tone = 'neutral', icon, className, children, ...rest }: ChipProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex h-6 max-w-full items-center gap-1.5 rounded-sm px-2 font-medium text-xs [&_svg]:size-3.5 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
