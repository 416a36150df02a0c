import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface DrawerProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

/**
 * A panel from the right, 96 units wide (spec part 1, section 9), the whole window on a phone. Not modal: the page
 * remains usable.
 */
export function Drawer({ open, onOpenChange, title, closeLabel, children }: DrawerProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          className="elevated fixed inset-y-0 right-0 z-30 flex w-96 max-w-full animate-enter flex-col focus:outline-none"
        >
          <header className="flex h-14 items-center justify-between gap-4 border-line border-b pr-3 pl-4">
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            <Radix.Close
              aria-label={closeLabel}
              className="grid size-8 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
            >
              <X className="size-4" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
