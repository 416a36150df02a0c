import { cx } from './cx.ts';

/** Placeholder of loading content, in its size, so that loading causes no layout shift. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-pulse-soft rounded-sm bg-hover', className)} />;
}
