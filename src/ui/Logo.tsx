import { cx } from './cx.ts';

/** The mark: a plumb line with its bob over a level. Decorative; the name stands beside it or in a label. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx('size-6', className)}>
      <path d="M12 2v8" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      <path d="M9 10h6l1.25 2.75L12 20l-4.25-7.25z" fill="var(--accent)" />
      <path d="M12 10h3l1.25 2.75L12 20z" fill="currentColor" fillOpacity="0.28" />
      <path d="M4 22h5M15 22h5" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
