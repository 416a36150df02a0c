import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '../Notice.tsx';

interface RefusalDialogProps {
  refusals: readonly ErrorRecord[];
  onClose(): void;
}

/** Explains why files cannot become a project. */
export function RefusalDialog({ refusals, onClose }: RefusalDialogProps) {
  const { t, errorText } = useText();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('createPage.refused')}
      description={t('createPage.refusedText')}
      closeLabel={t('close')}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <ul className="flex flex-col gap-3">
        {refusals.map((refusal) => (
          <li key={JSON.stringify(refusal)}>
            <Notice tone="bad">{errorText(refusal, 'unknownError')}</Notice>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
