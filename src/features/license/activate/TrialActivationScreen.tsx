import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { LicenseInfo } from '#contract/schemas/license.ts';
import { emailFault } from '#contract/validation/email.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ConnectionNote } from '../ConnectionNote.tsx';
import { LicenseAlert, LicensePage } from '../LicensePage.tsx';
import { useLicenseCall } from '../use-license-call.ts';
import { AgreementField } from './AgreementField.tsx';

const noPerson = { email: '', firstName: '', lastName: '', company: '' };

/** Registration of a trial; back leads to the activation by key. */
export function TrialActivationScreen({ info }: { info: LicenseInfo }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [person, setPerson] = useState(noPerson);
  const [isAccepted, setAccepted] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const trial = useLicenseCall<void>((client) =>
    client.call(routes.licenseTrial, {
      query: {
        email: person.email,
        name: `${person.firstName.trim()} ${person.lastName.trim()}`.trim(),
        company: person.company,
      },
    }),
  );
  const fault = emailFault(person.email.trim());
  const hasEnded = info.problem === 'trial-expired' || trial.problem === 'trial-expired';
  const field = (name: keyof typeof noPerson) => ({
    value: person[name],
    maxLength: limits.nameLength,
    onChange: (event: { target: { value: string } }) => setPerson({ ...person, [name]: event.target.value }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault === null && isAccepted) trial.run();
  };

  return (
    <LicensePage
      title={t('licensePage.trialTitle')}
      intro={t('licensePage.trialIntro')}
      leading={
        <IconButton
          label={t('licensePage.back')}
          icon={<ArrowLeft />}
          onClick={() => void navigate({ to: '/paid-activation' })}
        />
      }
      note={<ConnectionNote info={info} offlineText={t('activation.connectionRequiredTrial')} />}
    >
      {(hasEnded || trial.failure !== null) && !trial.isPending && <LicenseAlert>{alertText()}</LicenseAlert>}
      <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-2">
        <TextField
          label={t('licensePage.email')}
          type="email"
          autoComplete="email"
          required
          {...field('email')}
          error={isChecked && fault !== null ? t(fault) : undefined}
        />
        <div className="grid gap-2 sm:grid-cols-2">
          <TextField label={t('licensePage.firstName')} autoComplete="given-name" {...field('firstName')} />
          <TextField label={t('licensePage.lastName')} autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextField label={t('licensePage.company')} autoComplete="organization" {...field('company')} />
        <AgreementField
          accepted={isAccepted}
          onChange={setAccepted}
          error={isChecked && !isAccepted ? t('validation.requiredField') : undefined}
        />
        <Button tone="primary" size="lg" type="submit" pending={trial.isPending} disabled={hasEnded}>
          {t('licensePage.register')}
        </Button>
      </form>
    </LicensePage>
  );

  function alertText(): string {
    if (hasEnded) return t('activation.trial.expired');
    return trial.problem === 'network' ? t('activation.connectionRequiredTrial') : (trial.failure ?? '');
  }
}
