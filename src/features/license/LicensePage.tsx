import type { ReactNode } from 'react';
import { useText } from '#i18n/use-text.ts';
import { StartFrame } from '#ui/StartFrame.tsx';
import { useDocumentTitle } from '#ui/use-document-title.ts';

interface LicensePageProps {
  title: string;
  intro: string;
  /** Before the title: the back link. */
  leading?: ReactNode;
  /** Under the card: the connection state. */
  note?: ReactNode;
  children: ReactNode;
}

/** The frame of the desktop edition's start pages: the name, a card, a note. */
export function LicensePage({ title, intro, leading, note, children }: LicensePageProps) {
  const { t } = useText();
  useDocumentTitle(t('productName'));
  return (
    <StartFrame name={t('productName')} isWide>
      <div className="rounded-lg border border-line bg-panel p-6">
        <div className="flex items-center gap-2">
          {leading}
          <h1 className="font-semibold text-xl">{title}</h1>
        </div>
        <p className="mt-1 text-ink-soft">{intro}</p>
        {children}
      </div>
      {note}
    </StartFrame>
  );
}

/** An error message above a form; announced to assistive technology. */
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
