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
  /** A check is running: submitting is disabled until it is done. */
  isChecking?: boolean;
  /** The error of creating the project; null for none. */
  error: unknown;
  /** Something other than the name is missing or invalid. */
  isFaulty: boolean;
  /** Kinds of mail to the owner. */
  mailAbout?: 'processing' | 'import';
  /** Label of the submit button; default: that of an upload. */
  submitLabel?: string;
  /** `name` is trimmed and not empty. */
  onSubmit(name: string, mail: NoticeSettings): void;
  onClose(): void;
  /** The questions; `isChecked`: validation errors are shown from now on. */
  children(isChecked: boolean): ReactNode;
}

/** The dialog before an upload: name, questions, error, and submit button. */
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
