import type { ReactNode } from 'react';
import { ContourBackdrop } from './ContourBackdrop.tsx';
import { cx } from './cx.ts';
import { Logo } from './Logo.tsx';

interface StartFrameProps {
  /** The product's. */
  name: string;
  /** Room for more than a short form. */
  isWide?: boolean;
  children: ReactNode;
}

/** What stands around screens before work: the product's name over contour lines. */
export function StartFrame({ name, isWide = false, children }: StartFrameProps) {
  return (
    <main className="relative grid h-full place-items-center overflow-y-auto px-4 py-8">
      <ContourBackdrop />
      <div className={cx('relative w-full', isWide ? 'max-w-md' : 'max-w-sm')}>
        <div className="mb-6 flex items-center gap-3">
          <Logo className="size-8" />
          <span className="font-semibold text-xl tracking-tight">{name}</span>
        </div>
        {children}
      </div>
    </main>
  );
}
