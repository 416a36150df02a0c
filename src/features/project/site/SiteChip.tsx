import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { siteQuery } from '#api/queries.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** The place that a project belongs to; a press explains what sites are. On wider screens only. */
export function SiteChip({ sitePk }: { sitePk: number }) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const [isOpen, setOpen] = useState(false);
  const site = useQuery(siteQuery(client, sitePk));
  const close = () => setOpen(false);
  if (site.isPending) return null;
  const hasFailed = site.isError || site.data === null;
  return (
    <div className="max-lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="block max-w-48 rounded-sm hover:brightness-95"
      >
        <Chip tone={hasFailed ? 'warn' : 'neutral'} icon={<MapPin />}>
          {site.data?.name ?? t('site.unknown')}
        </Chip>
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('site.title')}
        closeLabel={t('close')}
        footer={
          <Button tone="primary" onClick={close}>
            {t('site.gotIt')}
          </Button>
        }
      >
        {site.data === null || site.isError ? (
          <p role="alert" className="text-bad">
            {errorText(site.error, 'site.failedToLoadSite')}
          </p>
        ) : (
          <p>{t('site.explanation', { name: site.data.name })}</p>
        )}
      </Dialog>
    </div>
  );
}
