import { cx } from './cx.ts';

/** Holds the place of what is loading, in its size, so that nothing moves when it comes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-pulse-soft rounded-sm bg-hover', className)} />;
}
