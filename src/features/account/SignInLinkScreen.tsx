import { LogIn } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { StartFrame } from '#ui/StartFrame.tsx';
import { useDocumentTitle } from '#ui/use-document-title.ts';

interface SignInLinkScreenProps {
  isPending: boolean;
  /** The server's error for a failed attempt, other than an expired link. */
  failure: string | null;
  onSignIn(): void;
}

/** The page of a one-time link: the user confirms the sign-in, since programs that open links would use it up. */
export function SignInLinkScreen({ isPending, failure, onSignIn }: SignInLinkScreenProps) {
  const { t } = useText();
  useDocumentTitle(t('title.login'));
  return (
    <StartFrame name={t('productName')}>
      <div className="rounded-lg border border-line bg-panel p-6">
        <h1 className="font-semibold text-xl">{t('signInLink.title')}</h1>
        <p className="mt-2 text-ink-soft text-sm">{t('signInLink.text')}</p>
        {failure !== null && (
          <p role="alert" className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            {failure}
          </p>
        )}
        <div className="mt-5 flex flex-col">
          <Button tone="primary" size="lg" pending={isPending} onClick={onSignIn}>
            <LogIn aria-hidden="true" className="size-4" />
            {t('signInLink.submit')}
          </Button>
        </div>
      </div>
    </StartFrame>
  );
}
