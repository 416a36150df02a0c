import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong/60 bg-panel text-ink hover:bg-hover active:bg-pressed',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'bg-bad text-on-bad hover:bg-bad-hover',
};

const shape =
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium ' +
  'transition-colors disabled:pointer-events-none disabled:opacity-45 aria-disabled:pointer-events-none aria-disabled:opacity-45';

const sizes = {
  md: 'h-8 px-3 text-sm pointer-coarse:h-11',
  lg: 'h-10 px-4 text-base pointer-coarse:h-11',
} as const;

/** The classes of a button, for links that look like one. */
export function buttonClass(tone: ButtonTone = 'secondary', size: keyof typeof sizes = 'md'): string {
  return cx(shape, tones[tone], sizes[size]);
}

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone;
  size?: keyof typeof sizes;
  /** Shown before the words; replaced by a spinner while `pending`. */
  icon?: ReactNode;
  /** The action is running: the button is busy and ignores presses. */
  pending?: boolean;
}

/** A button with words. One primary at most in a view; `danger` only for what cannot be undone. */
export function Button({
  tone = 'secondary',
  size = 'md',
  icon,
  pending = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={cx(buttonClass(tone, size), pending && 'disabled:opacity-80', className)}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  );
}
