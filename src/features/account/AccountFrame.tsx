import type { ReactNode } from 'react';
import { useText } from '#i18n/use-text.ts';
import { ContourBackdrop } from '#ui/ContourBackdrop.tsx';
import { Logo } from '#ui/Logo.tsx';

/** What stands around the screens before somebody is signed in: the product's name over contour lines. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { t } = useText();
  return (
    <main className="relative grid h-full place-items-center overflow-y-auto px-4 py-8">
      <ContourBackdrop />
      <div className="relative w-full max-w-sm">
        <div className="mb-6 flex items-center gap-3">
          <Logo className="size-8" />
          <span className="font-semibold text-xl tracking-tight">{t('productName')}</span>
        </div>
        {children}
      </div>
    </main>
  );
}
