import type { ReactNode } from 'react';
import { useText } from '#i18n/use-text.ts';
import { ContourBackdrop } from '#ui/ContourBackdrop.tsx';
import { Logo } from '#ui/Logo.tsx';
import { useDocumentTitle } from '#ui/use-document-title.ts';

interface LicensePageProps {
  title: string;
  intro: string;
  /** Before the title: the way back. */
  leading?: ReactNode;
  /** Under the card: the connection. */
  note?: ReactNode;
  children: ReactNode;
}

/** The frame of the desktop edition's pages before work: the name, a card, a note. */
export function LicensePage({ title, intro, leading, note, children }: LicensePageProps) {
  const { t } = useText();
  useDocumentTitle(t('productName'));
  return (
    <main className="relative grid h-full place-items-center overflow-y-auto px-4 py-8">
      <ContourBackdrop />
      <div className="relative w-full max-w-md">
        <div className="mb-6 flex items-center gap-3">
          <Logo className="size-8" />
          <span className="font-semibold text-xl tracking-tight">{t('productName')}</span>
        </div>
        <div className="rounded-lg border border-line bg-panel p-6">
          <div className="flex items-center gap-2">
            {leading}
            <h1 className="font-semibold text-xl">{title}</h1>
          </div>
          <p className="mt-1 text-ink-soft">{intro}</p>
          {children}
        </div>
        {note}
      </div>
    </main>
  );
}

/** What went wrong, above a form; announced to assistive technology. */
export function LicenseAlert({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center justify-between gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      {action}
    </div>
  );
}
