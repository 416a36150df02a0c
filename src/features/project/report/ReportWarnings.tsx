import { TriangleAlert } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import type { WarningRecord } from './process-report.ts';

/** Warnings of a report as texts; hidden for none. */
export function ReportWarnings({ warnings }: { warnings: readonly WarningRecord[] }) {
  const { t, errorText } = useText();
  if (warnings.length === 0) return null;
  return (
    <Card aria-label={t('report.warnings')} className="flex flex-col gap-2 px-4 py-3">
      <h3 className="font-semibold">{t('report.warnings')}</h3>
      <ul className="flex flex-col gap-2">
        {warnings.map((warning) => (
          <li key={JSON.stringify(warning)} className="flex gap-2">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
            <span className="min-w-0 select-text break-words">{errorText(warning, 'unknownError')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
