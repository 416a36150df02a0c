import type { FeatureCode } from '#domain/drawing/feature-code.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface RemoveDialogProps {
  code: FeatureCode;
  /** Features that name it. */
  uses: number;
  onRemove(): void;
  onClose(): void;
}

/** Says what removing a code means for the features that have it. */
export function RemoveDialog({ code, uses, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('codes.removeTitle', { code: code.code })}
      description={uses > 0 ? t('codes.removeUsed', { count: uses }) : t('codes.removeUnused')}
      closeLabel={t('close')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="primary" onClick={onRemove}>
            {t('codes.remove')}
          </Button>
        </>
      }
    />
  );
}
