import { Hourglass } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';

/** The account or the server's own description could not be loaded. */
export function GateFailure({ onRetry }: { onRetry(): void }) {
  const { t } = useText();
  return (
    <main className="grid h-full place-items-center">
      <ErrorState title={t('error')} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
        {t('gate.accountFailed')}
      </ErrorState>
    </main>
  );
}

/** A registered account that is not approved yet. */
export function PendingApproval() {
  const { t } = useText();
  return (
    <main className="grid h-full place-items-center">
      <EmptyState icon={<Hourglass />} title={t('gate.pendingTitle')}>
        {t('gate.pendingText')}
      </EmptyState>
    </main>
  );
}

/** A screen crashed, or a part of the page could not be loaded: explains what is safe and reloads. */
export function CrashScreen({ error }: { error: unknown }) {
  const { t, errorText } = useText();
  return (
    <div className="grid h-full place-items-center">
      <ErrorState
        title={t('error')}
        action={<Button onClick={() => location.reload()}>{t('gate.reload')}</Button>}
      >
        {errorText(error, 'gate.crashed')}
      </ErrorState>
    </div>
  );
}
