import { useText } from '#i18n/use-text.ts';

/** What the cells of a raster hold that tells what a model's heights rest on. */
const codes = [1, 2, 3, 4] as const;

/** The meaning of the numbers in the raster that tells what a model's heights rest on. */
export function SupportLegend() {
  const { t } = useText();
  return (
    <div className="border-line border-t px-4 py-3 text-ink-soft text-sm">
      <p>{t('downloads.supportHint')}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 sm:grid-cols-[auto_1fr_auto_1fr]">
        {codes.map((code) => (
          <div key={code} className="contents">
            <dt className="text-ink tabular-nums">{code}</dt>
            <dd>{t(`downloads.support${code}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
