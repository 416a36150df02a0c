import { PlugZap, Unplug } from 'lucide-react';
import type { LicenseInfo } from '#contract/schemas/license.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';

interface ConnectionNoteProps {
  info: Pick<LicenseInfo, 'service' | 'anchor'>;
  /** Actions that require the service. */
  offlineText: string;
}

/** Whether the licence service is reachable, and the consequences. */
export function ConnectionNote({ info: { service, anchor }, offlineText }: ConnectionNoteProps) {
  const { t } = useText();
  const isOnline = service === 'maybe-online';
  const Icon = isOnline ? PlugZap : Unplug;
  return (
    <aside className="mt-4 flex gap-3 rounded-lg border border-line bg-panel px-6 py-4 text-sm">
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-4 shrink-0', isOnline ? 'text-good' : 'text-warn')}
      />
      <div role="status">
        <p className="font-medium">{t(`licensePage.service.${service}`)}</p>
        {!isOnline && (
          <p className="mt-1 text-ink-soft">
            {service === 'none' ? t('licensePage.service.noneText') : offlineText}
          </p>
        )}
        {anchor === 'developer' && <p className="mt-1 text-warn">{t('licenseMenu.developerKey')}</p>}
      </div>
    </aside>
  );
}
