import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

interface ListOptionProps {
  id: string;
  /** The active option, chosen by Enter: it is highlighted and kept in view. */
  isActive: boolean;
  isDisabled?: boolean;
  onPoint(): void;
  onTake(): void;
  children: ReactNode;
}

/** A row of a list box whose field keeps the focus. */
export function ListOption({ id, isActive, isDisabled = false, onPoint, onTake, children }: ListOptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled on the input, which keeps the focus
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={isDisabled || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onPointerEnter={onPoint}
      onClick={onTake}
      className={cx(
        'flex min-h-10 flex-wrap items-center justify-between gap-x-4 rounded-md px-3 py-1.5',
        isActive && 'bg-hover',
        isDisabled && 'text-ink-faint',
      )}
    >
      {children}
    </div>
  );
}
