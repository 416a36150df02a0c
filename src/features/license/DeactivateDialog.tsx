import { routes } from '#contract/routes/table.ts';
import type { LicenseInfo } from '#contract/schemas/license.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useLicenseCall } from './use-license-call.ts';

interface DeactivateDialogProps {
  info: LicenseInfo;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Explains and performs the deactivation of the licence; requires a connection. */
export function DeactivateDialog({ info, open, onOpenChange }: DeactivateDialogProps) {
  const { t } = useText();
  const deactivate = useLicenseCall<void>(
    (client) => client.call(routes.licenseDeactivate),
    (failure) => failure === null && onOpenChange(false),
  );
  const isOnline = info.service === 'maybe-online';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!deactivate.isPending}
      title={t('deactivateModal.title')}
      description={t(isOnline ? 'deactivateModal.text' : 'deactivateModal.offline')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={deactivate.isPending} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button
            tone="danger"
            disabled={!isOnline}
            pending={deactivate.isPending}
            onClick={() => deactivate.run()}
          >
            {t('deactivateModal.confirm')}
          </Button>
        </>
      }
    >
      {info.all_users && <p className="text-ink-soft">{t('deactivateModal.allUsers')}</p>}
      <p role="alert" className="min-h-5 text-bad text-sm">
        {!deactivate.isPending && deactivate.failure}
      </p>
    </Dialog>
  );
}
