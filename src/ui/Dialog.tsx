import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** One or two sentences under the title. */
  description?: string;
  closeLabel: string;
  /** False while a change is being made: neither Escape, the scrim nor the cross closes it. */
  closable?: boolean;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
}

/**
 * The element that receives the focus when a dialog closes: a menu that opened it is closed by then, but its button
 * exists.
 */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : focused;
  return opener instanceof HTMLElement ? opener : null;
}

/** A modal: a card in the middle, a sheet from below on a phone. Focus is trapped and restored. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  closable = true,
  footer,
  wide = false,
  children,
}: DialogProps) {
  const opener = useRef<HTMLElement | null>(null);
  const refuse = (event: Event) => {
    if (!closable) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => (closable || next) && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-enter bg-scrim" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={() => {
            opener.current = openerOf(document.activeElement);
          }}
          onCloseAutoFocus={() => opener.current?.focus()}
          onEscapeKeyDown={refuse}
          onPointerDownOutside={refuse}
          className={cx(
            'elevated fixed z-50 flex max-h-[calc(100dvh-48px)] w-full animate-enter flex-col focus:outline-none',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-lg sm:top-1/2 sm:left-1/2 sm:-translate-1/2 sm:rounded-lg',
            wide ? 'sm:max-w-3xl' : 'sm:max-w-md',
          )}
        >
          <header className="pt-5 pr-14 pb-2 pl-6">
            <div>
              <Radix.Title className="break-words font-semibold text-lg">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
              )}
            </div>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto break-words px-6 py-2">{children}</div>
          {footer !== undefined && (
            <footer className="flex justify-end gap-2 px-6 pt-2 pb-5">{footer}</footer>
          )}
          <Radix.Close
            aria-label={closeLabel}
            disabled={!closable}
            className="absolute top-4 right-4 grid size-8 pointer-coarse:top-2.5 pointer-coarse:right-2.5 pointer-coarse:size-11 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink disabled:opacity-40"
          >
            <X className="size-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
