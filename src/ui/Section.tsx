import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A titled part of a panel. */
export function Section({
  title,
  actions,
  className,
  children,
}: {
  title: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={cx('border-line border-b px-4 py-3 last:border-b-0', className)}>
      <header className="mb-2 flex min-h-8 items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
