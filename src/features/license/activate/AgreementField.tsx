import { useState } from 'react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface AgreementFieldProps {
  accepted: boolean;
  onChange(accepted: boolean): void;
  /** The form was submitted without it. */
  error: string | undefined;
}

const sections = ['grant', 'checks', 'work', 'warranty'] as const;

/** The checkbox that accepts the licence agreement, with a link to it. */
export function AgreementField({ accepted, onChange, error }: AgreementFieldProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Checkbox label={t('licensePage.agree')} checked={accepted} onChange={onChange} />
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="min-h-8 font-medium text-accent-ink text-sm hover:underline"
        >
          {t('licensePage.readAgreement')}
        </button>
      </div>
      <p role={error === undefined ? undefined : 'alert'} className="min-h-5 text-bad text-sm">
        {error}
      </p>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('licenseAgreement.title')}
        closeLabel={t('close')}
        footer={<Button onClick={() => setOpen(false)}>{t('close')}</Button>}
      >
        {sections.map((section) => (
          <section key={section} className="pb-3">
            <h3 className="font-medium">{t(`licenseAgreement.${section}Title`)}</h3>
            <p className="mt-1 text-ink-soft">{t(`licenseAgreement.${section}`)}</p>
          </section>
        ))}
      </Dialog>
    </div>
  );
}
