import { Link2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { emailFault } from '#contract/validation/email.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Button } from '#ui/Button.tsx';
import { StartFrame } from '#ui/StartFrame.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useDocumentTitle } from '#ui/use-document-title.ts';

/** The server's error for a failed sign-in. */
export type LoginFailure = 'wrong-password' | 'unverified' | 'unreachable';

interface LoginScreenProps {
  /** True after following a one-time link that is no longer valid. */
  isLinkUsed: boolean;
  isPending: boolean;
  failure: LoginFailure | null;
  onLogin(email: string, password: string): void;
}

const failureTexts: Record<LoginFailure, TextKey> = {
  'wrong-password': 'validation.passwordInvalid',
  unverified: 'loginPage.emailUnverified',
  unreachable: 'loginPage.failed',
};

/** Sign-in with email and password; explains the one-time link. */
export function LoginScreen({ isLinkUsed, isPending, failure, onLogin }: LoginScreenProps) {
  const { t } = useText();
  useDocumentTitle(t('title.login'));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const emailKey = emailFault(email);
  const passwordKey = password === '' ? 'validation.requiredField' : null;

  const failureText = failure === null || isPending ? undefined : t(failureTexts[failure]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (emailKey === null && passwordKey === null) onLogin(email, password);
  };

  return (
    <StartFrame name={t('productName')}>
      <div className="rounded-lg border border-line bg-panel p-6">
        <h1 className="font-semibold text-xl">{t('loginPage.title')}</h1>
        {isLinkUsed && (
          <p role="alert" className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            {t('loginPage.linkUsed')}
          </p>
        )}
        <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-2">
          <TextField
            label={t('loginPage.email')}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={isChecked && emailKey !== null ? t(emailKey) : undefined}
          />
          <TextField
            label={t('loginPage.password')}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={isChecked && passwordKey !== null ? t(passwordKey) : failureText}
          />
          <Button tone="primary" size="lg" type="submit" pending={isPending}>
            {t('loginPage.submit')}
          </Button>
        </form>
      </div>
      <aside className="mt-4 flex gap-3 rounded-lg border border-line bg-panel px-6 py-4 text-sm">
        <Link2 aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
        <div>
          <h2 className="font-medium">{t('loginPage.linkTitle')}</h2>
          <p className="mt-1 text-ink-soft">{t('loginPage.linkText')}</p>
        </div>
      </aside>
    </StartFrame>
  );
}
