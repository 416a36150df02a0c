import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TooltipProps {
  label: string;
  shortcut?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that can hold a ref and takes focus. */
  children: ReactNode;
}

/** Names a thing on hover and focus. Needs `TooltipProvider` above it. */
export function Tooltip({ label, shortcut, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        // Focus set by a script after a pointer press shows no tooltip.
        onFocus={(event) => !event.currentTarget.matches(':focus-visible') && event.preventDefault()}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="elevated z-50 flex max-w-72 animate-enter items-center data-[state=closed]:animate-none gap-2 rounded-md px-2 py-1 text-ink text-xs"
        >
          {label}
          {shortcut !== undefined && (
            <kbd className="rounded-sm border border-line px-1 font-sans text-ink-soft">{shortcut}</kbd>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Shares one delay between all tooltips, so that moving along a row of buttons shows them at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}
