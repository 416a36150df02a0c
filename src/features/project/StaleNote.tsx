import { CloudOff } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';

/** Says that the project could not be loaded anew and since when what is shown is known. `loadedAt` in ms. */
export function StaleNote({ loadedAt, onRetry }: { loadedAt: number; onRetry(): void }) {
  const { t, format } = useText();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 bg-warn-soft px-4 py-2 text-warn sm:px-6">
      <CloudOff aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">{t('projectPage.stale', { time: format.time(loadedAt) })}</span>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  );
}
