import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** The look of one tab; routes use it on links with `aria-current`. */
export const tabClass = cx(
  'relative inline-flex h-full min-h-12 items-center gap-2 whitespace-nowrap px-1 font-medium text-ink-soft text-base transition-colors hover:text-ink',
  'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent',
  'data-[state=active]:text-ink data-[state=active]:after:bg-accent aria-[current=page]:text-ink aria-[current=page]:after:bg-accent',
);

interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
  value: string;
  onChange(id: string): void;
}

/** Tabs that change a part of the view without changing the address. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List aria-label={label} className="flex gap-6 border-line border-b">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className={tabClass}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** A row of links that look like tabs: they change the address. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex items-stretch gap-4 self-stretch sm:gap-6">
      {children}
    </nav>
  );
}
