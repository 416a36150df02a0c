import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/Progress.tsx';
import { useOverviewsOffers } from './overviews-context.ts';

/** Notes that an image has no overviews, and offers to build them where permitted. */
export function OverviewsNote({ layerId }: { layerId: string }) {
  const { t } = useText();
  const offer = useOverviewsOffers().find((candidate) => candidate.layerId === layerId);
  if (offer !== undefined && offer.fraction !== null) {
    return (
      <div className="pb-2 text-ink-soft text-sm">
        <p role="status">{t('overviews.building')}</p>
        <ProgressBar label={t('overviews.building')} value={offer.fraction} />
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-2 pb-2 text-sm">
      <p className="text-warn">{t('overviews.missing')}</p>
      {offer?.failure && (
        <p role="alert" className="text-bad">
          {offer.failure}
        </p>
      )}
      {offer !== undefined && <Button onClick={offer.build}>{t('overviews.build')}</Button>}
    </div>
  );
}
