import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Smaller, under the label: why it cannot be chosen. */
  hint?: string;
  onSelect(): void;
}

interface MenuProps {
  /** The button that opens it; must hold a ref. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** Not selectable, above the items: who or what the menu is about. */
  heading?: ReactNode;
}

/** A menu of actions with arrow keys and type-ahead. */
export function Menu({ trigger, items, side = 'bottom', align = 'end', heading }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger ref={opener} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onFocusOutside={(event) => {
            // A dialog that was just closed returns the focus to the button, after the menu was opened.
            if (event.target === opener.current) event.preventDefault();
          }}
          className="elevated z-50 min-w-48 animate-enter rounded-lg p-1"
        >
          {heading !== undefined && (
            <DropdownMenu.Label className="border-line border-b px-3 pt-2 pb-3 text-ink-soft text-sm">
              {heading}
            </DropdownMenu.Label>
          )}
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.id}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              className={cx(
                'flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-3 text-base outline-none pointer-coarse:min-h-11',
                'data-[disabled]:text-ink-faint data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0',
                item.danger === true ? 'text-bad' : 'text-ink',
              )}
            >
              {item.icon}
              <span>
                {item.label}
                {item.hint !== undefined && <span className="block text-ink-soft text-sm">{item.hint}</span>}
              </span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
