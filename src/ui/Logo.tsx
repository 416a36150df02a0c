import { cx } from './cx.ts';

/** The mark: a plumb line with its bob over a level. Decorative; the name is beside it or in a label. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx('size-6', className)}>
      <path d="M12 1.5v6" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      <path d="M9.5 7h5v2.25h1.25L12 19.5 8.25 9.25H9.5z" fill="var(--accent)" />
      <path d="M3.5 22h17" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
