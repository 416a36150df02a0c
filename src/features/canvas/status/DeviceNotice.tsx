import { Link, useParams } from '@tanstack/react-router';
import { MonitorX } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { ErrorState } from '#ui/States.tsx';

/** Explains why nothing is rendered, what is safe and what to do; hidden while rendering works. */
export function DeviceNotice({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { pk = '' } = useParams({ strict: false });
  const { device } = useSnapshot(editor.views.status);
  if (device.kind === 'ready') return null;
  if (device.kind === 'unsupported') {
    return (
      <div className="absolute inset-0 z-20 grid place-items-center overflow-y-auto bg-ground">
        <ErrorState
          icon={<MonitorX className="text-bad" />}
          title={t(`device.${device.reason}.title`)}
          action={
            <div className="flex gap-2">
              <Button tone="primary" onClick={() => location.reload()}>
                {t('device.reload')}
              </Button>
              <Link to="/projects/$pk" params={{ pk }} className={buttonClass('secondary')}>
                {t('device.toOverview')}
              </Link>
            </div>
          }
        >
          <p>{t(`device.${device.reason}.text`)}</p>
          <p className="mt-2">{t('device.safe')}</p>
          {device.detail !== '' && (
            <p className="mt-4 select-text break-words text-ink-faint text-sm">{device.detail}</p>
          )}
        </ErrorState>
      </div>
    );
  }
  return (
    <output className="elevated absolute top-3 left-1/2 z-20 flex -translate-x-1/2 items-center gap-2 rounded-md px-3 py-2">
      <Spinner />
      {t(device.kind === 'lost' ? 'device.lost' : 'device.starting')}
    </output>
  );
}
