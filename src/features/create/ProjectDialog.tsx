import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { NoticeSettings } from '#contract/rules/notices.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { MailFields } from './settings/MailFields.tsx';

interface ProjectDialogProps {
  initialName: string;
  isPending: boolean;
  /** Something is still being looked at: the way on is shut until it is done. */
  isChecking?: boolean;
  /** What failed when the project was made; null before. */
  error: unknown;
  /** Something else than the name is missing or wrong. */
  isFaulty: boolean;
  /** What the owner may be written about. */
  mailAbout?: 'processing' | 'import';
  /** On the way on; the words of an upload where left out. */
  submitLabel?: string;
  /** `name` is trimmed and not empty. */
  onSubmit(name: string, mail: NoticeSettings): void;
  onClose(): void;
  /** The questions; `isChecked`: faults are shown from now on. */
  children(isChecked: boolean): ReactNode;
}

/** The frame of the questions before an upload: name, questions, what failed, and the way on. */
export function ProjectDialog({
  initialName,
  isPending,
  isChecking = false,
  error,
  isFaulty,
  mailAbout = 'processing',
  submitLabel,
  onSubmit,
  onClose,
  children,
}: ProjectDialogProps) {
  const { t, errorText } = useText();
  const formId = useId();
  const [name, setName] = useState(initialName);
  const [isChecked, setChecked] = useState(false);
  const [mail, setMail] = useState<NoticeSettings>({});
  const nameFault = name.trim() === '' ? t('validation.requiredField') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (nameFault === undefined && !isFaulty && !isChecking) onSubmit(name.trim(), mail);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closable={!isPending}
      title={t('createPage.question')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId} pending={isPending} disabled={isChecking}>
            {submitLabel ?? t('createPage.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex min-h-72 flex-col gap-3">
        <TextField
          label={t('renameProject.name')}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          error={isChecked ? nameFault : undefined}
        />
        {children(isChecked)}
        <MailFields about={mailAbout} settings={mail} onChange={setMail} />
        {error !== null && (
          <p role="alert" className="text-bad text-sm">
            {errorText(error, 'createPage.failed')}
          </p>
        )}
      </form>
    </Dialog>
  );
}
