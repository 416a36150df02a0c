import { LogIn } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { StartFrame } from '#ui/StartFrame.tsx';
import { useDocumentTitle } from '#ui/use-document-title.ts';

interface SignInLinkScreenProps {
  isPending: boolean;
  /** What the server said to a try that did not succeed, other than that the link is not valid any more. */
  failure: string | null;
  onSignIn(): void;
}

/** Behind a one-time link: the person says that they want to sign in, since whatever opens links would use it up. */
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
