import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** The first of the two elevations: a panel with a line round it. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('rounded-lg border border-line bg-panel', className)} />;
}
