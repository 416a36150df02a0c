import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface StateProps {
  icon?: ReactNode;
  title: string;
  /** What to do next, or what is safe. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** Empty state: explains it, and what to do next. */
export function EmptyState({ icon, title, children, action, className }: StateProps) {
  return (
    <div
      className={cx('mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-12 text-center', className)}
    >
      {icon !== undefined && (
        <div className="mb-2 text-ink-faint [&_svg]:size-8 [&_svg]:stroke-[1.5]">{icon}</div>
      )}
      <p className="font-semibold text-lg">{title}</p>
      {children !== undefined && <div className="text-ink-soft">{children}</div>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Something failed: what happened, what is safe, what to do. Announced to assistive technology. */
export function ErrorState({ icon, ...rest }: StateProps) {
  return (
    <div role="alert">
      <EmptyState {...rest} icon={icon ?? <CircleAlert className="text-bad" />} />
    </div>
  );
}
