import { ShieldCheck } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';

/** The way to the sums by which downloaded files can be checked later. */
export function ProofsLink({ url }: { url: string }) {
  const { t } = useText();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-soft text-sm">{t('downloads.proofsHint')}</p>
      <a
        href={url}
        download
        className="inline-flex items-center gap-2 rounded-md px-2 py-1 pointer-coarse:py-3 text-accent-ink text-sm hover:bg-hover"
      >
        <ShieldCheck aria-hidden="true" className="size-4" />
        {t('downloads.getProofs')}
      </a>
    </div>
  );
}
