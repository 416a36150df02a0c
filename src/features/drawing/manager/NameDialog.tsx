import { type FormEvent, useId, useState } from 'react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';

interface NameDialogProps {
  title: string;
  label: string;
  initial: string;
  submit: string;
  hint?: string;
  onClose(): void;
  /** Resolves when the name was taken; a refusal stays in the dialog. */
  onSubmit(name: string): Promise<unknown>;
}

/** Asks for a name. */
export function NameDialog({ title, label, initial, submit, hint, onClose, onSubmit }: NameDialogProps) {
  const { t, errorText } = useText();
  const formId = useId();
  const [name, setName] = useState(initial);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setRunning(true);
    try {
      await onSubmit(name.trim());
      onClose();
    } catch (refusal) {
      setError(refusal);
      setRunning(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      closable={!isRunning}
      title={title}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            tone="primary"
            type="submit"
            form={formId}
            pending={isRunning}
            disabled={name.trim() === ''}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void send(event)}>
        <TextField
          label={label}
          value={name}
          maxLength={255}
          {...(hint === undefined ? {} : { hint })}
          error={error === null ? undefined : errorText(error, 'unknownError')}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
