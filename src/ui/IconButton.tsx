import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Names the button for assistive technology and in its tooltip. */
  label: string;
  icon: ReactNode;
  /** Side of the tooltip. */
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** The tooltip shows this beside the label. */
  shortcut?: string;
}

/** A square button with an icon only; its label is its accessible name and tooltip. */
export function IconButton({
  label,
  icon,
  side = 'bottom',
  shortcut,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} side={side} {...(shortcut === undefined ? {} : { shortcut })}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={cx(
          'inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft transition-colors pointer-coarse:size-11',
          'hover:bg-hover hover:text-ink active:bg-pressed disabled:pointer-events-none disabled:opacity-40',
          'aria-pressed:bg-accent-soft aria-pressed:text-accent-ink data-[state=open]:bg-hover [&_svg]:size-[18px]',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
