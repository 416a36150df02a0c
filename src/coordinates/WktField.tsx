import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { limits, times } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import { readCrs } from '#domain/crs/read-crs.ts';
import type { CrsReport } from '#domain/crs/types.ts';
import { useText } from '#i18n/use-text.ts';
import { useDebounced } from '#ui/use-debounced.ts';

/** A text accepted by the server, with its parsed system. */
export interface CheckedWkt {
  readonly text: string;
  readonly report: CrsReport;
}

interface WktFieldProps {
  /** Receives the text with its parsed system, null while it is invalid or being checked. Must be a stable function. */
  onRead(wkt: CheckedWkt | null): void;
  /** Further error: a missing text, or an unusable system. */
  error?: string | undefined;
}

/** A coordinate system as text: checked by the server once it is unchanged for a moment, and shown as parsed. */
export function WktField({ onRead, error }: WktFieldProps) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const id = useId();
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim(), times.wktDebounce);
  const check = useQuery({
    queryKey: ['wkt', settled],
    queryFn: async ({ signal }) => {
      const faults = await client.call(routes.validateWkt, { params: { wkt: settled }, signal });
      const report = faults.length > 0 ? null : await readCrs([{ source: 'user', payload: settled }]);
      return { faults, report };
    },
    enabled: settled !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isSettled = settled === text.trim() && settled !== '';
  const report = (isSettled && check.data?.report) || null;
  useEffect(() => {
    onRead(report && { text: settled, report });
  }, [onRead, report, settled]);
  const faults = isSettled ? (check.data?.faults ?? []) : [];
  const isFaulty = faults.length > 0 || (isSettled && check.isError) || error !== undefined;
  const isWaiting = text.trim() !== '' && (!isSettled || check.isFetching);
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-ink-soft text-sm">
        {t('systemField.wkt')}
      </label>
      <textarea
        id={id}
        value={text}
        rows={6}
        maxLength={limits.wktLength}
        spellCheck={false}
        autoComplete="off"
        placeholder="PROJCS[…]"
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => setText(event.target.value)}
        className="w-full resize-y rounded-md border border-line-strong/70 bg-panel px-3 py-2 font-mono text-ink text-sm placeholder:text-ink-faint hover:border-line-strong focus:border-accent focus:outline-2 focus:outline-accent focus:-outline-offset-1 aria-invalid:border-bad"
      />
      <div id={`${id}-note`} aria-live="polite" className="min-h-5 text-sm">
        {isWaiting && <p className="text-ink-soft">{t('systemField.checking')}</p>}
        {!isWaiting && check.isError && (
          <p className="text-bad">{errorText(check.error, 'systemField.checkFailed')}</p>
        )}
        {!isWaiting && faults.length > 0 && (
          <ul className="list-disc pl-5 text-bad">
            {faults.map((fault) => (
              <li key={fault} className="select-text break-words">
                {fault}
              </li>
            ))}
          </ul>
        )}
        {!isWaiting && report !== null && (
          <p className="select-text text-ink-soft">
            {t('systemField.says', {
              name: report.name ?? '–',
              plan: report.horizontalUnit?.name ?? '–',
              heights: report.verticalUnit?.name ?? '–',
            })}
          </p>
        )}
        {!isWaiting && faults.length === 0 && error !== undefined && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
