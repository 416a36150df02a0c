import { ChevronDown } from 'lucide-react';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { useText } from '#i18n/use-text.ts';
import { Notice } from '../Notice.tsx';

/** Number of doubts of one kind shown initially. */
const shownAtOnce = 2;

/** Doubts grouped by kind: the first ones shown, the others on request. */
export function Doubts({ records }: { records: readonly ErrorRecord[] }) {
  const codes = [...new Set(records.map(({ code }) => code))];
  return codes.map((code) => <Kind key={code} records={records.filter((one) => one.code === code)} />);
}

function Kind({ records }: { records: readonly ErrorRecord[] }) {
  const { t, format, errorText } = useText();
  const [open, rest] = [records.slice(0, shownAtOnce), records.slice(shownAtOnce)];
  const line = (record: ErrorRecord) => (
    <li key={JSON.stringify(record.params)}>{errorText(record, 'unknownError')}</li>
  );
  return (
    <Notice tone="warn">
      <ul className="flex flex-col gap-1">{open.map(line)}</ul>
      {rest.length > 0 && (
        <details className="group mt-1">
          <summary className="inline-flex cursor-pointer list-none items-center gap-1 font-medium">
            {t('createPage.moreDoubts', { count: rest.length, number: format.number(rest.length) })}
            <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <ul className="mt-1 flex max-h-40 flex-col gap-1 overflow-y-auto">{rest.map(line)}</ul>
        </details>
      )}
    </Notice>
  );
}
