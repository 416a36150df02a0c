import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { routes } from '#contract/routes/table.ts';
import type { LicenseInfo } from '#contract/schemas/license.ts';
import { licenseKeyFault, normaliseLicenseKey } from '#contract/validation/license-key.ts';
import { useText } from '#i18n/use-text.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ConnectionNote } from '../ConnectionNote.tsx';
import { LicenseAlert, LicensePage } from '../LicensePage.tsx';
import { type LicenseCall, problemText, useLicenseCall } from '../use-license-call.ts';
import { AgreementField } from './AgreementField.tsx';

interface PaidActivationScreenProps {
  info: LicenseInfo;
  checkIn: LicenseCall<void>;
}

/** Problems of a stored licence that the service may have resolved meanwhile. */
function canCheckIn({ problem, service, activated_at }: LicenseInfo): boolean {
  return service !== 'none' && activated_at !== null && problem !== 'trial-expired';
}

/** Activation of a paid licence by its key, with a link to the trial. */
export function PaidActivationScreen({ info, checkIn }: PaidActivationScreenProps) {
  const text = useText();
  const { t } = text;
  const hasTrialEnded = info.problem === 'trial-expired';
  const problem = info.problem === null || info.problem === 'none' ? null : info.problem;
  return (
    <LicensePage
      title={t('licensePage.paidTitle')}
      intro={t('licensePage.paidIntro')}
      note={<ConnectionNote info={info} offlineText={t('activation.connectionRequired')} />}
    >
      {problem !== null && (
        <LicenseAlert
          action={
            canCheckIn(info) && (
              <Button pending={checkIn.isPending} onClick={() => checkIn.run()}>
                {t('licensePage.checkIn')}
              </Button>
            )
          }
        >
          {hasTrialEnded ? t('activation.trial.expired') : (checkIn.failure ?? problemText(text, problem))}
        </LicenseAlert>
      )}
      <KeyForm keyInUse={info.ok ? info.key : null} />
      <div className="my-4 flex items-center gap-3 text-ink-faint text-sm">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        {t('licensePage.or')}
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </div>
      {hasTrialEnded ? (
        <Button size="lg" disabled className="w-full">
          {t('licensePage.startTrial')}
        </Button>
      ) : (
        <Link to="/trial-activation" className={`${buttonClass('secondary', 'lg')} w-full`}>
          {t('licensePage.startTrial')}
        </Link>
      )}
    </LicensePage>
  );
}

function KeyForm({ keyInUse }: { keyInUse: string | null }) {
  const { t } = useText();
  const [key, setKey] = useState('');
  const [isForAll, setForAll] = useState(false);
  const [isAccepted, setAccepted] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const activate = useLicenseCall<void>((client) =>
    client.call(routes.licenseActivate, {
      query: { license: normaliseLicenseKey(key), for_all_users: isForAll },
    }),
  );
  const fault = licenseKeyFault(key, keyInUse);
  const failure =
    activate.problem === 'network' ? t('activation.connectionRequired') : (activate.failure ?? undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (fault === null && isAccepted) activate.run();
  };

  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-2">
      <TextField
        label={t('licensePage.key')}
        placeholder={t('licensePage.keyPlaceholder')}
        hint={t('licensePage.keyHint')}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="[&_input]:uppercase [&_input]:tabular-nums"
        error={isChecked && fault !== null ? t(fault) : activate.isPending ? undefined : failure}
      />
      <Checkbox label={t('licensePage.allUsers')} checked={isForAll} onChange={setForAll} />
      <AgreementField
        accepted={isAccepted}
        onChange={setAccepted}
        error={isChecked && !isAccepted ? t('validation.requiredField') : undefined}
      />
      <Button tone="primary" size="lg" type="submit" pending={activate.isPending}>
        {t('licensePage.activate')}
      </Button>
    </form>
  );
}
